package provider

import (
	"gateway/domain/pricing"
	"gateway/domain/report"

	"github.com/shopspring/decimal"
)

// qrStatuses are the statuses of a payment by QR code. SETTLED is an addition of the
// simulator: the provider sends no such notification.
var qrStatuses = map[string]report.Status{
	"COMPLETED": report.Paid, "SUCCEEDED": report.Paid, "SETTLED": report.Settled, "FAILED": report.Failed,
}

// qrRequest is the body of POST /qr_codes.
type qrRequest struct {
	ExternalID  string          `json:"external_id"`
	Type        string          `json:"type"`
	CallbackURL string          `json:"callback_url"`
	Amount      decimal.Decimal `json:"amount"`
}

func newQR(r report.OpenRequest) qrRequest {
	return qrRequest{ExternalID: r.ExternalID, Type: "DYNAMIC", CallbackURL: r.CallbackURL, Amount: r.Amount}
}

func qrInstructions(o object) report.Instructions {
	return report.Instructions{ProviderID: o.text("id"), QRString: o.exact("qr_string")}
}

// readQRPayment reads a payment by QR code, which is also its notification.
func readQRPayment(o object) report.Payment {
	code := o.object("qr_code")
	r := report.Payment{
		Channel:        pricing.QRIS,
		ProviderID:     code.text("id"),
		PaymentID:      o.text("id"),
		TransactionID:  code.text("external_id"),
		Status:         o.status("status", qrStatuses),
		Amount:         o.amount("amount"),
		ChannelCode:    "QRIS",
		PaymentMethod:  "QR_CODE",
		PaymentChannel: "QRIS",
	}
	if o.has("payment_details") {
		r.Issuer = o.object("payment_details").textOr("source", "")
	}
	if r.Status.IsPaid() {
		r.PaidAmount, r.PaidAt = r.Amount, o.time("created")
	}
	return r
}

// lookupQR reads a QR code without its payments. INACTIVE means paid or expired; a payment
// that withPayments finds takes precedence.
func lookupQR(o object) report.Payment {
	r := reportOpened(qrInstructions(o), report.Payment{
		Channel: pricing.QRIS, TransactionID: o.text("external_id"), Status: report.Pending,
		Amount: o.amount("amount"), ChannelCode: "QRIS", PaymentMethod: "QR_CODE", PaymentChannel: "QRIS",
	})
	if o.text("status") == "INACTIVE" {
		r.Status = report.Expired
	}
	return r
}
