package provider

import (
	"gateway/domain"
	"gateway/domain/report"
	"gateway/domain/text"
)

// disputeEvents are the events of the Disputes API that change something here.
var disputeEvents = map[string]report.DisputeStatus{
	"dispute.action_required": report.DisputeOpen,
	"dispute.under_review":    report.DisputeUnderReview,
	"dispute.won":             report.DisputeWon,
	"dispute.lost":            report.DisputeLost,
}

// ParseDispute reads the body of a notification about a dispute, by the rules of ParsePayment. The provider documents the event and
// the ids; amount, reason and the end of the time for an answer are read where they are there.
func ParseDispute(body []byte) (report.Dispute, error) {
	o := readObject(body)
	status, known := disputeEvents[o.textOr("event", "")]
	if !known {
		o.refuse("event", "is no event of a dispute that changes anything")
	}
	d := o.object("data")
	r := report.Dispute{
		ID: d.text("id"), PaymentID: d.textOr("payment_id", ""), Reference: d.textOr("reference_id", ""), Status: status,
		// A reason that is too long must not keep the money from being held.
		Reason: text.Cleaned(d.textOr("reason", ""), text.MaxLine),
	}
	if d.has("amount") {
		r.Amount = d.amount("amount")
	}
	if d.has("due_date") {
		r.DueBy = d.time("due_date")
	}
	if *o.err != nil {
		return report.Dispute{}, *o.err
	}
	if r.PaymentID == "" && r.Reference == "" {
		return report.Dispute{}, domain.InvalidField("data.payment_id", "is required without reference_id")
	}
	return r, nil
}
