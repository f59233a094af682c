package words

// Approvals by a second administrator.
var (
	Approvals        = Text{"Persetujuan kedua", "Second approvals"}
	ApprovalTitle    = Text{"Persetujuan kedua", "Second approval"}
	ApprovalsEmpty   = Text{"Tidak ada yang menunggu admin kedua.", "Nothing waits for a second administrator."}
	AskedBy          = Text{"Diminta oleh", "Asked by"}
	DecidedBy        = Text{"Diputuskan oleh", "Decided by"}
	DecisionReason   = Text{"Alasan keputusan", "Reason of the decision"}
	DecidedAt        = Text{"Diputuskan", "Decided"}
	FinishedAt       = Text{"Dilakukan", "Done at"}
	ResultTitle      = Text{"Hasil", "Result"}
	Subject          = Text{"Tentang", "About"}
	GrantApproval    = Text{"Setujui dan lakukan", "Grant and do it"}
	RefuseApproval   = Text{"Tolak", "Refuse"}
	OwnApproval      = Text{"Anda yang memintanya: admin lain harus memutuskan.", "You asked for it: another administrator must decide."}
	WaitsForApproval = Text{"Menunggu admin kedua sampai %s.", "It waits for a second administrator until %s."}
)

// Money in suspense, reversals and holds.
var (
	Suspense            = Text{"Dana dalam peninjauan", "Suspense"}
	SuspenseTitle       = Text{"Dana dalam peninjauan", "Money in suspense"}
	SuspenseEmpty       = Text{"Tidak ada dana yang ditinjau.", "No money is under review."}
	AmountDue           = Text{"Seharusnya", "Due"}
	AmountReceived      = Text{"Diterima", "Received"}
	TakenBack           = Text{"Ditarik kembali", "Taken back"}
	ProviderPayment     = Text{"ID pembayaran penyedia", "Provider's id of the payment"}
	Release             = Text{"Lepaskan ke merchant", "Release to the client"}
	ReleaseHint         = Text{"Pembayaran menjadi PAID, saldo merchant bertambah, dan callback dikirim.", "The payment becomes PAID, the client is credited and called back."}
	Refund              = Text{"Kembalikan ke pembayar", "Refund to the payer"}
	RefundHint          = Text{"Penyedia mengembalikannya, kecuali orang sudah membayarnya dari rekening kita.", "The provider gives it back, unless a person has paid it from our own account."}
	Reopen              = Text{"Tinjau lagi", "Reopen"}
	ReopenHint          = Text{"Penyedia tidak mengembalikannya: dana ini dapat diputuskan lagi.", "The provider does not give it back: it can be decided on again."}
	RefundByHand        = Text{"Sudah dibayar kembali oleh orang", "A person has paid it back"}
	Resolution          = Text{"Keputusan", "Decision"}
	Reversals           = Text{"Pembalikan", "Reversals"}
	ReversalsEmpty      = Text{"Belum ada pembayaran yang dibalik.", "No payment was taken back."}
	PaymentReports      = Text{"Pemberitahuan yang diragukan", "Notifications in doubt"}
	PaymentReportsEmpty = Text{
		"Tidak ada pemberitahuan pembayaran yang lama menunggu atau tidak dipastikan penyedia.",
		"No notification of a payment waits long, and none lacks the provider's confirmation.",
	}
	ReversalTitle = Text{"Pembalikan", "Reversal"}
	Assign        = Text{"Tetapkan", "Assign"}
	AssignHint    = Text{"Pembayaran ini diterima lebih dari sekali. Lihat di dasbor penyedia uang mana yang ditarik kembali.", "The payment was paid more than once. See in the provider's dashboard which money was taken back."}
	Contradiction = Text{"Pertentangan", "Contradiction"}
	EndHold       = Text{"Akhiri penahanan", "End the hold"}
	EndHoldHint   = Text{"Kredit pembayaran ini dapat ditarik sekarang juga, tanpa menunggu penyelesaian.", "The credit of this payment can be withdrawn now, without waiting for its settlement."}
)

// SuspenseReasons are the words for why money is in suspense.
var SuspenseReasons = map[string]Text{
	"amount_mismatch": {"Jumlah tidak cocok", "Wrong amount"},
	"second_payment":  {"Pembayaran kedua", "Second payment"},
	"order_paid":      {"Pesanan sudah dibayar", "The order was paid already"},
}

// ReversalKinds are the words for kinds of reversals.
var ReversalKinds = map[string]Text{
	"void":       {"Pembatalan", "Void"},
	"refund":     {"Pengembalian dana", "Refund"},
	"chargeback": {"Chargeback", "Chargeback"},
}

// ReversalContradictions are the words for reversals that do not fit their payment.
var ReversalContradictions = map[string]Text{
	"void_after_reversal": {"dibatalkan setelah dibalik", "a void after a reversal"},
	"other_amount":        {"jumlah lain", "another amount"},
	"not_whole":           {"bukan seluruhnya", "not the whole amount"},
	"more_than_paid":      {"lebih dari yang dibayar", "more than was paid"},
	"refunded_by_hand":    {"sudah dibayar kembali oleh orang", "a person had paid it back"},
}

// Tickets and proposals.
var (
	TicketTitle    = Text{"Tiket", "Ticket"}
	TicketsEmpty   = Text{"Tidak ada tiket.", "No tickets."}
	TicketSubject  = Text{"Judul", "Subject"}
	Category       = Text{"Kategori", "Category"}
	Priority       = Text{"Prioritas", "Priority"}
	ReplyTicket    = Text{"Balas", "Reply"}
	CloseTicket    = Text{"Tutup tiket", "Close the ticket"}
	Message        = Text{"Pesan", "Message"}
	SaysClient     = Text{"Merchant", "Client"}
	SaysSupport    = Text{"Dukungan", "Support"}
	Proposals      = Text{"Proposal", "Proposals"}
	ProposalsEmpty = Text{"Tidak ada proposal.", "No proposals."}
	Whatsapp       = Text{"WhatsApp", "WhatsApp"}
	MarkRead       = Text{"Tandai sudah dibaca", "Mark as read"}
)
