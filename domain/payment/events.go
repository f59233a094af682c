package payment

import "gateway/domain"

// EventType is the wire name.
func (Requested) EventType() string        { return "payment.requested.v1" }
func (Opened) EventType() string           { return "payment.opened.v1" }
func (Refused) EventType() string          { return "payment.refused.v1" }
func (Paid) EventType() string             { return "payment.paid.v1" }
func (Settled) EventType() string          { return "payment.settled.v1" }
func (Expired) EventType() string          { return "payment.expired.v1" }
func (Suspended) EventType() string        { return "payment.suspended.v1" }
func (SuspenseReleased) EventType() string { return "payment.suspense_released.v1" }
func (SuspenseRefunded) EventType() string { return "payment.suspense_refunded.v1" }
func (SuspenseSettled) EventType() string  { return "payment.suspense_settled.v1" }
func (Reported) EventType() string         { return "payment.reported.v1" }
func (ReportAnswered) EventType() string   { return "payment.report_answered.v1" }
func (Contradicted) EventType() string     { return "payment.contradicted.v1" }

// Events lists a zero value of each event of this package, for the codec.
func Events() []domain.Event {
	return []domain.Event{
		Requested{},
		Opened{},
		Refused{},
		Paid{},
		Settled{},
		Expired{},
		Suspended{},
		SuspenseReleased{},
		SuspenseRefunded{},
		SuspenseSettled{},
		Reported{},
		ReportAnswered{},
		Contradicted{},
	}
}
