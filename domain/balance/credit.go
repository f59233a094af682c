package balance

import (
	"fmt"
	"time"

	"gateway/domain"
	"gateway/domain/ledger"
	"gateway/domain/payment"

	"github.com/shopspring/decimal"
)

// Source is the position of the payment event behind a movement, in the log named by Store. The state keeps
// the newest one, so that an event that is delivered twice is posted once.
type Source struct {
	Store   string `json:"store"`
	Commit  int64  `json:"commit"`
	Prepare int64  `json:"prepare"`
}

// AtOrBefore reports whether src is not newer than mark. It is false if they belong to different logs, whose
// positions cannot be compared: all events of a new log count as new.
func (src Source) AtOrBefore(mark Source) bool {
	if src.Store != mark.Store {
		return false
	}
	return src.Commit < mark.Commit || src.Commit == mark.Commit && src.Prepare <= mark.Prepare
}

// Credited gives a paid amount, less fee and VAT, to the client.
type Credited struct {
	ClientID int64 `json:"client_id"`
	Movement
	Source Source          `json:"source"`
	Gross  decimal.Decimal `json:"gross"`
	Fee    decimal.Decimal `json:"fee"`
	VAT    decimal.Decimal `json:"vat"`
	Net    decimal.Decimal `json:"net_payment"`
	// Held is true if the credit stays unsettled until Settled makes it withdrawable.
	Held bool `json:"held_until_settled"`
	// ValueDate is when the customer paid; zero in older events.
	ValueDate time.Time `json:"value_date,omitzero"`
}

// Settled makes a held credit withdrawable.
type Settled struct {
	ClientID int64 `json:"client_id"`
	Movement
	Source Source `json:"source"`
	// Net is the amount that became available. It is less than the net amount of the payment if a part was
	// taken back before.
	Net decimal.Decimal `json:"net_payment"`
}

// PostCmd posts one event of a payment stream. At is when that event happened.
type PostCmd struct {
	Source   Source
	Event    domain.Event
	ClientID int64
	At       time.Time
}

// Post posts payment events to the balance of one client. They must be in the order of the log. Post skips
// events at or before the watermark, which are posted already, and events that move no money.
//
// It refuses the whole batch with the refusal of the first command that has one: unbalanced_postings and
// insufficient_balance if the payment event is wrong, unknown_event if the event is not one of package
// payment.
func Post(s State, cmds []PostCmd) ([]domain.Event, error) {
	var events []domain.Event
	for _, cmd := range cmds {
		if cmd.Source.AtOrBefore(s.Watermark) {
			continue
		}
		all, err := s.recovering(func(s State) (domain.Event, error) { return s.post(cmd) })
		if err != nil {
			return nil, fmt.Errorf("post %s: %w", cmd.Event.EventType(), err)
		}
		for _, e := range all {
			s = Evolve(s, e)
		}
		events = append(events, all...)
	}
	return events, nil
}

// MovesMoney reports whether Post posts this kind of event to the balance. It is false for an event that Post
// does not know.
func MovesMoney(event domain.Event) bool {
	moves, _ := movesMoney(event)
	return moves
}

// movesMoney does the work of MovesMoney, and also reports whether Post knows the event.
func movesMoney(event domain.Event) (moves, known bool) {
	switch e := event.(type) {
	case payment.Paid:
		return e.SuspenseID == 0, true // otherwise the earlier SuspenseReleased moved the money
	case payment.Settled:
		return !e.FromUnsettled.IsZero(), true
	case payment.SuspenseRefunded:
		return !e.WaitsForProvider(), true // otherwise the provider's money has not moved yet
	case payment.Reversed:
		return !e.Back().IsZero(), true // otherwise it was refunded out of suspense before
	case payment.Suspended, payment.SuspenseReleased, payment.HoldEnded,
		payment.RefundRequested, payment.RefundUndone, payment.RefundRejected, payment.RefundCancelled, payment.RefundFailed,
		payment.ReversalReturned:
		return true, true
	case payment.DisputeOpened:
		return e.ReversalID == "", true
	case payment.DisputeDecided:
		return !e.Released.IsZero(), true
	case payment.Requested, payment.Rerouted, payment.Opened, payment.Refused, payment.Expired, payment.SuspenseSettled,
		payment.ReversalReported, payment.ReversalAssigned, payment.ReversalContradicted, payment.SuspenseReopened,
		payment.RefundConfirmed, payment.RefundApproved, payment.RefundSubmitted, payment.RefundAccepted, payment.RefundAttemptFailed,
		payment.DisputeAnswered, payment.DisputeReminded, payment.DisputeForwarded, payment.DisputeAccepted, payment.DisputeExpired:
		return false, true
	}
	return false, false
}

// post returns nil for an event that moves no money.
func (s State) post(cmd PostCmd) (domain.Event, error) {
	moves, known := movesMoney(cmd.Event)
	if known && !moves {
		return nil, nil
	}
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
	case payment.Reversed:
		return s.postReversed(cmd, e)
	case payment.HoldEnded:
		return s.postHoldEnded(cmd, e)
	case payment.ReversalReturned:
		return s.postReversalReturned(cmd, e)
	case payment.DisputeOpened:
		return s.postDisputeOpened(cmd, e)
	case payment.DisputeDecided:
		return s.postDisputeDecided(cmd, e)
	case payment.RefundRequested:
		return s.postRefundRequested(cmd, e)
	case payment.RefundUndone:
		return s.postRefundEnded(cmd, e.TransactionID, e.RefundOrder, e.ToUnsettled, "")
	case payment.RefundRejected:
		return s.postRefundEnded(cmd, e.TransactionID, e.RefundOrder, e.ToUnsettled, payment.RefundStatusRejected)
	case payment.RefundCancelled:
		return s.postRefundEnded(cmd, e.TransactionID, e.RefundOrder, e.ToUnsettled, payment.RefundStatusCancelled)
	case payment.RefundFailed:
		return s.postRefundEnded(cmd, e.TransactionID, e.RefundOrder, e.ToUnsettled, payment.RefundStatusFailed)
	}
	return nil, domain.Refuse(domain.Invalid, "unknown_event", "the ledger does not know this event")
}

func (s State) postPaid(cmd PostCmd, e payment.Paid) (domain.Event, error) {
	m, err := s.move(cmd.ClientID, e.TransactionID, cmd.At,
		ledger.Credit(ledger.ProviderClearing(e.Connection), creditAccount(cmd.ClientID, e.Held), e.PaidAmount, e.Fee, e.VAT, e.Net))
	if err != nil {
		return nil, err
	}
	return Credited{
		ClientID: cmd.ClientID, Movement: m, Source: cmd.Source,
		Gross: e.PaidAmount, Fee: e.Fee, VAT: e.VAT, Net: e.Net, Held: e.Held, ValueDate: e.PaidAt,
	}, nil
}

func (s State) postSettled(cmd PostCmd, e payment.Settled) (domain.Event, error) {
	m, err := s.free(cmd, e.TransactionID, e.FromUnsettled)
	if err != nil {
		return nil, err
	}
	return Settled{ClientID: cmd.ClientID, Movement: m, Source: cmd.Source, Net: e.FromUnsettled}, nil
}

// creditAccount names the ledger account that a credit goes to.
func creditAccount(clientID int64, held bool) string {
	if held {
		return ledger.Unsettled(clientID)
	}
	return ledger.Available(clientID)
}
