package statement

import (
	"gateway/domain/ledger"
	"gateway/domain/money"

	"github.com/shopspring/decimal"
)

// Amounts splits the change of a balance by one movement or many: Net = Gross - Fee - VAT, to the sen, for
// every movement.
type Amounts struct {
	// Gross came from, or went to, parties other than the gateway: what customers paid, less what was taken
	// back and what was paid out.
	Gross decimal.Decimal `json:"gross"`
	// Fee is what the gateway earned, without VAT; below zero if it gave a fee back.
	Fee decimal.Decimal `json:"fee"`
	// VAT is the VAT (PPN) on the fee.
	VAT decimal.Decimal `json:"vat"`
	// Net is the change of the client's balance (saldo).
	Net decimal.Decimal `json:"net_amount"`
}

// Plus returns the sum of both.
func (a Amounts) Plus(b Amounts) Amounts {
	return Amounts{money.Plus(a.Gross, b.Gross), money.Plus(a.Fee, b.Fee), money.Plus(a.VAT, b.VAT), money.Plus(a.Net, b.Net)}
}

// Minus returns the difference of both.
func (a Amounts) Minus(b Amounts) Amounts {
	return Amounts{a.Gross.Sub(b.Gross), a.Fee.Sub(b.Fee), a.VAT.Sub(b.VAT), a.Net.Sub(b.Net)}
}

// IsZero reports whether nothing changed.
func (a Amounts) IsZero() bool {
	return a.Gross.IsZero() && a.Fee.IsZero() && a.VAT.IsZero() && a.Net.IsZero()
}

// AmountsOf splits the postings of one movement of a client. Gross takes, with the opposite sign, the
// postings to accounts other than the client's, the fee account and the VAT account. Because all postings sum
// to zero, Net = Gross - Fee - VAT.
func AmountsOf(clientID int64, postings []ledger.Posting) (a Amounts) {
	for _, p := range postings {
		switch {
		case p.Account == ledger.RevenueFees:
			a.Fee = money.Plus(a.Fee, p.Amount)
		case p.Account == ledger.TaxVAT:
			a.VAT = money.Plus(a.VAT, p.Amount)
		case ledger.IsOf(clientID, p.Account):
			a.Net = money.Plus(a.Net, p.Amount)
		default:
			a.Gross = a.Gross.Sub(p.Amount)
		}
	}
	return a
}
