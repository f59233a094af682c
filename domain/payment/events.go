package payment

import "gateway/domain"

// EventType is the wire name.
func (Requested) EventType() string            { return "payment.requested.v1" }
func (Rerouted) EventType() string             { return "payment.rerouted.v1" }
func (Opened) EventType() string               { return "payment.opened.v1" }
func (Refused) EventType() string              { return "payment.refused.v1" }
func (Paid) EventType() string                 { return "payment.paid.v1" }
func (Settled) EventType() string              { return "payment.settled.v2" }
func (SettledV1) EventType() string            { return "payment.settled.v1" }
func (HoldEnded) EventType() string            { return "payment.hold_ended.v1" }
func (Reversed) EventType() string             { return "payment.reversed.v1" }
func (ReversalReported) EventType() string     { return "payment.reversal_reported.v1" }
func (ReversalAssigned) EventType() string     { return "payment.reversal_assigned.v1" }
func (ReversalContradicted) EventType() string { return "payment.reversal_contradicted.v1" }
func (Expired) EventType() string              { return "payment.expired.v1" }
func (Suspended) EventType() string            { return "payment.suspended.v1" }
func (SuspenseReleased) EventType() string     { return "payment.suspense_released.v1" }
func (SuspenseRefunded) EventType() string     { return "payment.suspense_refunded.v1" }
func (SuspenseReopened) EventType() string     { return "payment.suspense_reopened.v1" }
func (SuspenseSettled) EventType() string      { return "payment.suspense_settled.v1" }
func (Reported) EventType() string             { return "payment.reported.v1" }
func (ReportAnswered) EventType() string       { return "payment.report_answered.v1" }
func (Contradicted) EventType() string         { return "payment.contradicted.v1" }
func (Chained) EventType() string              { return "payment.chained.v1" }
func (Replaced) EventType() string             { return "payment.replaced.v1" }
func (Closed) EventType() string               { return "payment.closed.v1" }
func (RefundRequested) EventType() string      { return "refund.requested.v1" }
func (RefundConfirmed) EventType() string      { return "refund.confirmed.v1" }
func (RefundUndone) EventType() string         { return "refund.undone.v1" }
func (RefundApproved) EventType() string       { return "refund.approved.v1" }
func (RefundRejected) EventType() string       { return "refund.rejected.v1" }
func (RefundCancelled) EventType() string      { return "refund.cancelled.v1" }
func (RefundSubmitted) EventType() string      { return "refund.submitted.v1" }
func (RefundAccepted) EventType() string       { return "refund.accepted.v1" }
func (RefundAttemptFailed) EventType() string  { return "refund.attempt_failed.v1" }
func (RefundFailed) EventType() string         { return "refund.failed.v1" }
func (ReversalReturned) EventType() string     { return "payment.reversal_returned.v1" }
func (DisputeOpened) EventType() string        { return "dispute.opened.v1" }
func (DisputeAnswered) EventType() string      { return "dispute.answered.v1" }
func (DisputeReminded) EventType() string      { return "dispute.reminded.v1" }
func (DisputeForwarded) EventType() string     { return "dispute.forwarded.v1" }
func (DisputeAccepted) EventType() string      { return "dispute.accepted.v1" }
func (DisputeExpired) EventType() string       { return "dispute.expired.v1" }
func (DisputeDecided) EventType() string       { return "dispute.decided.v1" }
func (ClaimGivenUp) EventType() string         { return "payment.claim_given_up.v1" }
func (CustomerErased) EventType() string       { return "payment.customer_erased.v1" }

// Events lists a zero value of each event of this package, for the codec.
func Events() []domain.Event {
	return []domain.Event{
		Requested{},
		Opened{},
		Refused{},
		Paid{},
		SettledV1{},
		Settled{},
		HoldEnded{},
		Reversed{},
		ReversalReported{},
		ReversalAssigned{},
		ReversalContradicted{},
		Expired{},
		Suspended{},
		SuspenseReleased{},
		SuspenseRefunded{},
		SuspenseReopened{},
		SuspenseSettled{},
		Reported{},
		ReportAnswered{},
		Contradicted{},
		Chained{},
		Rerouted{},
		Replaced{},
		Closed{},
		ClaimGivenUp{},
		CustomerErased{},
		RefundRequested{},
		RefundConfirmed{},
		RefundUndone{},
		RefundApproved{},
		RefundRejected{},
		RefundCancelled{},
		RefundSubmitted{},
		RefundAccepted{},
		RefundAttemptFailed{},
		RefundFailed{},
		ReversalReturned{},
		DisputeOpened{},
		DisputeAnswered{},
		DisputeReminded{},
		DisputeForwarded{},
		DisputeAccepted{},
		DisputeExpired{},
		DisputeDecided{},
		Claimed{},
		ClaimTakenOver{},
	}
}
