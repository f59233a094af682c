package difference

import "gateway/domain/report"

var payoutRows = []row{
	{
		kind: Payout, problem: MissingHere, code: "payout_missing_here",
		meaning: Words{
			"Penyedia mentransfer uang yang tidak pernah diperintahkan catatan kami: seseorang membuatnya di dasbor penyedia, program lain memakai akun yang sama, kunci rahasia bocor, atau catatan kami lebih tua daripada yang diketahui penyedia.",
			"The provider made a transfer that our log never ordered: a person made it in the provider's dashboard, another program uses the account, the secret key has leaked, or our log is older than what the provider knows.",
		},
		next: Words{
			"Tanyakan hari ini juga siapa yang membuatnya. Jika tidak ada yang mengaku, ganti kunci penyedia sekarang dan hentikan penarikan. Setelah dipulihkan dari cadangan, ikuti langkah pemulihan.",
			"Find out today which person or program made it. If that can't be found, change the provider's key now and stop payouts. After a restore, follow the steps of a restore.",
		},
	},
	{
		kind: Payout, problem: MissingThere, code: "payout_missing_there",
		meaning: Words{
			"Catatan kami mengirim perintah transfer, dan penyedia tidak mengenalnya: permintaannya belum atau tidak sampai.",
			"Our log sent the order for a transfer and the provider does not know it: the request has not arrived yet, or never did.",
		},
		next: Words{
			"Buka penarikannya: gateway menanyakan penyedia dan mengulangi dengan kunci yang sama. Jangan mentransfer manual sebelum penarikannya dinyatakan gagal.",
			"Open the payout: the gateway asks the provider and repeats the order with the same key. Make no transfer by hand before the payout has failed.",
		},
	},
	{
		kind: Payout, problem: AmountDiffers, code: "payout_amount_differs",
		meaning: Words{
			"Penyedia mentransfer jumlah yang berbeda dari yang diperintahkan.",
			"The provider transferred another amount than it was ordered to.",
		},
		next: Words{
			"Hentikan penarikan sampai penyedia menjelaskannya, bandingkan dengan mutasi rekening penerima, lalu koreksi saldo merchant dengan alasan.",
			"Stop payouts until the provider has explained it, compare with the receiver's bank statement, then correct the client's balance with a reason.",
		},
	},
	{
		kind: Payout, problem: StatusDiffers, here: report.Pending, there: report.Completed, code: "payout_completed_there",
		meaning: Words{
			"Penyedia sudah mentransfer, dan catatan kami belum mendengarnya.",
			"The provider has made the transfer, and our log has not heard of it yet.",
		},
		next: Words{
			"Bandingkan lagi setelah beberapa menit: gateway menanyakan sendiri. Jika masih berbeda, buka penarikannya dan lihat laporan yang bertentangan.",
			"Compare again after some minutes: the gateway asks by itself. If it still differs, open the payout and look for a report that contradicts it.",
		},
	},
	{
		kind: Payout, problem: StatusDiffers, here: report.Pending, there: report.Failed, code: "payout_failed_there",
		meaning: Words{
			"Transfer gagal di penyedia, dan catatan kami masih menahan uangnya.",
			"The transfer failed at the provider, and our log still holds its money.",
		},
		next: Words{
			"Bandingkan lagi setelah beberapa menit: gateway menanyakan sendiri dan mengembalikan uangnya ke saldo. Jika masih berbeda, buka penarikannya.",
			"Compare again after some minutes: the gateway asks by itself and gives the money back to the balance. If it still differs, open the payout.",
		},
	},
	{
		kind: Payout, problem: StatusDiffers, here: report.Failed, there: report.Completed, code: "payout_failed_here",
		meaning: Words{
			"Penyedia mentransfer uang yang menurut catatan kami gagal dan sudah dikembalikan ke saldo merchant: merchant mendapatnya dua kali.",
			"The provider made a transfer that failed in our log, where its money went back to the client: the client has it twice.",
		},
		next: Words{
			"Buka penarikannya, pastikan di dasbor penyedia, minta uangnya dari merchant atau koreksi saldonya dengan alasan.",
			"Open the payout, make sure in the provider's dashboard, and ask the client for the money or correct the balance with a reason.",
		},
	},
	{
		kind: Payout, problem: StatusDiffers, here: ByHand, code: "payout_by_hand_and_there",
		meaning: Words{
			"Seseorang mentransfer ini secara manual, sedangkan perintah yang sama di penyedia tidak gagal: mungkin dibayar dua kali.",
			"A person made this transfer by hand, while the same order has not failed at the provider: it may be paid twice.",
		},
		next: Words{
			"Tanyakan penyedia apakah transfernya masih dapat dibatalkan. Jika sudah terkirim, minta salah satunya kembali dari penerima.",
			"Ask the provider whether its transfer can still be cancelled. If it was made, ask the receiver to give one of them back.",
		},
	},
	{
		kind: Payout, problem: StatusDiffers, here: report.Completed, code: "payout_completed_here",
		meaning: Words{
			"Catatan kami menganggap transfer ini selesai, sedangkan penyedia tidak: transfernya dikembalikan oleh bank, atau laporannya tidak benar.",
			"Our log counts the transfer as made and the provider does not: the bank gave it back, or the report was not true.",
		},
		next: Words{
			"Bandingkan lagi setelah beberapa menit. Jika masih berbeda, buka penarikannya, pastikan di dasbor penyedia, dan kembalikan uangnya ke saldo merchant dengan alasan.",
			"Compare again after some minutes. If it still differs, open the payout, make sure in the provider's dashboard, and give the money back to the client's balance with a reason.",
		},
	},
	{
		kind: Payout, problem: StatusDiffers, code: "payout_status_differs",
		meaning: Words{
			"Kedua pihak menyebut keadaan yang berbeda untuk transfer ini.",
			"The two sides name different states of the transfer.",
		},
		next: Words{
			"Buka penarikannya dan lihat laporan terakhir penyedia, lalu bandingkan lagi setelah beberapa menit. Jangan mentransfer manual sebelum jelas.",
			"Open the payout and look at the provider's last report, then compare again after some minutes. Make no transfer by hand before it is clear.",
		},
	},
	{
		kind: Payout, problem: BookedOtherwise, code: "payout_booked_otherwise",
		meaning: Words{
			"Jumlah dan keadaannya sama, tetapi catatan kami memindahkan uang yang lain untuk transfer ini.",
			"Amount and state agree, but our log moved other money for the transfer.",
		},
		next: Words{
			"Buka penarikannya, bandingkan pembukuan setiap peristiwanya, dan jalankan pemeriksaan seluruh catatan.",
			"Open the payout, compare the postings of each of its events, and verify the whole log.",
		},
	},
}
