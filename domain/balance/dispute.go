package balance

import (
	"slices"

	"gateway/domain"
	"gateway/domain/ledger"
	"gateway/domain/payment"

	"github.com/shopspring/decimal"
)

// DisputeHeld sets money aside that a customer disputes. It is never refused: what the available balance lacks becomes
// receivable.
type DisputeHeld struct {
	ClientID int64 `json:"client_id"`
	Movement
	Source    Source          `json:"source"`
	DisputeID int64           `json:"dispute_id"`
	Amount    decimal.Decimal `json:"amount"`
}

// DisputeReleased gives back what was held for a dispute that was won.
type DisputeReleased struct {
	ClientID int64 `json:"client_id"`
	Movement
	Source    Source          `json:"source"`
	DisputeID int64           `json:"dispute_id"`
	Amount    decimal.Decimal `json:"amount"`
}

// DisputeHold is money that is held for a dispute.
type DisputeHold struct {
	DisputeID int64           `json:"dispute_id"`
	Amount    decimal.Decimal `json:"amount"`
}

// DisputeHold finds the money that is held for a dispute.
func (s State) DisputeHold(id int64) (h DisputeHold, held bool) {
	i := slices.IndexFunc(s.DisputeHolds, func(h DisputeHold) bool { return h.DisputeID == id })
	if i < 0 {
		return h, false
	}
	return s.DisputeHolds[i], true
}

func (s State) withoutDisputeHold(id int64) State {
	s.DisputeHolds = slices.DeleteFunc(slices.Clone(s.DisputeHolds), func(h DisputeHold) bool { return h.DisputeID == id })
	return s
}

// taken are the postings that take an amount from a client in the order of a chargeback: fromUnsettled from unsettled, then
// available down to 0, and the rest from receivable.
func (s State) taken(clientID int64, amount, fromUnsettled decimal.Decimal) []ledger.Posting {
	owed := amount.Sub(fromUnsettled)
	available := decimal.Min(owed, s.Totals.Available)
	return []ledger.Posting{
		{Account: ledger.Unsettled(clientID), Amount: fromUnsettled.Neg()},
		{Account: ledger.Available(clientID), Amount: available.Neg()},
		{Account: ledger.Receivable(clientID), Amount: available.Sub(owed)},
	}
}

// postDisputeOpened holds the money of a dispute.
func (s State) postDisputeOpened(cmd PostCmd, e payment.DisputeOpened) (domain.Event, error) {
	id, amount := cmd.ClientID, e.DisputeOrder.Amount
	m, err := s.move(id, e.TransactionID, cmd.At,
		append(s.taken(id, amount, e.FromUnsettled), ledger.Posting{Account: ledger.Held(id), Amount: amount}))
	if err != nil {
		return nil, err
	}
	return DisputeHeld{ClientID: id, Movement: m, Source: cmd.Source, DisputeID: e.DisputeID, Amount: amount}, nil
}

// postDisputeDecided releases what was held for a dispute that was won.
func (s State) postDisputeDecided(cmd PostCmd, e payment.DisputeDecided) (domain.Event, error) {
	id := cmd.ClientID
	m, err := s.move(id, e.TransactionID, cmd.At, []ledger.Posting{
		{Account: ledger.Held(id), Amount: e.Released.Neg()},
		{Account: ledger.Unsettled(id), Amount: e.ToUnsettled},
		{Account: ledger.Available(id), Amount: e.Released.Sub(e.ToUnsettled)},
	})
	if err != nil {
		return nil, err
	}
	return DisputeReleased{ClientID: id, Movement: m, Source: cmd.Source, DisputeID: e.DisputeID, Amount: e.Released}, nil
}

// chargebackPostings are those of a dispute's chargeback: out of what is held, and what it takes above that in the order of a
// chargeback. What is left of the hold is released.
func (s State) chargebackPostings(e payment.Reversed, held decimal.Decimal) []ledger.Posting {
	id := e.ClientID
	consumed := decimal.Min(held, e.ClientBears)
	return append(s.taken(id, e.ClientBears.Sub(consumed), e.FromUnsettled),
		ledger.Posting{Account: ledger.ProviderClearing(e.Connection), Amount: e.Back()},
		ledger.Posting{Account: ledger.Held(id), Amount: held.Neg()},
		ledger.Posting{Account: ledger.Unsettled(id), Amount: e.ToUnsettled},
		ledger.Posting{Account: ledger.Available(id), Amount: held.Sub(consumed).Sub(e.ToUnsettled)},
	)
}
