package words

// Events are the words for events by their names in the log.
var Events = map[string]Text{
	"payment.requested.v1": {"Pembayaran diminta", "Payment requested"},
	"payment.opened.v1":    {"Pembayaran dibuka oleh penyedia", "Payment opened by the provider"},
	"payment.paid.v1":      {"Dibayar", "Paid"},
}
