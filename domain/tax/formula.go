// Package tax holds the rules of the tax on fees: the formula of the documents, the data of a client that its fee
// invoices need (Client), and the fee invoices themselves (Invoice). The law is not stated here: rates, shares and codes
// are settings.
//
// A fee invoice is one a client and closed month. Its figures follow from the fees that were charged in the month, less
// those that were returned later. It is a draft until it is exported; from then on its stream holds it, and neither
// settings nor the client's data change it. The only errors are *domain.Refusal.
package tax

import (
	"gateway/domain/money"

	"github.com/shopspring/decimal"
)

var hundred = decimal.NewFromInt(100)

// Formula computes the VAT on a price without VAT: Rate percent on the share Part/Of of the price (DPP nilai lain).
type Formula struct {
	Rate, Part, Of decimal.Decimal
}

// DefaultFormula is 12 percent on 11/12 of the price. The configuration sets the one in force.
var DefaultFormula = Formula{Rate: decimal.NewFromInt(12), Part: decimal.NewFromInt(11), Of: decimal.NewFromInt(12)}

// OtherBase returns the share of the price that is taxed, at two decimals.
func (f Formula) OtherBase(price decimal.Decimal) decimal.Decimal {
	return money.RoundQuotient(price.Mul(f.Part), f.Of)
}

// VAT returns the VAT on a price, at two decimals: the rate on its OtherBase.
func (f Formula) VAT(price decimal.Decimal) decimal.Decimal {
	return money.RoundQuotient(f.OtherBase(price).Mul(f.Rate), hundred)
}

// IsEffective reports whether a rate in percent on the whole price is what the formula amounts to, before rounding.
func (f Formula) IsEffective(rate decimal.Decimal) bool {
	return f.Rate.Mul(f.Part).Equal(rate.Mul(f.Of))
}
