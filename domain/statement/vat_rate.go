package statement

import (
	"slices"
	"strings"

	"github.com/shopspring/decimal"
)

// VATRates sum the fees and the VAT of movements by the rate of VAT that the fee was charged at, in
// percent. The key is the rate's text (VATRateText). The zero value has none.
type VATRates map[string]Sum

// UnknownVATRate is the key of fees of which no event says the rate. There are none in a log that
// this program wrote.
const UnknownVATRate = "unknown"

// VATRateText is the key of a rate: 11 and 11.00 are one rate.
func VATRateText(rate decimal.Decimal) string { return rate.String() }

// HasVATRate reports whether a movement with these amounts belongs to a rate: it has a fee or VAT.
func (a Amounts) HasVATRate() bool { return !a.Fee.IsZero() || !a.VAT.IsZero() }

// AddSum adds movements of a rate that are summed already. It ignores the empty key, which movements
// without a fee have.
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

// VATRateTotal sums the fees of one rate of VAT.
type VATRateTotal struct {
	// VATRate is in percent; null where no event says it.
	VATRate *decimal.Decimal `json:"vat_rate"`
	// Count is how many movements it sums.
	Count int64 `json:"count"`
	// Fee is without VAT.
	Fee decimal.Decimal `json:"fee"`
	VAT decimal.Decimal `json:"vat"`
}

// Totals returns the sums, the lowest rate first, an unknown one last.
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
			return strings.Compare(a.Text(), b.Text()) // digits come before letters, so the unknown one is last
		}
		return a.VATRate.Cmp(*b.VATRate)
	})
	return all
}

// Text is the key of the rate.
func (t VATRateTotal) Text() string {
	if t.VATRate == nil {
		return UnknownVATRate
	}
	return VATRateText(*t.VATRate)
}
