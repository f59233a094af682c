package provider

import (
	"slices"

	"gateway/domain/report"
)

// The events of notifications about refunds: of a wallet's charge, of a payment by QR code, and of POST /refunds.
const (
	voidEvent         = "ewallet.void"
	chargeRefundEvent = "ewallet.refund"
	qrRefundEvent     = "qr.refund"
)

var refundEvents = []string{voidEvent, chargeRefundEvent, qrRefundEvent, "refund.succeeded", "refund.failed"}

// ParseRefund reads the body of a notification if it is about a refund; ok is false for all others. The refund always
// names the payment, but only sometimes our reference. Every error is a *domain.Refusal that names the field.
func ParseRefund(body []byte) (r report.Refund, ok bool, err error) {
	o := readObject(body)
	event, data := unwrapped(o)
	if !slices.Contains(refundEvents, event) {
		return r, false, nil
	}
	r = readRefundEvent(event, data)
	return r, true, *o.err
}

// unwrapped returns the event and the data of a notification. The provider's documentation of refunds shows the envelope twice.
func unwrapped(o object) (event string, data object) {
	event, data = o.textOr("event", ""), o.object("data")
	if data.has("data") {
		event, data = data.textOr("event", event), data.object("data")
	}
	return event, data
}

func readRefundEvent(event string, o object) report.Refund {
	if event == voidEvent {
		return readVoidEvent(o)
	}
	r := report.Refund{
		ID: o.text("id"), Reference: o.textOr("reference_id", ""), Status: o.status("status", refundStatuses),
		Voided: o.textOr("status", "") == report.Voided, Amount: o.refundAmount(), Reason: o.textOr("reason", ""),
		FailureCode: o.textOr("failure_code", ""),
	}
	switch event {
	case chargeRefundEvent:
		r.ProviderID = o.text("charge_id")
	case qrRefundEvent:
		r.ProviderID = o.text("qrpy_id")
	default:
		r.ProviderID = o.textOr("invoice_id", o.textOr("payment_id", o.textOr("payment_request_id", "")))
	}
	return r
}

// readVoidEvent reads the notification of a void, which is the charge.
func readVoidEvent(o object) report.Refund {
	r := report.Refund{
		ProviderID: o.text("id"), Reference: o.textOr("reference_id", ""), Voided: true, Amount: o.chargedAmount(), Reason: report.Voided,
	}
	r.ID = voidID(r.ProviderID)
	if o.text("status") == report.Voided {
		r.Status = report.Completed
		return r
	}
	if r.Status = o.status("void_status", voidStatuses); r.Status == report.Failed {
		r.FailureCode = o.textOr("failure_code", voidFailed)
	}
	return r
}
