package money

import (
	"github.com/shopspring/decimal"

	"gateway/domain"
)

// Places is how many decimals an amount has: the ISO 4217 exponent of IDR.
const Places = 2

var (
	// Zero is no money. Compare with IsZero or Equal, never with ==.
	Zero = decimal.Zero
	// Max is the largest amount a request may carry: 10^12 rupiah.
	Max = decimal.New(1, 12)
)

// The switch is global to the process, so it is thrown here and nowhere else:
// whoever handles money imports this package, and amounts leave as JSON numbers.
func init() { decimal.MarshalJSONWithoutQuotes = true }

// FromInt gives whole rupiah.
func FromInt(rupiah int64) decimal.Decimal { return decimal.NewFromInt(rupiah) }

// Round is the rounding of the whole program: half away from zero to two
// decimals. A fee or a VAT passes through it once, when it is computed.
func Round(d decimal.Decimal) decimal.Decimal { return d.Round(Places) }

// RoundQuotient is Round of the exact quotient. Dividing first and rounding
// after would round twice. The divisor must not be zero.
func RoundQuotient(dividend, divisor decimal.Decimal) decimal.Decimal {
	return dividend.DivRound(divisor, Places)
}

// Check refuses a number that is not an amount of either sign: more than two
// decimals by value, or beyond Max. The *domain.Refusal names no field.
func Check(d decimal.Decimal) error {
	switch {
	case !d.Equal(Round(d)):
		return refuse("may have at most %d decimals", Places)
	case d.Abs().GreaterThan(Max):
		return refuse("must be at most %s", Max)
	}
	return nil
}

func refuse(format string, args ...any) error {
	return domain.InvalidField("", format, args...)
}
