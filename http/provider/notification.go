package provider

import (
	"strings"
	"time"

	"gateway/domain"

	"github.com/shopspring/decimal"
)

// Notification is what the provider told us, whichever product it is about.
type Notification struct {
	Kind string
	// ProviderID is the id that was answered on creation.
	ProviderID string
	// PaymentID tells one genuine payment from a repetition of its notification:
	// the same payment always has the same one.
	PaymentID  string
	ExternalID string
	// Status is never Pending.
	Status Status
	// Amount is what was due, or the paid amount where the provider tells that
	// alone (VA, QRIS). PaidAmount and PaidAt are zero unless money moved.
	Amount     decimal.Decimal
	PaidAmount decimal.Decimal
	PaidAt     time.Time
	// ChannelCode is the bank or wallet as the gateway names it: BCA, OVO, QRIS.
	ChannelCode string
	// PaymentMethod and PaymentChannel are in the provider's words.
	PaymentMethod  string
	PaymentChannel string
	UserID         string
	FailureCode    string
}

var readers = map[string]func(object) Notification{
	Invoice:          readInvoice,
	VA:               readVAPayment,
	EWallet:          func(o object) Notification { return readCharge(o.object("data")) },
	QRIS:             readQRPayment,
	KindDisbursement: readPayout,
}

// ParseNotification reads the body of a notification of the kind: invoice, va,
// ewallet, qris or disbursement. Members it does not know are passed over; those
// it needs must be there with their right types. Every error is a
// *domain.Refusal that names the field.
func ParseNotification(kind string, body []byte) (Notification, error) {
	read, known := readers[kind]
	if !known {
		return Notification{}, domain.InvalidField("kind", "is not a kind of notification")
	}
	o := readObject(body)
	n := read(o)
	if n.Status == Pending {
		o.refuse("status", "says nothing new")
	}
	if *o.err != nil {
		return Notification{}, *o.err
	}
	return n, nil
}

func readInvoice(o object) Notification {
	n := Notification{
		Kind:           Invoice,
		ProviderID:     o.text("id"),
		ExternalID:     o.text("external_id"),
		Status:         o.oneOf("status", invoiceWords),
		Amount:         o.amount("amount"),
		PaymentMethod:  o.textOr("payment_method", ""),
		PaymentChannel: o.textOr("payment_channel", o.textOr("bank_code", "")),
		UserID:         o.textOr("user_id", ""),
	}
	n.PaymentID = o.textOr("payment_id", n.ProviderID)
	n.ChannelCode = channelCode(n.PaymentChannel)
	if n.Status.isPaid() {
		n.PaidAmount, n.PaidAt = o.amount("paid_amount"), o.time("paid_at")
	}
	return n
}

// readVAPayment reads a payment into a VA. It has a status only where it says
// more than that it was paid.
func readVAPayment(o object) Notification {
	n := Notification{
		Kind:           VA,
		ProviderID:     o.text("callback_virtual_account_id"),
		PaymentID:      o.text("payment_id"),
		ExternalID:     o.text("external_id"),
		Status:         Paid,
		Amount:         o.amount("amount"),
		PaidAt:         o.time("transaction_timestamp"),
		PaymentMethod:  "BANK_TRANSFER",
		PaymentChannel: o.text("bank_code"),
		UserID:         o.textOr("owner_id", ""),
	}
	if o.has("status") {
		n.Status = o.oneOf("status", vaWords)
	}
	n.PaidAmount, n.ChannelCode = n.Amount, channelCode(n.PaymentChannel)
	return n
}

func readCharge(o object) Notification {
	n := Notification{
		Kind:           EWallet,
		ProviderID:     o.text("id"),
		ExternalID:     o.text("reference_id"),
		Status:         o.oneOf("status", chargeWords),
		Amount:         o.amount("charge_amount"),
		PaymentMethod:  "EWALLET",
		PaymentChannel: o.text("channel_code"),
		UserID:         o.textOr("business_id", ""),
		FailureCode:    o.textOr("failure_code", ""),
	}
	// A charge is captured once, so its own id is that of the payment.
	n.PaymentID, n.ChannelCode = n.ProviderID, channelCode(n.PaymentChannel)
	if n.Status.isPaid() {
		n.PaidAmount, n.PaidAt = o.amountOr("capture_amount", n.Amount), o.time("updated")
	}
	if o.textOr("status", "") == "VOIDED" {
		n.FailureCode = "VOIDED"
	}
	return n
}

func readQRPayment(o object) Notification {
	code := o.object("qr_code")
	n := Notification{
		Kind:           QRIS,
		ProviderID:     code.text("id"),
		PaymentID:      o.text("id"),
		ExternalID:     code.text("external_id"),
		Status:         o.oneOf("status", qrWords),
		Amount:         o.amount("amount"),
		ChannelCode:    "QRIS",
		PaymentMethod:  "QR_CODE",
		PaymentChannel: "QRIS",
	}
	if n.Status.isPaid() {
		n.PaidAmount, n.PaidAt = n.Amount, o.time("created")
	}
	return n
}

func readPayout(o object) Notification {
	d := readDisbursement(o)
	n := Notification{
		Kind: KindDisbursement, ProviderID: d.ID, PaymentID: d.ID, ExternalID: d.ExternalID,
		Status: d.Status, Amount: d.Amount, ChannelCode: o.textOr("bank_code", ""),
		UserID: o.textOr("user_id", ""), FailureCode: d.FailureCode,
	}
	if d.Status == Completed {
		n.PaidAmount, n.PaidAt = d.Amount, d.UpdatedAt
	}
	return n
}

// channelCode drops the country that some of the provider's codes carry.
func channelCode(code string) string { return strings.TrimPrefix(code, "ID_") }
