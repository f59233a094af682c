package statement

import (
	"slices"
	"strings"

	"github.com/shopspring/decimal"
)

// VATRates holds the sums of fees and VAT by the VAT rate, in percent, that the fee was charged at. The key
// is the text of the rate (VATRateText). The zero value has none.
type VATRates map[string]Sum

// UnknownVATRate is the key of fees whose rate no event records. A log that this program wrote has none.
const UnknownVATRate = "unknown"

// VATRateText returns the key of a rate. 11 and 11.00 are the same rate.
func VATRateText(rate decimal.Decimal) string { return rate.String() }

// The kinds of movements that charge a client for a refund, and give that back.
const (
	kindReversed = "balance.payment_reversed"
	kindReturned = "balance.reversal_returned"
)

// RateOfFee returns the key of the rate of a movement's fee, given the rate that its event says, nil for none, and the key of
// that of its payment. What a refund costs is charged at a rate of its own. Older events do not say it: then it is that of the
// payment where that gives the VAT, and else what VAT and fee give, to two decimals.
func (a Amounts) RateOfFee(kind string, said *decimal.Decimal, ofPayment string) string {
	ofRefund := kind == kindReversed && a.Fee.IsPositive() || kind == kindReturned && a.Fee.IsNegative()
	switch {
	case !ofRefund:
		return ofPayment
	case said != nil:
		return VATRateText(*said)
	}
	hundred := decimal.NewFromInt(100)
	if rate, err := decimal.NewFromString(ofPayment); err == nil {
		if off := a.Fee.Mul(rate).Div(hundred).Sub(a.VAT).Abs(); off.LessThanOrEqual(sen) {
			return ofPayment
		}
	}
	return VATRateText(a.VAT.Mul(hundred).DivRound(a.Fee, rateDecimals))
}

// rateDecimals is how many decimals a derived rate has, sen the smallest amount.
const rateDecimals = 2

var sen = decimal.New(1, -rateDecimals)

// HasVATRate reports whether a movement with these amounts belongs to a rate: it has a fee or VAT.
func (a Amounts) HasVATRate() bool { return !a.Fee.IsZero() || !a.VAT.IsZero() }

// AddSum adds movements of a rate that are already summed. It ignores the empty key, which movements without
// a fee have.
func (r VATRates) AddSum(rate string, s Sum) {
	if rate != "" {
		r[rate] = r[rate].Plus(s)
	}
}

// AddAll adds the sums of others, rate by rate.
func (r VATRates) AddAll(others VATRates) {
	for rate, sum := range others {
		r.AddSum(rate, sum)
	}
}

// VATRateTotal is the sum of the fees of one VAT rate.
type VATRateTotal struct {
	// VATRate is in percent; null if no event records it.
	VATRate *decimal.Decimal `json:"vat_rate"`
	// Count is the number of movements in the sum.
	Count int64 `json:"count"`
	// Fee excludes VAT.
	Fee decimal.Decimal `json:"fee"`
	VAT decimal.Decimal `json:"vat"`
}

// Totals returns the sums by rising rate, with an unknown rate last.
func (r VATRates) Totals() []VATRateTotal {
	all := make([]VATRateTotal, 0, len(r))
	for rate, sum := range r {
		total := VATRateTotal{Count: sum.Count, Fee: sum.Fee, VAT: sum.VAT}
		if parsed, err := decimal.NewFromString(rate); err == nil {
			total.VATRate = &parsed
		}
		all = append(all, total)
	}
	slices.SortFunc(all, func(a, b VATRateTotal) int {
		if a.VATRate == nil || b.VATRate == nil {
			return strings.Compare(a.Text(), b.Text()) // digits sort before letters, so the unknown rate is last
		}
		return a.VATRate.Cmp(*b.VATRate)
	})
	return all
}

// Text returns the key of the rate.
func (t VATRateTotal) Text() string {
	if t.VATRate == nil {
		return UnknownVATRate
	}
	return VATRateText(*t.VATRate)
}
