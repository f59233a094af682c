package difference

var feeRows = []row{
	{
		kind: Fee, problem: MissingHere, code: "fee_missing_here",
		meaning: Words{
			"Penyedia memotong biaya yang belum dibukukan catatan kami.",
			"The provider took a fee that our log has not booked yet.",
		},
		next: Words{
			"Bandingkan lagi setelah beberapa menit: gateway membukukan biaya semenit setelah pasti. Jika masih ada, bandingkan dengan tagihan penyedia.",
			"Compare again after some minutes: the gateway books a fee within a minute after it is final. If it stays, compare with the provider's invoice.",
		},
	},
	{
		kind: Fee, problem: MissingThere, code: "fee_missing_there",
		meaning: Words{
			"Catatan kami membukukan biaya yang tidak ada lagi di pembukuan penyedia: mungkin dikembalikan.",
			"Our log booked a fee that the provider's books do not have any more: it may have been given back.",
		},
		next: Words{
			"Bandingkan lagi setelah beberapa menit. Jika masih ada, cocokkan dengan tagihan penyedia dan tanyakan penyedia.",
			"Compare again after some minutes. If it stays, hold it against the provider's invoice and ask the provider.",
		},
	},
	{
		kind: Fee, problem: AmountDiffers, code: "fee_amount_differs",
		meaning: Words{
			"Penyedia mengubah biaya setelah catatan kami membukukannya, atau PPN-nya dihitung lain.",
			"The provider changed the fee after our log had booked it, or computes its VAT differently.",
		},
		next: Words{
			"Cocokkan dengan tagihan penyedia. Jika penyedia benar, masukkan selisihnya di kas sebagai opening dari cost:provider ke provider:clearing; jika tidak, minta kembali.",
			"Hold it against the provider's invoice. If the provider is right, enter the difference in the treasury as an opening from cost:provider to provider:clearing; if not, claim it back.",
		},
	},
	{
		kind: Fee, problem: StatusDiffers, code: "fee_status_differs",
		meaning: Words{
			"Biaya ini pasti di satu pihak saja.",
			"Only one side counts the fee as final.",
		},
		next: Words{
			"Bandingkan lagi setelah beberapa menit, lalu cocokkan dengan tagihan penyedia.",
			"Compare again after some minutes, then hold it against the provider's invoice.",
		},
	},
	{
		kind: Fee, problem: BookedOtherwise, code: "fee_booked_otherwise",
		meaning: Words{
			"Jumlah biayanya sama, tetapi penyedia tidak memotongnya dari saldo kita seperti dibukukan catatan kami.",
			"The amount of the fee agrees, but the provider did not take it from our balance as our log booked it.",
		},
		next: Words{
			"Lihat di dasbor penyedia apakah biaya ini ditagih terpisah, dan tanyakan penyedia.",
			"Look in the provider's dashboard whether the fee is invoiced apart, and ask the provider.",
		},
	},
}
