package searchrows

import (
	"regexp"
	"strings"

	"github.com/shopspring/decimal"
)

var (
	notDigits = regexp.MustCompile(`[^0-9]`)
	isPhone   = regexp.MustCompile(`^\+?[0-9][0-9 -]{5,18}$`)
	grouped   = regexp.MustCompile(`^[0-9]{1,3}(\.[0-9]{3})+(,[0-9]{1,2})?$`)
	plain     = regexp.MustCompile(`^[0-9]{1,13}([.,][0-9]{1,2})?$`)
)

// PhonesOf returns the digits of a phone number with and without the country code.
func PhonesOf(text string) []string {
	if !isPhone.MatchString(text) {
		return nil
	}
	digits := notDigits.ReplaceAllString(text, "")
	if national, ok := strings.CutPrefix(digits, "0"); ok {
		return []string{digits, "62" + national}
	}
	if national, ok := strings.CutPrefix(digits, "62"); ok {
		return []string{digits, "0" + national}
	}
	return []string{digits}
}

// AmountOf parses rupiah as people write it: 150000, 150.000, Rp150.000,50, 150000.50.
func AmountOf(text string) (amount decimal.Decimal, ok bool) {
	text = strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(text, "Rp"), "\u00a0"))
	switch {
	case grouped.MatchString(text):
		text = strings.ReplaceAll(strings.ReplaceAll(text, ".", ""), ",", ".")
	case plain.MatchString(text):
		text = strings.ReplaceAll(text, ",", ".")
	default:
		return amount, false
	}
	amount, err := decimal.NewFromString(text)
	return amount, err == nil && amount.IsPositive()
}
