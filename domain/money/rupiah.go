package money

import (
	"strings"

	"github.com/shopspring/decimal"
)

// Grouped formats an amount in the Indonesian way, without the currency: 1.500.000 and -1.500,50. It shows
// two decimals if the amount is not whole.
func Grouped(d decimal.Decimal) string {
	sign := ""
	if d.Round(Places).IsNegative() {
		sign, d = "-", d.Neg()
	}
	whole, sen, _ := strings.Cut(d.StringFixed(Places), ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "." + whole[i:]
	}
	if sen != "00" {
		whole += "," + sen
	}
	return sign + whole
}

// Rupiah formats an amount as people in Indonesia write it: Rp1.500.000 and -Rp1.500,50.
func Rupiah(d decimal.Decimal) string {
	text := Grouped(d)
	if amount, negative := strings.CutPrefix(text, "-"); negative {
		return "-Rp" + amount
	}
	return "Rp" + text
}
