package balance

import (
	"time"

	"gateway/domain"
)

// PayoutSubmitted is appended before the provider is called. Every repetition of the
// call uses the same idempotency key.
type PayoutSubmitted struct {
	Order
	IdempotencyKey string    `json:"idempotency_key"`
	At             time.Time `json:"at"`
}

// PayoutAccepted says that the provider has the order.
type PayoutAccepted struct {
	Order
	ProviderID string    `json:"provider_id"`
	At         time.Time `json:"at"`
}

// PayoutUnknown says that a call to the provider ended without an answer that says
// whether it has the order. The payout stays processing, and the provider is asked
// until it is known.
type PayoutUnknown struct {
	Order
	Reason string    `json:"reason"`
	At     time.Time `json:"at"`
}

// Submit records the idempotency key before the provider is called. Guards:
//
//  1. payout_not_found
//  2. not_processing: also after it ended, so that a closed payout is never sent
//  3. manual_payout: a person makes the transfer
//  4. submitted already: nothing happens, and the key of the state stays in force
func Submit(s State, kind string, id int64, key string, at time.Time) ([]domain.Event, error) {
	p, err := s.openWithStatus(kind, id, StatusProcessing, "not_processing")
	if err != nil {
		return nil, err
	}
	if p.Manual {
		return nil, domain.Refuse(domain.Invalid, "manual_payout", "the %s is paid by hand", kind)
	}
	if p.SubmittedKey != "" {
		return nil, nil
	}
	return []domain.Event{PayoutSubmitted{Order: p.Order, IdempotencyKey: key, At: at}}, nil
}

// Accept records that the provider has the order, which ends an unknown outcome.
// Guards:
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

// MarkUnknown records that a call ended without an answer that says whether the
// provider has the order. The reason should be one of a few words, because each change
// of it is an event. Guards:
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
	if open && p.SubmittedKey != "" {
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
