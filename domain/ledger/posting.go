package ledger

import (
	"gateway/domain"
	"gateway/domain/money"

	"github.com/shopspring/decimal"
)

// Posting adds Amount, in rupiah and of either sign, to the account with that name.
type Posting struct {
	Account string          `json:"account"`
	Amount  decimal.Decimal `json:"amount"`
}

// Sum adds up the amounts of the postings. It is zero for the postings of one event.
func Sum(postings []Posting) decimal.Decimal {
	sum := money.Zero
	for _, p := range postings {
		sum = sum.Add(p.Amount)
	}
	return sum
}

// Balanced returns the postings without those of zero. It refuses postings that do not sum to zero with
// unbalanced_postings; the reference is used in the message.
func Balanced(reference string, postings []Posting) ([]Posting, error) {
	if sum := Sum(postings); !sum.IsZero() {
		return nil, domain.Refuse(domain.Invalid, "unbalanced_postings", "the postings of %s sum to %s", reference, sum)
	}
	moving := make([]Posting, 0, len(postings))
	for _, p := range postings {
		if !p.Amount.IsZero() {
			moving = append(moving, p)
		}
	}
	return moving, nil
}

// Transfer posts the amount from one account to another.
func Transfer(from, to string, amount decimal.Decimal) []Posting {
	return []Posting{{from, amount.Neg()}, {to, amount}}
}

// Credit posts a received amount from the account from to the client's account to, less fee and VAT. The
// postings are balanced if fee + VAT + net = gross.
func Credit(from, to string, gross, fee, vat, net decimal.Decimal) []Posting {
	return []Posting{{from, gross.Neg()}, {to, net}, {RevenueFees, fee}, {TaxVAT, vat}}
}

// Reversed returns the same postings with opposite signs.
func Reversed(postings []Posting) []Posting {
	reversed := make([]Posting, len(postings))
	for i, p := range postings {
		reversed[i] = Posting{p.Account, p.Amount.Neg()}
	}
	return reversed
}
