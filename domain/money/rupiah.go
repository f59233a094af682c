package money

import (
	"regexp"
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

var grouped = regexp.MustCompile(`^[0-9]{1,3}(\.[0-9]{3})+$`)

// ParseRupiah parses an amount as people type it: 150000, 150.000, Rp 150.000,50. A dot separates thousands;
// it separates decimals only where it can't separate thousands (1500.5). Errors are those of Parse.
func ParseRupiah(text string) (decimal.Decimal, error) { return Parse(plain(text)) }

var zero = regexp.MustCompile(`^0+(\.0{1,2})?$`)

// ParseRupiahOrZero is ParseRupiah for an amount that may be zero, such as the flat part of a fee.
func ParseRupiahOrZero(text string) (decimal.Decimal, error) {
	number := plain(text)
	if zero.MatchString(number) {
		return decimal.Zero, nil
	}
	return Parse(number)
}

// plain returns an amount as people type it without currency, spaces and thousands dots, and with a dot
// before the decimals.
func plain(text string) string {
	text = strings.Map(func(r rune) rune {
		if r == ' ' || r == '\u00a0' {
			return -1
		}
		return r
	}, strings.TrimSpace(text))
	text = strings.TrimPrefix(strings.ToLower(text), "rp")
	whole, sen, decimals := strings.Cut(text, ",")
	if grouped.MatchString(whole) {
		whole = strings.ReplaceAll(whole, ".", "")
	}
	if decimals {
		whole += "." + sen
	}
	return whole
}
