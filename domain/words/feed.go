package words

// FeedEvents are the words for what a callback tells, by the names of package feed. What is not here is said by the
// words for the thing and for its status.
var FeedEvents = map[string]Text{
	"transaction.created":       {"Pembayaran dibuat", "Payment created"},
	"invoice.paid":              {"Pembayaran dibayar", "Payment paid"},
	"invoice.settled":           {"Dana pembayaran dapat ditarik", "Money of the payment available"},
	"invoice.expired":           {"Pembayaran kedaluwarsa", "Payment expired"},
	"payment.under_review":      {"Pembayaran ditinjau", "Payment under review"},
	"payment.reversed":          {"Pembayaran dibalik", "Payment reversed"},
	"payment.reversal_returned": {"Uang yang dibalik kembali", "Reversed money came back"},
	"ticket.answered":           {"Tiket dijawab", "Ticket answered"},
	"account.updated":           {"Akun diubah", "Account changed"},
	"withdrawal.requested":      {"Penarikan: diminta", "Withdrawal: requested"},
	"settlement.requested":      {"Settlement: diminta", "Settlement: requested"},
}
