package balance

import (
	"time"

	"gateway/domain"
	"gateway/domain/ledger"

	"github.com/shopspring/decimal"
)

// Movement is the part that all events that move money share. Its amount, as statements show it, is the
// change of the client's whole balance: the sum of the postings to the client's own accounts.
type Movement struct {
	// Reference names the cause in terms of the API: a transaction_id, the external_id of a withdrawal or
	// settlement, or the reference of an adjustment.
	Reference string           `json:"reference"`
	Postings  []ledger.Posting `json:"postings"`
	// After is the sum of the postings of all events so far. With it, one can read an event by itself.
	After ledger.Totals `json:"after"`
	At    time.Time     `json:"at"`
}

// Mover is an event that moves money.
type Mover interface {
	domain.Event
	// Moved returns the movement, and the client in whose stream the event is.
	Moved() (clientID int64, m Movement)
}

// move makes every movement of the aggregate, and keeps the rules of the ledger: postings sum to zero
// (unbalanced_postings); available, unsettled and held don't fall below zero (insufficient_balance); and what
// comes into available pays off the receivable first. Postings of zero are left out.
func (s State) move(clientID int64, reference string, at time.Time, postings []ledger.Posting) (Movement, error) {
	balanced, err := ledger.Balanced(reference, postings)
	if err != nil {
		return Movement{}, err
	}
	balanced = s.fillReceivable(clientID, balanced)
	after := s.Totals.Apply(clientID, balanced)
	if after.AnyNegative() {
		return Movement{}, domain.Refuse(domain.Invalid, "insufficient_balance",
			"the withdrawable balance of %s is not enough", s.Totals.Available)
	}
	return Movement{Reference: reference, Postings: balanced, After: after, At: at}, nil
}

// fillReceivable returns the postings changed so that money that would reach available first pays off what
// the client owes (the receivable).
func (s State) fillReceivable(clientID int64, postings []ledger.Posting) []ledger.Posting {
	after := s.Totals.Apply(clientID, postings)
	fill := decimal.Min(after.Available, after.Receivable.Neg())
	if !fill.IsPositive() {
		return postings
	}
	available := ledger.Available(clientID)
	filled := make([]ledger.Posting, 0, len(postings)+1)
	for _, p := range postings {
		if p.Account == available && p.Amount.IsPositive() {
			part := decimal.Min(fill, p.Amount)
			fill, p.Amount = fill.Sub(part), p.Amount.Sub(part)
			filled = append(filled, ledger.Posting{Account: ledger.Receivable(clientID), Amount: part})
		}
		if !p.Amount.IsZero() {
			filled = append(filled, p)
		}
	}
	return filled
}
