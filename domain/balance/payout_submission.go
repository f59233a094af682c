package balance

import (
	"time"

	"gateway/domain"
	"gateway/domain/connection"
)

// PayoutSubmitted is appended before each attempt, which is one call that orders the payout from the
// provider. A repetition has the reference and the idempotency key of the previous attempt, unless that one
// failed for good (PayoutAttemptFailed).
type PayoutSubmitted struct {
	Order
	IdempotencyKey string `json:"idempotency_key"`
	// Reference, ProviderAPI and Attempt are missing in older events, which stand for Order.Name,
	// report.PayoutsV1 and the first attempt.
	Reference string `json:"reference"`
	// ProviderAPI is the provider API that is called. Look-ups and repetitions also go there, even if the
	// configuration names another API by then.
	ProviderAPI string `json:"provider_api"`
	// Attempt counts all attempts of the payout, from 1.
	Attempt int `json:"attempt"`
	// Routed is zero in a repetition.
	connection.Routed
	At time.Time `json:"at"`
}

// PayoutAccepted says that the provider has the order.
type PayoutAccepted struct {
	Order
	ProviderID string    `json:"provider_id"`
	At         time.Time `json:"at"`
}

// PayoutUnknown says that a call to the provider ended without an answer that says whether it has the order.
// The payout stays processing, and the gateway asks the provider until it knows.
type PayoutUnknown struct {
	Order
	Reason string    `json:"reason"`
	At     time.Time `json:"at"`
}

// PayoutAttemptFailed says that the provider has a record of the attempt and failed it, because the gateway's
// own money there did not suffice. The payout stays processing. Its next attempt gets a new reference and a
// new idempotency key.
type PayoutAttemptFailed struct {
	Order
	Reference  string    `json:"reference"`
	ProviderID string    `json:"provider_id"`
	Reason     string    `json:"reason"`
	At         time.Time `json:"at"`
}

// The reasons in PayoutUnknown. The exact cause differs from call to call; it is in the log of the service.
const (
	// FloatEmpty: the gateway's own money at the provider does not suffice for the payout.
	FloatEmpty = "float_empty"
	// NoAnswer: the call ended without an answer.
	NoAnswer = "no_answer"
	// RefusedButUnsure: the provider refused the order for a reason other than its content, or the refused
	// attempt was not the only one.
	RefusedButUnsure = "refused"
)

// SubmitCmd announces an attempt.
type SubmitCmd struct {
	// Attempt is the number of this attempt, from 1.
	Attempt int
	// Connection is the one to ask, for the first attempt; a payout never leaves it. Routed says how it was chosen.
	Connection string
	Routed     connection.Routed
	// RequestID is the id of the event that requested the payout; a new reference is derived from it
	// (ReferenceDigits). ProviderAPI is the provider API that gets the order. A repetition uses neither.
	RequestID   string
	ProviderAPI string
	At          time.Time
}

// Submit records an attempt before the provider is called. Only the caller that gets the event may call the
// provider. Checks:
//
//  1. payout_not_found
//  2. not_processing: also after it ended, so that a closed payout is never sent
//  3. manual_payout: a person makes the transfer
//  4. accepted, held, or another attempt was made since: nothing happens
func Submit(s State, kind string, id int64, cmd SubmitCmd) ([]domain.Event, error) {
	p, err := s.openWithStatus(kind, id, StatusProcessing, "not_processing")
	if err != nil {
		return nil, err
	}
	if p.Manual {
		return nil, domain.Refuse(domain.Invalid, "manual_payout", "the %s is paid by hand", kind)
	}
	if p.ProviderID != "" || p.Held || cmd.Attempt != p.Attempts+1 {
		return nil, nil
	}
	var routed connection.Routed
	if p.Connection == "" {
		p.Connection, routed = cmd.Connection, cmd.Routed
	}
	if p.Reference == "" {
		digits := ReferenceDigits(cmd.RequestID, p.References+1, cmd.ProviderAPI)
		p.Reference, p.ProviderAPI = p.NewReference(digits), cmd.ProviderAPI
		p.SubmittedKey = p.Reference
	}
	return []domain.Event{PayoutSubmitted{
		Order: p.Order, IdempotencyKey: p.SubmittedKey, Reference: p.Reference, ProviderAPI: p.ProviderAPI,
		Attempt: cmd.Attempt, Routed: routed, At: cmd.At,
	}}, nil
}

// Accept records that the provider has the order, which ends an unknown outcome.
// Checks:
//
//  1. payout_not_found
//  2. ended, or accepted with this id already: nothing happens
//  3. not_submitted
func Accept(s State, kind string, id int64, providerID string, at time.Time) ([]domain.Event, error) {
	p, err := s.submitted(kind, id)
	if err != nil || p == nil || p.ProviderID == providerID {
		return nil, err
	}
	return []domain.Event{PayoutAccepted{Order: p.Order, ProviderID: providerID, At: at}}, nil
}

// MarkUnknown records that a call ended without an answer that says whether the provider has the order. Each
// change of the reason is an event, so callers should use one of a few words. Checks:
//
//  1. payout_not_found
//  2. ended, accepted, or unknown for the same reason already: nothing happens
//  3. not_submitted
func MarkUnknown(s State, kind string, id int64, reason string, at time.Time) ([]domain.Event, error) {
	p, err := s.submitted(kind, id)
	if err != nil || p == nil || p.ProviderID != "" || p.Unknown && p.UnknownReason == reason {
		return nil, err
	}
	return []domain.Event{PayoutUnknown{Order: p.Order, Reason: reason, At: at}}, nil
}

// submitted finds an open payout that was submitted. It returns nil for one that ended,
// and refuses with payout_not_found or not_submitted.
func (s State) submitted(kind string, id int64) (*Payout, error) {
	p, open := s.Payout(kind, id)
	if open && p.Attempts > 0 {
		return &p, nil
	}
	if open {
		return nil, domain.Refuse(domain.Invalid, "not_submitted", "the %s was not sent to the provider", kind)
	}
	if _, ended := s.ClosedPayout(kind, id); ended {
		return nil, nil
	}
	return nil, payoutNotFound(kind)
}
