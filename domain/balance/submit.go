package balance

import (
	"time"

	"gateway/domain"
)

// Submit commits the intent to pay and its idempotency key; the provider is called
// only after that. Guards:
//
//  1. payout_not_found
//  2. not_processing: also once it ended, so that nothing closed is ever sent
//  3. manual_payout: a person makes the transfer
//  4. submitted already: nothing happens, and the key in force is the state's
func Submit(s State, kind string, id int64, key string, at time.Time) ([]domain.Event, error) {
	p, err := s.processing(kind, id)
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

// Accept says that the provider has the order, which ends an unknown outcome.
// Guards: payout_not_found; ended or accepted already: nothing; not_submitted.
func Accept(s State, kind string, id int64, providerID string, at time.Time) ([]domain.Event, error) {
	p, err := s.submitted(kind, id)
	if err != nil || p == nil || p.ProviderID == providerID {
		return nil, err
	}
	return []domain.Event{PayoutAccepted{Order: p.Order, ProviderID: providerID, At: at}}, nil
}

// MarkUnknown says that it could not be learned whether the provider has the
// order. Guards: payout_not_found; ended, accepted or unknown for the same reason
// already: nothing; not_submitted. The reason is one of few words: each change of
// it is an event.
func MarkUnknown(s State, kind string, id int64, reason string, at time.Time) ([]domain.Event, error) {
	p, err := s.submitted(kind, id)
	if err != nil || p == nil || p.ProviderID != "" || p.Unknown && p.UnknownReason == reason {
		return nil, err
	}
	return []domain.Event{PayoutUnknown{Order: p.Order, Reason: reason, At: at}}, nil
}

// submitted finds an open payout that the provider was told of, nil when it ended
// already: whatever is learned of it then comes too late to matter.
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
	return nil, notFound(kind)
}
