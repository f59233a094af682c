package words

// Explained are the words for a difference between our log and the provider's books.
type Explained struct {
	// Meaning says what usually causes the difference, Next what a person should do now.
	Meaning, Next Text
}

// Differences are the words for differences, by the code of package difference.
var Differences = map[string]Explained{
	"money_unexplained": {
		Meaning: Text{
			"Persamaan ini berlaku sepanjang waktu, jadi sebabnya ada pada hari lain, atau pada sesuatu yang terjadi selama perbandingan.",
			"The equation is of all time, so the cause lies on another day, or in what happened during the comparison.",
		},
		Next: Text{
			"Bandingkan lagi beberapa menit kemudian, lalu hari-hari lain. Perintah gateway audit reconcile --from --to membandingkan banyak hari sekaligus.",
			"Compare again some minutes later, then other days. The command gateway audit reconcile --from --to compares many days at once.",
		},
	},
	"payment_missing_here": {
		Meaning: Text{
			"Pelanggan membayar di penyedia, dan catatan kami belum mengetahuinya: pemberitahuan penyedia tidak sampai atau ditolak, atau akun penyedia dipakai program lain.",
			"A customer paid at the provider and our log does not know of it: the provider's notification did not come or was refused, or another program uses the provider's account.",
		},
		Next: Text{
			"Tunggu beberapa menit, karena gateway membaca sendiri pembukuan penyedia, lalu bandingkan lagi. Jika masih ada, buka pembayarannya dan lihat pemberitahuan yang ditolak; jika referensinya bukan milik kita, tanyakan penyedia.",
			"Wait some minutes, because the gateway reads the provider's books itself, and compare again. If it stays, open the payment and look for refused notifications; if the reference is not ours, ask the provider.",
		},
	},
	"payment_missing_there": {
		Meaning: Text{
			"Catatan kami menerima uang yang tidak ada di pembukuan penyedia pada hari mana pun: penyedia menarik catatannya, pemberitahuannya palsu, atau gateway memakai akun penyedia yang lain.",
			"Our log took in money that the provider's books do not have on any day: the provider withdrew its booking, the notification was false, or the gateway uses another account of the provider.",
		},
		Next: Text{
			"Segera buka pembayarannya dan cari ID penyedia di dasbor penyedia. Jika memang tidak ada, tahan penarikan merchant itu, koreksi saldonya dengan alasan, dan ganti token callback.",
			"Open the payment now and look its provider's id up in the provider's dashboard. If it is not there, hold the client's withdrawals, correct the balance with a reason, and change the callback token.",
		},
	},
	"payment_amount_differs": {
		Meaning: Text{
			"Penyedia membukukan jumlah yang berbeda dari yang dilaporkannya saat pembayaran.",
			"The provider booked another amount than it reported when the payment was made.",
		},
		Next: Text{
			"Buka pembayarannya, bandingkan dengan dasbor penyedia, dan minta penyedia menjelaskan. Jika jumlah di penyedia yang benar, koreksi saldo merchant dengan alasan.",
			"Open the payment, compare it with the provider's dashboard, and ask the provider to explain. If the provider's amount is right, correct the client's balance with a reason.",
		},
	},
	"payment_settled_there": {
		Meaning: Text{
			"Penyedia sudah menyelesaikan pembayaran ini, dan catatan kami belum mendengarnya.",
			"The provider has settled the payment, and our log has not heard of it yet.",
		},
		Next: Text{
			"Bandingkan lagi setelah beberapa menit: gateway membukukan penyelesaian semenit setelah penyedia mencantumkannya. Jika masih berbeda, lihat riwayat pembayarannya.",
			"Compare again after some minutes: the gateway books a settlement within a minute of its listing. If it still differs, look at the payment's timeline.",
		},
	},
	"payment_settled_here": {
		Meaning: Text{
			"Catatan kami menganggap pembayaran ini sudah diselesaikan, sedangkan penyedia masih menahannya.",
			"Our log counts the payment as settled, while the provider still holds it.",
		},
		Next: Text{
			"Tanyakan penyedia mengapa penyelesaiannya dibatalkan. Sampai jelas, uangnya belum ada di saldo penyedia.",
			"Ask the provider why the settlement was taken back. Until that is clear the money is not in our balance there.",
		},
	},
	"payment_reversed_here": {
		Meaning: Text{
			"Catatan kami membatalkan pembayaran ini, sedangkan di penyedia pembayarannya masih berlaku.",
			"Our log has voided the payment, while it still stands at the provider.",
		},
		Next: Text{
			"Buka pembayarannya, lihat laporan yang membatalkannya, dan tanyakan penyedia. Jika pembayaran itu berlaku, koreksi saldo merchant dengan alasan.",
			"Open the payment, look at the report that voided it, and ask the provider. If the payment stands, correct the client's balance with a reason.",
		},
	},
	"payment_reversed_there": {
		Meaning: Text{
			"Penyedia membatalkan pembayaran ini, dan catatan kami belum mengambil kembali uangnya dari merchant.",
			"The provider has voided the payment, and our log has not taken the money back from the client yet.",
		},
		Next: Text{
			"Bandingkan lagi setelah beberapa menit: gateway mengambilnya kembali begitu penyedia mencantumkannya. Jika masih berbeda, lihat penarikan kembali yang bertentangan.",
			"Compare again after some minutes: the gateway takes it back when the provider lists it. If it still differs, look at the reversals that are contradicted.",
		},
	},
	"payment_status_differs": {
		Meaning: Text{
			"Kedua pihak menyebut keadaan yang berbeda untuk pembayaran ini.",
			"The two sides name different states of the payment.",
		},
		Next: Text{
			"Buka pembayarannya, lihat pemberitahuan terakhirnya, dan bandingkan lagi setelah beberapa menit. Jika masih berbeda, tanyakan penyedia.",
			"Open the payment, look at its last notification, and compare again after some minutes. If it still differs, ask the provider.",
		},
	},
	"payment_booked_otherwise": {
		Meaning: Text{
			"Jumlah dan keadaannya sama, tetapi catatan kami memindahkan uang yang lain untuk pembayaran ini.",
			"Amount and state agree, but our log moved other money for the payment.",
		},
		Next: Text{
			"Buka pembayarannya, bandingkan pembukuan setiap peristiwanya, dan jalankan pemeriksaan seluruh catatan.",
			"Open the payment, compare the postings of each of its events, and verify the whole log.",
		},
	},
	"payout_missing_here": {
		Meaning: Text{
			"Penyedia mentransfer uang yang tidak pernah diperintahkan catatan kami: seseorang membuatnya di dasbor penyedia, program lain memakai akun yang sama, kunci rahasia bocor, atau catatan kami lebih tua daripada yang diketahui penyedia.",
			"The provider made a transfer that our log never ordered: a person made it in the provider's dashboard, another program uses the account, the secret key has leaked, or our log is older than what the provider knows.",
		},
		Next: Text{
			"Tanyakan hari ini juga siapa yang membuatnya. Jika tidak ada yang mengaku, ganti kunci penyedia sekarang dan hentikan penarikan. Setelah dipulihkan dari cadangan, ikuti langkah pemulihan.",
			"Find out today which person or program made it. If that can't be found, change the provider's key now and stop payouts. After a restore, follow the steps of a restore.",
		},
	},
	"payout_missing_there": {
		Meaning: Text{
			"Catatan kami mengirim perintah transfer, dan penyedia tidak mengenalnya: permintaannya belum atau tidak sampai.",
			"Our log sent the order for a transfer and the provider does not know it: the request has not arrived yet, or never did.",
		},
		Next: Text{
			"Buka penarikannya: gateway menanyakan penyedia dan mengulangi dengan kunci yang sama. Jangan mentransfer manual sebelum penarikannya dinyatakan gagal.",
			"Open the payout: the gateway asks the provider and repeats the order with the same key. Make no transfer by hand before the payout has failed.",
		},
	},
	"payout_amount_differs": {
		Meaning: Text{
			"Penyedia mentransfer jumlah yang berbeda dari yang diperintahkan.",
			"The provider transferred another amount than it was ordered to.",
		},
		Next: Text{
			"Hentikan penarikan sampai penyedia menjelaskannya, bandingkan dengan mutasi rekening penerima, lalu koreksi saldo merchant dengan alasan.",
			"Stop payouts until the provider has explained it, compare with the receiver's bank statement, then correct the client's balance with a reason.",
		},
	},
	"payout_completed_there": {
		Meaning: Text{
			"Penyedia sudah mentransfer, dan catatan kami belum mendengarnya.",
			"The provider has made the transfer, and our log has not heard of it yet.",
		},
		Next: Text{
			"Bandingkan lagi setelah beberapa menit: gateway menanyakan sendiri. Jika masih berbeda, buka penarikannya dan lihat laporan yang bertentangan.",
			"Compare again after some minutes: the gateway asks by itself. If it still differs, open the payout and look for a report that contradicts it.",
		},
	},
	"payout_failed_there": {
		Meaning: Text{
			"Transfer gagal di penyedia, dan catatan kami masih menahan uangnya.",
			"The transfer failed at the provider, and our log still holds its money.",
		},
		Next: Text{
			"Bandingkan lagi setelah beberapa menit: gateway menanyakan sendiri dan mengembalikan uangnya ke saldo. Jika masih berbeda, buka penarikannya.",
			"Compare again after some minutes: the gateway asks by itself and gives the money back to the balance. If it still differs, open the payout.",
		},
	},
	"payout_failed_here": {
		Meaning: Text{
			"Penyedia mentransfer uang yang menurut catatan kami gagal dan sudah dikembalikan ke saldo merchant: merchant mendapatnya dua kali.",
			"The provider made a transfer that failed in our log, where its money went back to the client: the client has it twice.",
		},
		Next: Text{
			"Buka penarikannya, pastikan di dasbor penyedia, minta uangnya dari merchant atau koreksi saldonya dengan alasan.",
			"Open the payout, make sure in the provider's dashboard, and ask the client for the money or correct the balance with a reason.",
		},
	},
	"payout_by_hand_and_there": {
		Meaning: Text{
			"Seseorang mentransfer ini secara manual, sedangkan perintah yang sama di penyedia tidak gagal: mungkin dibayar dua kali.",
			"A person made this transfer by hand, while the same order has not failed at the provider: it may be paid twice.",
		},
		Next: Text{
			"Tanyakan penyedia apakah transfernya masih dapat dibatalkan. Jika sudah terkirim, minta salah satunya kembali dari penerima.",
			"Ask the provider whether its transfer can still be cancelled. If it was made, ask the receiver to give one of them back.",
		},
	},
	"payout_completed_here": {
		Meaning: Text{
			"Catatan kami menganggap transfer ini selesai, sedangkan penyedia tidak: transfernya dikembalikan oleh bank, atau laporannya tidak benar.",
			"Our log counts the transfer as made and the provider does not: the bank gave it back, or the report was not true.",
		},
		Next: Text{
			"Bandingkan lagi setelah beberapa menit. Jika masih berbeda, buka penarikannya, pastikan di dasbor penyedia, dan kembalikan uangnya ke saldo merchant dengan alasan.",
			"Compare again after some minutes. If it still differs, open the payout, make sure in the provider's dashboard, and give the money back to the client's balance with a reason.",
		},
	},
	"payout_status_differs": {
		Meaning: Text{
			"Kedua pihak menyebut keadaan yang berbeda untuk transfer ini.",
			"The two sides name different states of the transfer.",
		},
		Next: Text{
			"Buka penarikannya dan lihat laporan terakhir penyedia, lalu bandingkan lagi setelah beberapa menit. Jangan mentransfer manual sebelum jelas.",
			"Open the payout and look at the provider's last report, then compare again after some minutes. Make no transfer by hand before it is clear.",
		},
	},
	"payout_booked_otherwise": {
		Meaning: Text{
			"Jumlah dan keadaannya sama, tetapi catatan kami memindahkan uang yang lain untuk transfer ini.",
			"Amount and state agree, but our log moved other money for the transfer.",
		},
		Next: Text{
			"Buka penarikannya, bandingkan pembukuan setiap peristiwanya, dan jalankan pemeriksaan seluruh catatan.",
			"Open the payout, compare the postings of each of its events, and verify the whole log.",
		},
	},
	"reversal_missing_here": {
		Meaning: Text{
			"Penyedia mengambil kembali uang pembayaran ini, dan catatan kami belum mengambilnya dari merchant.",
			"The provider took money of the payment back, and our log has not taken it from the client yet.",
		},
		Next: Text{
			"Bandingkan lagi setelah beberapa menit: gateway membaca pembukuan penyedia. Jika masih ada, lihat penarikan kembali yang bertentangan.",
			"Compare again after some minutes: the gateway reads the provider's books. If it stays, look at the reversals that are contradicted.",
		},
	},
	"reversal_missing_there": {
		Meaning: Text{
			"Catatan kami mengambil uang dari merchant, dan penyedia tidak mencatat pengambilan itu pada hari mana pun.",
			"Our log took money from the client, and the provider has not booked that it was taken back on any day.",
		},
		Next: Text{
			"Buka pembayarannya, lihat laporan yang mengambilnya, dan tanyakan penyedia. Jika tidak pernah diambil, kembalikan ke saldo merchant dengan alasan.",
			"Open the payment, look at the report that took it back, and ask the provider. If it was never taken, give it back to the client's balance with a reason.",
		},
	},
	"reversal_amount_differs": {
		Meaning: Text{
			"Penyedia mengambil kembali jumlah yang berbeda dari yang diambil catatan kami dari merchant.",
			"The provider took back another amount than our log took from the client.",
		},
		Next: Text{
			"Buka pembayarannya, bandingkan dengan dasbor penyedia, dan koreksi saldo merchant sebesar selisihnya dengan alasan.",
			"Open the payment, compare with the provider's dashboard, and correct the client's balance by the difference with a reason.",
		},
	},
	"reversal_status_differs": {
		Meaning: Text{
			"Pengambilan kembali ini selesai di satu pihak saja; di penyedia mungkin gagal atau masih berjalan.",
			"Only one side has ended the reversal; at the provider it may have failed or still run.",
		},
		Next: Text{
			"Lihat keadaannya di dasbor penyedia dan bandingkan lagi setelah selesai di sana. Jika gagal di sana, kembalikan uangnya ke saldo merchant dengan alasan.",
			"Look at its state in the provider's dashboard and compare again when it has ended there. If it failed there, give the money back to the client's balance with a reason.",
		},
	},
	"reversal_booked_otherwise": {
		Meaning: Text{
			"Jumlah pengambilan kembali sama, tetapi catatan kami memindahkan uang penyedia yang lain, seperti pada pembayaran yang belum diselesaikan.",
			"The amount taken back agrees, but our log moved other money at the provider, as with a payment that is not settled.",
		},
		Next: Text{
			"Buka pembayarannya, bandingkan pembukuan pengambilannya, dan jalankan pemeriksaan seluruh catatan.",
			"Open the payment, compare the postings of the reversal, and verify the whole log.",
		},
	},
	"fee_missing_here": {
		Meaning: Text{
			"Penyedia memotong biaya yang belum dibukukan catatan kami.",
			"The provider took a fee that our log has not booked yet.",
		},
		Next: Text{
			"Bandingkan lagi setelah beberapa menit: gateway membukukan biaya semenit setelah pasti. Jika masih ada, bandingkan dengan tagihan penyedia.",
			"Compare again after some minutes: the gateway books a fee within a minute after it is final. If it stays, compare with the provider's invoice.",
		},
	},
	"fee_missing_there": {
		Meaning: Text{
			"Catatan kami membukukan biaya yang tidak ada lagi di pembukuan penyedia: mungkin dikembalikan.",
			"Our log booked a fee that the provider's books do not have any more: it may have been given back.",
		},
		Next: Text{
			"Bandingkan lagi setelah beberapa menit. Jika masih ada, cocokkan dengan tagihan penyedia dan tanyakan penyedia.",
			"Compare again after some minutes. If it stays, hold it against the provider's invoice and ask the provider.",
		},
	},
	"fee_amount_differs": {
		Meaning: Text{
			"Penyedia mengubah biaya setelah catatan kami membukukannya, atau PPN-nya dihitung lain.",
			"The provider changed the fee after our log had booked it, or computes its VAT differently.",
		},
		Next: Text{
			"Cocokkan dengan tagihan penyedia. Jika penyedia benar, masukkan selisihnya di kas sebagai opening dari cost:provider ke provider:xendit:clearing; jika tidak, minta kembali.",
			"Hold it against the provider's invoice. If the provider is right, enter the difference in the treasury as an opening from cost:provider to provider:xendit:clearing; if not, claim it back.",
		},
	},
	"fee_status_differs": {
		Meaning: Text{
			"Biaya ini pasti di satu pihak saja.",
			"Only one side counts the fee as final.",
		},
		Next: Text{
			"Bandingkan lagi setelah beberapa menit, lalu cocokkan dengan tagihan penyedia.",
			"Compare again after some minutes, then hold it against the provider's invoice.",
		},
	},
	"fee_booked_otherwise": {
		Meaning: Text{
			"Jumlah biayanya sama, tetapi penyedia tidak memotongnya dari saldo kita seperti dibukukan catatan kami.",
			"The amount of the fee agrees, but the provider did not take it from our balance as our log booked it.",
		},
		Next: Text{
			"Lihat di dasbor penyedia apakah biaya ini ditagih terpisah, dan tanyakan penyedia.",
			"Look in the provider's dashboard whether the fee is invoiced apart, and ask the provider.",
		},
	},
	"own_money_missing_here": {
		Meaning: Text{
			"Uang kita sendiri bergerak di penyedia, seperti pengisian saldo, penarikan, atau koreksi penyedia, dan belum dimasukkan di kas.",
			"Our own money moved at the provider, such as a top-up, a withdrawal or the provider's correction, and it is not entered in the treasury.",
		},
		Next: Text{
			"Masukkan di kas dengan referensi penyedia, supaya keduanya saling menemukan. Untuk koreksi penyedia gunakan opening dengan dua akun.",
			"Enter it in the treasury with the provider's reference, so that both find each other. For a correction of the provider use an opening with two accounts.",
		},
	},
	"own_money_missing_there": {
		Meaning: Text{
			"Kas mencatat pergerakan uang yang tidak ada di pembukuan penyedia: referensinya salah tulis, atau uangnya belum sampai.",
			"The treasury has a movement that the provider's books do not have: its reference is misspelt, or the money has not arrived yet.",
		},
		Next: Text{
			"Cari jumlahnya di dasbor penyedia. Jika belum sampai, tunggu; jika referensinya salah, masukkan opening yang membatalkannya, lalu entri dengan referensi yang benar.",
			"Look for the amount in the provider's dashboard. If it has not arrived, wait; if the reference is wrong, enter an opening that undoes it, then the entry with the right reference.",
		},
	},
	"own_money_amount_differs": {
		Meaning: Text{
			"Kas mencatat jumlah yang berbeda dari penyedia: salah ketik, atau bank memotong biaya di jalan.",
			"The treasury has another amount than the provider: a slip of the pen, or a bank took its charge on the way.",
		},
		Next: Text{
			"Cocokkan dengan rekening koran, lalu masukkan selisihnya di kas sebagai biaya bank atau opening.",
			"Hold it against the bank's statement, then enter the difference in the treasury as a bank charge or an opening.",
		},
	},
	"own_money_status_differs": {
		Meaning: Text{
			"Pergerakan uang ini selesai di kas, dan tidak selesai di penyedia.",
			"The movement is complete in the treasury, and not complete at the provider.",
		},
		Next: Text{
			"Tunggu sampai selesai di penyedia dan bandingkan lagi. Jika gagal di sana, masukkan opening yang membatalkannya.",
			"Wait until it is complete at the provider and compare again. If it failed there, enter an opening that undoes it.",
		},
	},
	"own_money_booked_otherwise": {
		Meaning: Text{
			"Jumlahnya sama, tetapi uangnya bergerak ke arah lain: kas mencatat masuk, penyedia mencatat keluar, atau sebaliknya.",
			"The amount agrees, but the money moved the other way: the treasury has it coming in and the provider going out, or the reverse.",
		},
		Next: Text{
			"Cocokkan dengan rekening koran, masukkan opening yang membatalkan entri yang salah, lalu entri dengan jenis yang benar.",
			"Hold it against the bank's statement, enter an opening that undoes the wrong entry, then the entry of the right kind.",
		},
	},
}

// The sentences that say what each side records about a difference, and how much money is in question.
var (
	BothSides     = Text{"Catatan kami: %s. Penyedia: %s.", "Our log: %s. The provider: %s."}
	NoRecord      = Text{"tidak ada", "nothing"}
	ProviderHolds = Text{"%s Karena ini uang di penyedia %s %s daripada menurut catatan kami.", "%s Because of it the provider holds %s %s than our log says."}
	Unexplained   = Text{"Uang di penyedia %s %s daripada yang dijelaskan hari yang dibandingkan.", "The provider holds %s %s than the days that were compared explain."}
	More          = Text{"lebih banyak", "more"}
	Less          = Text{"lebih sedikit", "less"}
)
