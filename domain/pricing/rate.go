package pricing

import (
	"github.com/shopspring/decimal"

	"gateway/domain"
	"gateway/domain/money"
)

// DefaultVATRate is the PPN on a fee in percent: the 12 % of the law on 11/12 of
// the fee. The rate in force is configuration.
var DefaultVATRate = decimal.NewFromInt(11)

// percentDecimals is how finely a percentage may be set.
const percentDecimals = 4

var (
	hundred = decimal.NewFromInt(100)
	// maxPercent keeps every configured rate far from taking the whole amount, and
	// with it AmountToPay short. No real channel costs a tenth of it.
	maxPercent = decimal.NewFromInt(50)
)

// Rate is what a channel charges for an amount: Flat rupiah + Percent of the
// amount (0.7 means 0.7 %). VATInclusive says that the VAT is part of that sum;
// otherwise it comes on top.
type Rate struct {
	Flat         decimal.Decimal `json:"flat"`
	Percent      decimal.Decimal `json:"percent"`
	VATInclusive bool            `json:"vat_inclusive"`
}

// Equal reports whether both charge the same, whatever the spelling (1.5, 1.50).
func (r Rate) Equal(o Rate) bool {
	return r.Flat.Equal(o.Flat) && r.Percent.Equal(o.Percent) && r.VATInclusive == o.VATInclusive
}

// Check refuses, with a *domain.Refusal that names `flat` or `percent`, a rate
// that no channel can have: the flat part is an amount from 0, the percentage is
// from 0 to 50 with at most 4 decimals.
func (r Rate) Check() error {
	if money.Check(r.Flat) != nil || r.Flat.IsNegative() {
		return domain.InvalidField("flat", "must be 0 to %s with at most %d decimals", money.Max, money.Places)
	}
	if r.Percent.IsNegative() || r.Percent.GreaterThan(maxPercent) || !r.Percent.Equal(r.Percent.Truncate(percentDecimals)) {
		return domain.InvalidField("percent", "must be 0 to %s with at most %d decimals", maxPercent, percentDecimals)
	}
	return nil
}

// charge is what the rate asks for the amount, however small that is. The sum of
// flat and percentage is rounded once and then parted into fee and VAT. Both
// never fall when the amount rises: AmountToPay rests on it.
func (r Rate) charge(amount, vatRate decimal.Decimal, includeVAT bool) (fee, vat decimal.Decimal) {
	sum := money.Round(r.Flat.Add(r.Percent.Mul(amount).Shift(-2)))
	fee, vat = VAT(sum, vatRate, r.VATInclusive)
	if !includeVAT {
		vat = money.Zero
	}
	return fee, vat
}

// VAT parts an amount. Inclusive: the amount holds the VAT, which is rounded, and
// the base is the rest, so that both add up to it. Otherwise the amount is the
// base and the VAT comes on top.
func VAT(amount, vatRate decimal.Decimal, inclusive bool) (base, vat decimal.Decimal) {
	if inclusive {
		vat = money.RoundQuotient(amount.Mul(vatRate), hundred.Add(vatRate))
		return amount.Sub(vat), vat
	}
	return amount, money.RoundQuotient(amount.Mul(vatRate), hundred)
}
