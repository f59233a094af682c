package ledger

import "github.com/shopspring/decimal"

// Totals are the balances of a client's three accounts, in rupiah.
type Totals struct {
	Available decimal.Decimal `json:"available"`
	Unsettled decimal.Decimal `json:"unsettled"`
	Held      decimal.Decimal `json:"held"`
}

// Sum is the client's whole balance (`saldo`): everything credited less everything
// paid out.
func (t Totals) Sum() decimal.Decimal { return t.Available.Add(t.Unsettled).Add(t.Held) }

// AnyNegative reports whether one of the three accounts is overdrawn.
func (t Totals) AnyNegative() bool {
	return t.Available.IsNegative() || t.Unsettled.IsNegative() || t.Held.IsNegative()
}

// Apply returns the totals after the postings. Postings to accounts other than the
// client's three change nothing.
func (t Totals) Apply(clientID int64, postings []Posting) Totals {
	available, unsettled, held := Available(clientID), Unsettled(clientID), Held(clientID)
	for _, p := range postings {
		switch p.Account {
		case available:
			t.Available = t.Available.Add(p.Amount)
		case unsettled:
			t.Unsettled = t.Unsettled.Add(p.Amount)
		case held:
			t.Held = t.Held.Add(p.Amount)
		}
	}
	return t
}
