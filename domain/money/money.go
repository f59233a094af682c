package money

import (
	"gateway/domain"

	"github.com/shopspring/decimal"
)

// Places is how many decimals an amount has: the ISO 4217 exponent of IDR.
const Places = 2

var (
	// Zero is no money. Compare with IsZero or Equal, never with ==.
	Zero = decimal.Zero
	// Max is the largest amount a request may carry: 10^12 rupiah.
	Max = decimal.New(1, 12)
)

// The option is global to the process: it makes all decimals JSON numbers, not strings. It
// is set here because all code that handles amounts imports this package.
func init() { decimal.MarshalJSONWithoutQuotes = true }

// FromInt returns an amount of whole rupiah.
func FromInt(rupiah int64) decimal.Decimal { return decimal.NewFromInt(rupiah) }

// Round rounds half away from zero to two decimals. The whole program rounds this way, and
// each fee and each VAT is rounded once, when it is computed.
func Round(d decimal.Decimal) decimal.Decimal { return d.Round(Places) }

// RoundQuotient rounds the exact quotient. Div followed by Round would round twice. The
// divisor must not be zero.
func RoundQuotient(dividend, divisor decimal.Decimal) decimal.Decimal {
	return dividend.DivRound(divisor, Places)
}

// Check refuses a number that is not an amount: more than two decimals by value, or beyond Max on either side
// of zero. The refusal is invalid_field without a field.
func Check(d decimal.Decimal) error {
	switch {
	case !d.Equal(Round(d)):
		return refuse("may have at most %d decimals", Places)
	case d.Abs().GreaterThan(Max):
		return refuse("must be at most %s", Max)
	}
	return nil
}

// CheckWhole refuses an amount that is not whole rupiah. The provider cuts decimals off, so no amount that is
// sent to it may have any. The *domain.Refusal names no field.
func CheckWhole(d decimal.Decimal) error {
	if !d.IsInteger() {
		return refuse("must be whole rupiah")
	}
	return nil
}

func refuse(format string, args ...any) error {
	return domain.InvalidField("", format, args...)
}

// Plus adds two amounts. It is fast if one of them is zero, as in most sums of postings.
func Plus(a, b decimal.Decimal) decimal.Decimal {
	switch {
	case b.IsZero():
		return a
	case a.IsZero():
		return b
	}
	return a.Add(b)
}
