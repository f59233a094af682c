package ledger

import "github.com/shopspring/decimal"

// Totals are the balances of a client's four accounts, in rupiah. Available, Unsettled and Held are never
// below zero. Receivable is never above zero; while it is below zero, Available is 0.
type Totals struct {
	Available decimal.Decimal `json:"available"`
	Unsettled decimal.Decimal `json:"unsettled"`
	Held      decimal.Decimal `json:"held"`
	// Receivable is missing in the JSON of most events, because most clients owe nothing.
	Receivable decimal.Decimal `json:"receivable,omitzero"`
}

// Sum is the client's whole balance (`saldo`): everything credited less everything
// paid out.
func (t Totals) Sum() decimal.Decimal {
	return t.Available.Add(t.Unsettled).Add(t.Held).Add(t.Receivable)
}

// AnyNegative reports whether one of the accounts that hold money is overdrawn.
func (t Totals) AnyNegative() bool {
	return t.Available.IsNegative() || t.Unsettled.IsNegative() || t.Held.IsNegative()
}

// Sound reports whether the totals obey the rules in the comment of the type.
func (t Totals) Sound() bool {
	return !t.AnyNegative() && !t.Receivable.IsPositive() && (t.Receivable.IsZero() || t.Available.IsZero())
}

// Apply returns the totals after the postings. Postings to accounts other than the
// client's four change nothing.
func (t Totals) Apply(clientID int64, postings []Posting) Totals {
	available, unsettled, held, receivable := Available(clientID), Unsettled(clientID), Held(clientID), Receivable(clientID)
	for _, p := range postings {
		switch p.Account {
		case available:
			t.Available = t.Available.Add(p.Amount)
		case unsettled:
			t.Unsettled = t.Unsettled.Add(p.Amount)
		case held:
			t.Held = t.Held.Add(p.Amount)
		case receivable:
			t.Receivable = t.Receivable.Add(p.Amount)
		}
	}
	return t
}
