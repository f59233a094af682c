package difference

var ownMoneyRows = []row{
	{
		kind: OwnMoney, problem: MissingHere, code: "own_money_missing_here",
		meaning: Words{
			"Uang kita sendiri bergerak di penyedia, seperti pengisian saldo, penarikan, atau koreksi penyedia, dan belum dimasukkan di kas.",
			"Our own money moved at the provider, such as a top-up, a withdrawal or the provider's correction, and it is not entered in the treasury.",
		},
		next: Words{
			"Masukkan di kas dengan referensi penyedia, supaya keduanya saling menemukan. Untuk koreksi penyedia gunakan opening dengan dua akun.",
			"Enter it in the treasury with the provider's reference, so that both find each other. For a correction of the provider use an opening with two accounts.",
		},
	},
	{
		kind: OwnMoney, problem: MissingThere, code: "own_money_missing_there",
		meaning: Words{
			"Kas mencatat pergerakan uang yang tidak ada di pembukuan penyedia: referensinya salah tulis, atau uangnya belum sampai.",
			"The treasury has a movement that the provider's books do not have: its reference is misspelt, or the money has not arrived yet.",
		},
		next: Words{
			"Cari jumlahnya di dasbor penyedia. Jika belum sampai, tunggu; jika referensinya salah, masukkan opening yang membatalkannya, lalu entri dengan referensi yang benar.",
			"Look for the amount in the provider's dashboard. If it has not arrived, wait; if the reference is wrong, enter an opening that undoes it, then the entry with the right reference.",
		},
	},
	{
		kind: OwnMoney, problem: AmountDiffers, code: "own_money_amount_differs",
		meaning: Words{
			"Kas mencatat jumlah yang berbeda dari penyedia: salah ketik, atau bank memotong biaya di jalan.",
			"The treasury has another amount than the provider: a slip of the pen, or a bank took its charge on the way.",
		},
		next: Words{
			"Cocokkan dengan rekening koran, lalu masukkan selisihnya di kas sebagai biaya bank atau opening.",
			"Hold it against the bank's statement, then enter the difference in the treasury as a bank charge or an opening.",
		},
	},
	{
		kind: OwnMoney, problem: StatusDiffers, code: "own_money_status_differs",
		meaning: Words{
			"Pergerakan uang ini selesai di kas, dan tidak selesai di penyedia.",
			"The movement is complete in the treasury, and not complete at the provider.",
		},
		next: Words{
			"Tunggu sampai selesai di penyedia dan bandingkan lagi. Jika gagal di sana, masukkan opening yang membatalkannya.",
			"Wait until it is complete at the provider and compare again. If it failed there, enter an opening that undoes it.",
		},
	},
	{
		kind: OwnMoney, problem: BookedOtherwise, code: "own_money_booked_otherwise",
		meaning: Words{
			"Jumlahnya sama, tetapi uangnya bergerak ke arah lain: kas mencatat masuk, penyedia mencatat keluar, atau sebaliknya.",
			"The amount agrees, but the money moved the other way: the treasury has it coming in and the provider going out, or the reverse.",
		},
		next: Words{
			"Cocokkan dengan rekening koran, masukkan opening yang membatalkan entri yang salah, lalu entri dengan jenis yang benar.",
			"Hold it against the bank's statement, enter an opening that undoes the wrong entry, then the entry of the right kind.",
		},
	},
}
