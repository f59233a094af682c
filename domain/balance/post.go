package balance

import (
	"fmt"
	"time"

	"gateway/domain"
	"gateway/domain/ledger"
	"gateway/domain/payment"
)

// PostCmd is one event of a payment stream that is to be posted. At is when the
// event happened.
type PostCmd struct {
	Source   Source
	Event    domain.Event
	ClientID int64
	At       time.Time
}

// Post books payment events, given in the order of the log. It leaves out those at
// or before the watermark, so that a repeated delivery changes nothing, and those
// that move no money. Each event that it gives carries its source.
//
// Refusals, each of the first command it meets, with nothing posted at all:
// unbalanced_postings and insufficient_balance say that the payment event itself
// is wrong; unknown_event that it is none of a payment.
func Post(s State, cmds []PostCmd) ([]domain.Event, error) {
	var events []domain.Event
	for _, cmd := range cmds {
		if cmd.Source.AtOrBefore(s.Watermark) {
			continue
		}
		event, err := s.post(cmd)
		if err != nil {
			return nil, fmt.Errorf("post %s: %w", cmd.Event.EventType(), err)
		}
		if event == nil {
			continue
		}
		events = append(events, event)
		s = Evolve(s, event)
	}
	return events, nil
}

func (s State) post(cmd PostCmd) (domain.Event, error) {
	switch e := cmd.Event.(type) {
	case payment.Paid:
		return s.postPaid(cmd, e)
	case payment.Settled:
		return s.postSettled(cmd, e)
	case payment.Suspended:
		return s.postSuspended(cmd, e)
	case payment.SuspenseReleased:
		return s.postReleased(cmd, e)
	case payment.SuspenseRefunded:
		return s.postRefunded(cmd, e)
	case payment.Requested, payment.Opened, payment.Refused, payment.Expired, payment.SuspenseSettled:
		return nil, nil
	}
	return nil, domain.Refuse(domain.Invalid, "unknown_event", "the ledger does not know this event")
}

// Money that came out of suspense was moved by SuspenseReleased already.
func (s State) postPaid(cmd PostCmd, e payment.Paid) (domain.Event, error) {
	if e.SuspenseID != 0 {
		return nil, nil
	}
	m, err := s.move(cmd.ClientID, e.TransactionID, cmd.At,
		creditTo(cmd.ClientID, ledger.ProviderClearing, e.Held, e.PaidAmount, e.Fee, e.VAT, e.Net))
	if err != nil {
		return nil, err
	}
	return Credited{
		ClientID: cmd.ClientID, Movement: m, Source: cmd.Source,
		Gross: e.PaidAmount, Fee: e.Fee, VAT: e.VAT, Net: e.Net, Held: e.Held,
	}, nil
}

func (s State) postSettled(cmd PostCmd, e payment.Settled) (domain.Event, error) {
	if !e.Held {
		return nil, nil
	}
	m, err := s.move(cmd.ClientID, e.TransactionID, cmd.At,
		ledger.Transfer(ledger.Unsettled(cmd.ClientID), ledger.Available(cmd.ClientID), e.Net))
	if err != nil {
		return nil, err
	}
	return Settled{ClientID: cmd.ClientID, Movement: m, Source: cmd.Source, Net: e.Net}, nil
}

func (s State) postSuspended(cmd PostCmd, e payment.Suspended) (domain.Event, error) {
	m, err := s.move(cmd.ClientID, e.TransactionID, cmd.At, ledger.Transfer(ledger.ProviderClearing, ledger.Suspense, e.PaidAmount))
	if err != nil {
		return nil, err
	}
	return SuspenseReceived{
		ClientID: cmd.ClientID, Movement: m, Source: cmd.Source, SuspenseID: e.SuspenseID, Amount: e.PaidAmount,
	}, nil
}

func (s State) postReleased(cmd PostCmd, e payment.SuspenseReleased) (domain.Event, error) {
	m, err := s.move(cmd.ClientID, e.TransactionID, cmd.At,
		creditTo(cmd.ClientID, ledger.Suspense, e.Held, e.PaidAmount, e.Fee, e.VAT, e.Net))
	if err != nil {
		return nil, err
	}
	return SuspenseReleased{
		ClientID: cmd.ClientID, Movement: m, Source: cmd.Source, SuspenseID: e.SuspenseID,
		Gross: e.PaidAmount, Fee: e.Fee, VAT: e.VAT, Net: e.Net, Held: e.Held,
	}, nil
}

func (s State) postRefunded(cmd PostCmd, e payment.SuspenseRefunded) (domain.Event, error) {
	m, err := s.move(cmd.ClientID, e.TransactionID, cmd.At, ledger.Transfer(ledger.Suspense, ledger.ProviderClearing, e.PaidAmount))
	if err != nil {
		return nil, err
	}
	return SuspenseRefunded{
		ClientID: cmd.ClientID, Movement: m, Source: cmd.Source, SuspenseID: e.SuspenseID, Amount: e.PaidAmount,
	}, nil
}
