package pricing

import (
	"gateway/domain"
	"gateway/domain/money"

	"github.com/shopspring/decimal"
)

// DefaultVATRate is the VAT (PPN) on a fee in percent: the legal 12 % on 11/12 of the fee. The configuration
// sets the rate in force.
var DefaultVATRate = decimal.NewFromInt(11)

// percentDecimals is how many decimals a percentage may have.
const percentDecimals = 4

var (
	hundred = decimal.NewFromInt(100)
	// maxPercent keeps AmountToPay fast, because its rounds grow with the percentage. Real channels charge
	// less than a tenth of it.
	maxPercent = decimal.NewFromInt(50)
)

// Rate is the price of a channel: Flat rupiah + Percent of the amount (0.7 means 0.7 %). If VATInclusive is
// set, that sum includes the VAT; otherwise the VAT is added to it.
type Rate struct {
	Flat         decimal.Decimal `json:"flat"`
	Percent      decimal.Decimal `json:"percent"`
	VATInclusive bool            `json:"vat_inclusive"`
}

// Equal reports whether both rates charge the same.
func (r Rate) Equal(o Rate) bool {
	return r.Flat.Equal(o.Flat) && r.Percent.Equal(o.Percent) && r.VATInclusive == o.VATInclusive
}

// Check refuses a flat part that is not an amount of at least 0, and a percentage that is not from 0 to 50
// with at most 4 decimals, with invalid_field flat or percent.
func (r Rate) Check() error {
	var flat, percent error
	if money.Check(r.Flat) != nil || r.Flat.IsNegative() {
		flat = domain.InvalidField("flat", "must be 0 to %s with at most %d decimals", money.Max, money.Places)
	}
	if r.Percent.IsNegative() || r.Percent.GreaterThan(maxPercent) || !r.Percent.Equal(r.Percent.Truncate(percentDecimals)) {
		percent = domain.InvalidField("percent", "must be 0 to %s with at most %d decimals", maxPercent, percentDecimals)
	}
	return domain.Together(flat, percent)
}

// charge computes fee and VAT, which may exceed the amount. The sum of the flat part and the percentage is
// rounded once and then split into fee and VAT. Neither falls when the amount rises; AmountToPay relies on
// this.
func (r Rate) charge(amount, vatRate decimal.Decimal, includeVAT bool) (fee, vat decimal.Decimal) {
	sum := money.Round(r.Flat.Add(r.Percent.Mul(amount).Shift(-2)))
	fee, vat = VAT(sum, vatRate, r.VATInclusive)
	if !includeVAT {
		vat = money.Zero
	}
	return fee, vat
}

// VAT computes the base of an amount and the VAT on it. If inclusive, the amount includes the VAT: the VAT is
// rounded and the base is the rest. Otherwise the amount is the base.
func VAT(amount, vatRate decimal.Decimal, inclusive bool) (base, vat decimal.Decimal) {
	if inclusive {
		vat = money.RoundQuotient(amount.Mul(vatRate), hundred.Add(vatRate))
		return amount.Sub(vat), vat
	}
	return amount, money.RoundQuotient(amount.Mul(vatRate), hundred)
}
