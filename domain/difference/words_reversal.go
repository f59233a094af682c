package difference

var reversalRows = []row{
	{
		kind: Reversal, problem: MissingHere, code: "reversal_missing_here",
		meaning: Words{
			"Penyedia mengambil kembali uang pembayaran ini, dan catatan kami belum mengambilnya dari merchant.",
			"The provider took money of the payment back, and our log has not taken it from the client yet.",
		},
		next: Words{
			"Bandingkan lagi setelah beberapa menit: gateway membaca pembukuan penyedia. Jika masih ada, lihat penarikan kembali yang bertentangan.",
			"Compare again after some minutes: the gateway reads the provider's books. If it stays, look at the reversals that are contradicted.",
		},
	},
	{
		kind: Reversal, problem: MissingThere, code: "reversal_missing_there",
		meaning: Words{
			"Catatan kami mengambil uang dari merchant, dan penyedia tidak mencatat pengambilan itu pada hari mana pun.",
			"Our log took money from the client, and the provider has not booked that it was taken back on any day.",
		},
		next: Words{
			"Buka pembayarannya, lihat laporan yang mengambilnya, dan tanyakan penyedia. Jika tidak pernah diambil, kembalikan ke saldo merchant dengan alasan.",
			"Open the payment, look at the report that took it back, and ask the provider. If it was never taken, give it back to the client's balance with a reason.",
		},
	},
	{
		kind: Reversal, problem: AmountDiffers, code: "reversal_amount_differs",
		meaning: Words{
			"Penyedia mengambil kembali jumlah yang berbeda dari yang diambil catatan kami dari merchant.",
			"The provider took back another amount than our log took from the client.",
		},
		next: Words{
			"Buka pembayarannya, bandingkan dengan dasbor penyedia, dan koreksi saldo merchant sebesar selisihnya dengan alasan.",
			"Open the payment, compare with the provider's dashboard, and correct the client's balance by the difference with a reason.",
		},
	},
	{
		kind: Reversal, problem: StatusDiffers, code: "reversal_status_differs",
		meaning: Words{
			"Pengambilan kembali ini selesai di satu pihak saja; di penyedia mungkin gagal atau masih berjalan.",
			"Only one side has ended the reversal; at the provider it may have failed or still run.",
		},
		next: Words{
			"Lihat keadaannya di dasbor penyedia dan bandingkan lagi setelah selesai di sana. Jika gagal di sana, kembalikan uangnya ke saldo merchant dengan alasan.",
			"Look at its state in the provider's dashboard and compare again when it has ended there. If it failed there, give the money back to the client's balance with a reason.",
		},
	},
	{
		kind: Reversal, problem: BookedOtherwise, code: "reversal_booked_otherwise",
		meaning: Words{
			"Jumlah pengambilan kembali sama, tetapi catatan kami memindahkan uang penyedia yang lain, seperti pada pembayaran yang belum diselesaikan.",
			"The amount taken back agrees, but our log moved other money at the provider, as with a payment that is not settled.",
		},
		next: Words{
			"Buka pembayarannya, bandingkan pembukuan pengambilannya, dan jalankan pemeriksaan seluruh catatan.",
			"Open the payment, compare the postings of the reversal, and verify the whole log.",
		},
	},
}
