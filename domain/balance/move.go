package balance

import (
	"time"

	"gateway/domain"
	"gateway/domain/ledger"

	"github.com/shopspring/decimal"
)

// move makes every movement of the aggregate. It keeps the two rules of the ledger:
// postings sum to zero (unbalanced_postings), and no account of a client falls below
// zero (insufficient_balance). Postings of zero are left out.
func (s State) move(clientID int64, reference string, at time.Time, postings []ledger.Posting) (Movement, error) {
	moving, err := ledger.Balanced(reference, postings)
	if err != nil {
		return Movement{}, err
	}
	after := s.Totals.Apply(clientID, moving)
	if after.AnyNegative() {
		return Movement{}, domain.Refuse(domain.Invalid, "insufficient_balance",
			"the withdrawable balance of %s is not enough", s.Totals.Available)
	}
	return Movement{Reference: reference, Postings: moving, After: after, At: at}, nil
}

// creditTo posts a received amount, less fee and VAT, to the client: unsettled when
// the channel is held until SETTLED, else available.
func creditTo(clientID int64, from string, held bool, gross, fee, vat, net decimal.Decimal) []ledger.Posting {
	to := ledger.Available(clientID)
	if held {
		to = ledger.Unsettled(clientID)
	}
	return ledger.Credit(from, to, gross, fee, vat, net)
}

// payOut posts the order's total from a client account to the bank, the fee and
// the VAT in it.
func payOut(o Order, from string) []ledger.Posting {
	return []ledger.Posting{
		{Account: from, Amount: o.Total.Neg()},
		{Account: ledger.BankPayouts, Amount: o.Amount},
		{Account: ledger.RevenueFees, Amount: o.Fee.Sub(o.FeeVAT)},
		{Account: ledger.TaxVAT, Amount: o.FeeVAT},
	}
}
