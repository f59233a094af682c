package words

// Withdrawals and settlements.
var (
	WithdrawalTitle   = Text{"Penarikan", "Withdrawal"}
	SettlementTitle   = Text{"Settlement", "Settlement"}
	PayoutsEmpty      = Text{"Belum ada. Merchant memintanya di portal atau lewat API.", "None yet. Clients ask for them in the portal or by the API."}
	TransferFee       = Text{"Biaya transfer", "Transfer fee"}
	TotalHeld         = Text{"Total yang ditahan", "Held in total"}
	Destination       = Text{"Tujuan", "Goes to"}
	Purpose           = Text{"Keperluan", "Purpose"}
	ByHand            = Text{"Ditransfer oleh orang", "Transferred by a person"}
	SubmittedAt       = Text{"Terakhir dikirim ke penyedia", "Last sent to the provider"}
	ProviderID        = Text{"ID penyedia", "Provider's id"}
	ProviderReference = Text{"Referensi di penyedia", "Reference at the provider"}
	UnknownPayout     = Text{
		"Hasilnya di penyedia belum diketahui. Periksa di dasbor penyedia sebelum menandainya selesai atau gagal.",
		"The outcome at the provider is not known. Look at the provider's dashboard before you call it completed or failed.",
	}
	UnknownFloat = Text{
		"Saldo kita di penyedia tidak cukup untuk penarikan ini. Isi saldo itu; pengiriman diulang dengan sendirinya.",
		"Our balance at the provider does not suffice for it. Top it up; it is sent again by itself.",
	}
	ContradictedPayout = Text{
		"Laporan penyedia tidak cocok dengan penarikan ini (%s). Tidak ada uang yang bergerak karenanya; seseorang harus memeriksanya.",
		"A report of the provider does not fit this payout (%s). It moved no money; somebody has to look.",
	}
	ApprovePayout     = Text{"Setujui", "Approve"}
	ApprovePayoutHint = Text{"Dikirim ke penyedia, kecuali orang yang mentransfer.", "It goes to the provider, unless a person makes the transfer."}
	ManualTransfer    = Text{"Ditransfer oleh orang, bukan oleh penyedia", "A person makes the transfer, not the provider"}
	RejectPayout      = Text{"Tolak", "Reject"}
	RejectPayoutHint  = Text{"Dana yang ditahan kembali tersedia. Merchant melihat alasannya.", "What was held is available again. The client sees the reason."}
	FoundPayout       = Text{
		"Penyedia mempunyai perintah transfer ini (%s) yang tidak dikenal di sini, misalnya setelah pemulihan cadangan. Pembayaran ini tertahan agar uangnya tidak " +
			"dikirim dua kali. Periksa perintah itu di dasbor penyedia, lalu ambil alih. Kalau perintah itu gagal, transaksi ini dapat diselesaikan secara manual.",
		"The provider has an order of this transfer (%s) that is not known here, as after a restore. The payout is held, so that the money is not " +
			"sent twice. Check the order in the provider's dashboard, then adopt it. If that order failed, the payout can be ended by hand.",
	}
	FoundProviderID = Text{"ID di penyedia yang ditemukan", "Id found at the provider"}
	FoundReference  = Text{"Referensi yang ditemukan", "Reference that was found"}
	AdoptPayout     = Text{"Ambil alih perintah penyedia", "Adopt the provider's order"}
	AdoptPayoutHint = Text{
		"Penyedia ditanya lagi; jumlah dan rekening harus cocok. Setelah itu hasilnya mengikuti penyedia.",
		"The provider is asked again; amount and bank account must match. From then on the outcome is the provider's.",
	}
	CompletePayout = Text{"Catat transfer", "Record the transfer"}
	CompleteHint   = Text{"Setelah orang mentransfernya.", "Once a person has made it."}
	WhoTransferred = Text{"Siapa yang mentransfer", "Who made the transfer"}
	FailPayout     = Text{"Nyatakan gagal", "Call it failed"}
	FailPayoutHint = Text{"Dana yang ditahan kembali tersedia. Pastikan uangnya tidak terkirim.", "What was held is available again. Make sure that the money did not go out."}
	UnknownWhy     = Text{"Mengapa belum pasti", "Why unknown"}
)

// UnknownReasons are the words for why the outcome of a payout is not known.
var UnknownReasons = map[string]Text{
	"no_answer":   {"Penyedia tidak menjawab", "No answer of the provider"},
	"refused":     {"Penyedia menolak, tetapi mungkin sudah memilikinya", "The provider refused, but may have it"},
	"float_empty": {"Saldo kita di penyedia tidak cukup", "Our balance at the provider is too low"},
}

// PayoutContradictions are the words for reports of the provider that do not fit a payout.
var PayoutContradictions = map[string]Text{
	"other_provider_id": {"ID penyedia lain", "another id of the provider"},
	"other_amount":      {"jumlah lain", "another amount"},
	"other_account":     {"rekening lain", "another account"},
	"other_reference":   {"referensi lain", "another reference"},
	"not_submitted":     {"belum pernah dikirim", "it was never sent"},
	"ended_otherwise":   {"sudah berakhir dengan cara lain", "it has ended otherwise"},
	"not_confirmed":     {"penyedia tidak membenarkannya", "the provider does not confirm it"},
}
