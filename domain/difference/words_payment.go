package difference

import "gateway/domain/report"

var paymentRows = []row{
	{
		kind: Payment, problem: MissingHere, code: "payment_missing_here",
		meaning: Words{
			"Pelanggan membayar di penyedia, dan catatan kami belum mengetahuinya: pemberitahuan penyedia tidak sampai atau ditolak, atau akun penyedia dipakai program lain.",
			"A customer paid at the provider and our log does not know of it: the provider's notification did not come or was refused, or another program uses the provider's account.",
		},
		next: Words{
			"Tunggu beberapa menit, karena gateway membaca sendiri pembukuan penyedia, lalu bandingkan lagi. Jika masih ada, buka pembayarannya dan lihat pemberitahuan yang ditolak; jika referensinya bukan milik kita, tanyakan penyedia.",
			"Wait some minutes, because the gateway reads the provider's books itself, and compare again. If it stays, open the payment and look for refused notifications; if the reference is not ours, ask the provider.",
		},
	},
	{
		kind: Payment, problem: MissingThere, code: "payment_missing_there",
		meaning: Words{
			"Catatan kami menerima uang yang tidak ada di pembukuan penyedia pada hari mana pun: penyedia menarik catatannya, pemberitahuannya palsu, atau gateway memakai akun penyedia yang lain.",
			"Our log took in money that the provider's books do not have on any day: the provider withdrew its booking, the notification was false, or the gateway uses another account of the provider.",
		},
		next: Words{
			"Segera buka pembayarannya dan cari ID penyedia di dasbor penyedia. Jika memang tidak ada, tahan penarikan merchant itu, koreksi saldonya dengan alasan, dan ganti token callback.",
			"Open the payment now and look its provider's id up in the provider's dashboard. If it is not there, hold the client's withdrawals, correct the balance with a reason, and change the callback token.",
		},
	},
	{
		kind: Payment, problem: AmountDiffers, code: "payment_amount_differs",
		meaning: Words{
			"Penyedia membukukan jumlah yang berbeda dari yang dilaporkannya saat pembayaran.",
			"The provider booked another amount than it reported when the payment was made.",
		},
		next: Words{
			"Buka pembayarannya, bandingkan dengan dasbor penyedia, dan minta penyedia menjelaskan. Jika jumlah di penyedia yang benar, koreksi saldo merchant dengan alasan.",
			"Open the payment, compare it with the provider's dashboard, and ask the provider to explain. If the provider's amount is right, correct the client's balance with a reason.",
		},
	},
	{
		kind: Payment, problem: StatusDiffers, here: report.Paid, there: report.Settled, code: "payment_settled_there",
		meaning: Words{
			"Penyedia sudah menyelesaikan pembayaran ini, dan catatan kami belum mendengarnya.",
			"The provider has settled the payment, and our log has not heard of it yet.",
		},
		next: Words{
			"Bandingkan lagi setelah beberapa menit: gateway membukukan penyelesaian semenit setelah penyedia mencantumkannya. Jika masih berbeda, lihat riwayat pembayarannya.",
			"Compare again after some minutes: the gateway books a settlement within a minute of its listing. If it still differs, look at the payment's timeline.",
		},
	},
	{
		kind: Payment, problem: StatusDiffers, here: report.Settled, there: report.Paid, code: "payment_settled_here",
		meaning: Words{
			"Catatan kami menganggap pembayaran ini sudah diselesaikan, sedangkan penyedia masih menahannya.",
			"Our log counts the payment as settled, while the provider still holds it.",
		},
		next: Words{
			"Tanyakan penyedia mengapa penyelesaiannya dibatalkan. Sampai jelas, uangnya belum ada di saldo penyedia.",
			"Ask the provider why the settlement was taken back. Until that is clear the money is not in our balance there.",
		},
	},
	{
		kind: Payment, problem: StatusDiffers, here: report.Reversed, code: "payment_reversed_here",
		meaning: Words{
			"Catatan kami membatalkan pembayaran ini, sedangkan di penyedia pembayarannya masih berlaku.",
			"Our log has voided the payment, while it still stands at the provider.",
		},
		next: Words{
			"Buka pembayarannya, lihat laporan yang membatalkannya, dan tanyakan penyedia. Jika pembayaran itu berlaku, koreksi saldo merchant dengan alasan.",
			"Open the payment, look at the report that voided it, and ask the provider. If the payment stands, correct the client's balance with a reason.",
		},
	},
	{
		kind: Payment, problem: StatusDiffers, there: report.Reversed, code: "payment_reversed_there",
		meaning: Words{
			"Penyedia membatalkan pembayaran ini, dan catatan kami belum mengambil kembali uangnya dari merchant.",
			"The provider has voided the payment, and our log has not taken the money back from the client yet.",
		},
		next: Words{
			"Bandingkan lagi setelah beberapa menit: gateway mengambilnya kembali begitu penyedia mencantumkannya. Jika masih berbeda, lihat penarikan kembali yang bertentangan.",
			"Compare again after some minutes: the gateway takes it back when the provider lists it. If it still differs, look at the reversals that are contradicted.",
		},
	},
	{
		kind: Payment, problem: StatusDiffers, code: "payment_status_differs",
		meaning: Words{
			"Kedua pihak menyebut keadaan yang berbeda untuk pembayaran ini.",
			"The two sides name different states of the payment.",
		},
		next: Words{
			"Buka pembayarannya, lihat pemberitahuan terakhirnya, dan bandingkan lagi setelah beberapa menit. Jika masih berbeda, tanyakan penyedia.",
			"Open the payment, look at its last notification, and compare again after some minutes. If it still differs, ask the provider.",
		},
	},
	{
		kind: Payment, problem: BookedOtherwise, code: "payment_booked_otherwise",
		meaning: Words{
			"Jumlah dan keadaannya sama, tetapi catatan kami memindahkan uang yang lain untuk pembayaran ini.",
			"Amount and state agree, but our log moved other money for the payment.",
		},
		next: Words{
			"Buka pembayarannya, bandingkan pembukuan setiap peristiwanya, dan jalankan pemeriksaan seluruh catatan.",
			"Open the payment, compare the postings of each of its events, and verify the whole log.",
		},
	},
}
