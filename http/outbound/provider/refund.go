package provider

import "gateway/domain/report"

// refundEvent is the event name of an e-wallet notification about a refund. All other events are about the
// charge.
const refundEvent = "ewallet.refund"

var refundStatuses = map[string]report.Status{
	"SUCCEEDED": report.Completed, "PENDING": report.Pending, "FAILED": report.Failed, "CANCELLED": report.Failed,
}

// ParseRefund reads the body of an e-wallet's notification if it is about a refund; ok is false for all
// others. The refund always names the charge, but only sometimes our reference. Every error is a
// *domain.Refusal that names the field.
func ParseRefund(body []byte) (r report.Refund, ok bool, err error) {
	o := readObject(body)
	if o.textOr("event", "") != refundEvent {
		return r, false, nil
	}
	data := o.object("data")
	r = report.Refund{
		ID: data.text("id"), ProviderID: data.text("charge_id"), Reference: data.textOr("reference_id", ""),
		Status: data.status("status", refundStatuses), Amount: data.amount("refund_amount"), Reason: data.textOr("reason", ""),
	}
	return r, true, *o.err
}
