package balance

import (
	"time"

	"gateway/domain"
	"gateway/domain/money"

	"github.com/shopspring/decimal"
)

// Sum is saldo: everything credited less everything paid out.
func (t Totals) Sum() decimal.Decimal { return t.Available.Add(t.Unsettled).Add(t.Held) }

// Apply gives the totals after the postings; those to other accounts than the
// client's change nothing.
func (t Totals) Apply(clientID int64, postings []Posting) Totals {
	available, unsettled, held := AvailableAccount(clientID), UnsettledAccount(clientID), HeldAccount(clientID)
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

// move is the one place where a movement is made, so the one place that keeps the
// two rules of the ledger: postings sum to zero, and no account of a client falls
// below zero. Postings of nothing are left out.
func (s State) move(clientID int64, reference string, at time.Time, postings ...Posting) (Movement, error) {
	m := Movement{Reference: reference, Postings: make([]Posting, 0, len(postings)), At: at}
	sum := money.Zero
	for _, p := range postings {
		sum = sum.Add(p.Amount)
		if !p.Amount.IsZero() {
			m.Postings = append(m.Postings, p)
		}
	}
	if !sum.IsZero() {
		return Movement{}, domain.Refuse(domain.Invalid, "unbalanced_postings", "the postings of %s sum to %s", reference, sum)
	}
	m.After = s.Totals.Apply(clientID, m.Postings)
	if m.After.Available.IsNegative() || m.After.Unsettled.IsNegative() || m.After.Held.IsNegative() {
		return Movement{}, domain.Refuse(domain.Invalid, "insufficient_balance",
			"the withdrawable balance of %s is not enough", s.Totals.Available)
	}
	return m, nil
}

// credit posts what was received to the client, from the account it came in by.
func credit(clientID int64, from string, held bool, gross, fee, vat, net decimal.Decimal) []Posting {
	to := AvailableAccount(clientID)
	if held {
		to = UnsettledAccount(clientID)
	}
	return []Posting{{from, gross.Neg()}, {to, net}, {RevenueFees, fee}, {TaxVAT, vat}}
}

// transfer posts the amount from one account to another.
func transfer(from, to string, amount decimal.Decimal) []Posting {
	return []Posting{{from, amount.Neg()}, {to, amount}}
}

// payOut posts the order's total from a client account to the bank, the fee and
// the VAT in it. Its mirror, mirrored, takes a payout back.
func payOut(o Order, from string) []Posting {
	return []Posting{
		{from, o.Total.Neg()},
		{BankPayouts, o.Amount},
		{RevenueFees, o.Fee.Sub(o.FeeVAT)},
		{TaxVAT, o.FeeVAT},
	}
}

func mirrored(postings []Posting) []Posting {
	mirror := make([]Posting, len(postings))
	for i, p := range postings {
		mirror[i] = Posting{p.Account, p.Amount.Neg()}
	}
	return mirror
}
