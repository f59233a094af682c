package provider

import (
	"strings"

	"gateway/domain"
	"gateway/domain/pricing"
	"gateway/domain/report"
)

var paymentReaders = map[pricing.Kind]func(object) report.Payment{
	pricing.Invoice: readInvoice,
	pricing.VA:      readVAPayment,
	pricing.EWallet: func(o object) report.Payment { return readCharge(o.object("data")) },
	pricing.QRIS:    readQRPayment,
}

// ParsePayment reads the body of a notification on a payment of the channel.
// Members it does not know are ignored; those it needs must be there with their
// right types. Every error is a *domain.Refusal that names the field.
func ParsePayment(channel pricing.Kind, body []byte) (report.Payment, error) {
	read, known := paymentReaders[channel]
	if !known {
		return report.Payment{}, domain.InvalidField("kind", "is not a kind of notification")
	}
	o := readObject(body)
	r := read(o)
	if err := checkNews(o, r.Status); err != nil {
		return report.Payment{}, err
	}
	return r, nil
}

// ParsePayout reads the body of a notification on a payout, by the rules of
// ParsePayment.
func ParsePayout(body []byte) (report.Payout, error) {
	o := readObject(body)
	r := readPayout(o)
	if err := checkNews(o, r.Status); err != nil {
		return report.Payout{}, err
	}
	return r, nil
}

// checkNews refuses a notification that could not be read, or that reports no change.
func checkNews(o object, status report.Status) error {
	if status == report.Pending {
		o.refuse("status", "says nothing new")
	}
	return *o.err
}

func readInvoice(o object) report.Payment {
	r := report.Payment{
		Channel:        pricing.Invoice,
		ProviderID:     o.text("id"),
		TransactionID:  o.text("external_id"),
		Status:         o.oneOf("status", invoiceWords),
		Amount:         o.amount("amount"),
		PaymentMethod:  o.textOr("payment_method", ""),
		PaymentChannel: o.textOr("payment_channel", o.textOr("bank_code", "")),
		UserID:         o.textOr("user_id", ""),
	}
	r.PaymentID = o.textOr("payment_id", r.ProviderID)
	r.ChannelCode = channelCode(r.PaymentChannel)
	if r.Status.IsPaid() {
		r.PaidAmount, r.PaidAt = o.amount("paid_amount"), o.time("paid_at")
	}
	return r
}

// readVAPayment reads a payment into a VA. Its status is missing where it only says
// that it was paid.
func readVAPayment(o object) report.Payment {
	r := report.Payment{
		Channel:        pricing.VA,
		ProviderID:     o.text("callback_virtual_account_id"),
		PaymentID:      o.text("payment_id"),
		TransactionID:  o.text("external_id"),
		Status:         report.Paid,
		Amount:         o.amount("amount"),
		PaidAt:         o.time("transaction_timestamp"),
		PaymentMethod:  "BANK_TRANSFER",
		PaymentChannel: o.text("bank_code"),
		UserID:         o.textOr("owner_id", ""),
	}
	if o.has("status") {
		r.Status = o.oneOf("status", vaWords)
	}
	r.PaidAmount, r.ChannelCode = r.Amount, channelCode(r.PaymentChannel)
	return r
}

func readCharge(o object) report.Payment {
	r := report.Payment{
		Channel:        pricing.EWallet,
		ProviderID:     o.text("id"),
		TransactionID:  o.text("reference_id"),
		Status:         o.oneOf("status", chargeWords),
		Amount:         o.amount("charge_amount"),
		PaymentMethod:  "EWALLET",
		PaymentChannel: o.text("channel_code"),
		UserID:         o.textOr("business_id", ""),
		FailureCode:    o.textOr("failure_code", ""),
	}
	// A charge is captured once, so its own id is also that of the payment.
	r.PaymentID, r.ChannelCode = r.ProviderID, channelCode(r.PaymentChannel)
	if r.Status.IsPaid() {
		r.PaidAmount, r.PaidAt = o.amountOr("capture_amount", r.Amount), o.time("updated")
	}
	if o.textOr("status", "") == report.Voided {
		r.FailureCode = report.Voided
	}
	return r
}

func readQRPayment(o object) report.Payment {
	code := o.object("qr_code")
	r := report.Payment{
		Channel:        pricing.QRIS,
		ProviderID:     code.text("id"),
		PaymentID:      o.text("id"),
		TransactionID:  code.text("external_id"),
		Status:         o.oneOf("status", qrWords),
		Amount:         o.amount("amount"),
		ChannelCode:    "QRIS",
		PaymentMethod:  "QR_CODE",
		PaymentChannel: "QRIS",
	}
	if r.Status.IsPaid() {
		r.PaidAmount, r.PaidAt = r.Amount, o.time("created")
	}
	return r
}

// channelCode drops the country prefix that some of the provider's codes carry.
func channelCode(code string) string { return strings.TrimPrefix(code, "ID_") }
