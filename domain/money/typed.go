package money

import (
	"regexp"
	"strings"

	"github.com/shopspring/decimal"
)

// The forms in which people type an amount. The two separators are told apart by their places alone: groups have three
// digits, and the decimals after the other separator, or after the only one, have at most two.
var (
	typedPlain = regexp.MustCompile(`^([0-9]+)(?:[.,]([0-9]{1,2}))?$`)
	typedDots  = regexp.MustCompile(`^([1-9][0-9]{0,2}(?:\.[0-9]{3})+)(?:,([0-9]{1,2}))?$`)
	typedComma = regexp.MustCompile(`^([1-9][0-9]{0,2}(?:,[0-9]{3})+)(?:\.([0-9]{1,2}))?$`)
	// typedTwice has three digits after a separator that can't separate groups there: 1500.500 and 1.000,000 are a
	// thousand times as much to one reader as to another.
	typedTwice = regexp.MustCompile(`^[0-9]+(?:(?:\.[0-9]{3})*,|(?:,[0-9]{3})*\.)[0-9]{3}$`)
	currency   = regexp.MustCompile(`(?i)^(rp\.?|idr)[\s\x{a0}]*`)
)

// Typed reads an amount that a person typed: 150000, 150.000, 150,000, Rp 150.000,50 and 1500.5. The errors are those of
// Parse, and refusals of invalid_field for a text that two readers may understand in two ways, and for any other text. An
// exponent is never read.
func Typed(text string) (decimal.Decimal, error) {
	d, err := TypedOrZero(text)
	if err == nil && d.IsZero() {
		return Zero, refuse("must be greater than 0")
	}
	return d, err
}

// TypedOrZero is Typed for an amount that may be zero, such as the flat part of a fee.
func TypedOrZero(text string) (decimal.Decimal, error) {
	digits := currency.ReplaceAllString(strings.TrimSpace(text), "")
	for _, form := range []*regexp.Regexp{typedPlain, typedDots, typedComma} {
		if parts := form.FindStringSubmatch(digits); parts != nil {
			return typedNumber(parts[1], parts[2])
		}
	}
	if typedTwice.MatchString(digits) {
		return Zero, refuse("can be read in two ways: write it without separators, such as 150000")
	}
	return Zero, refuse("must be an amount such as 150.000 or 150.000,50")
}

func typedNumber(whole, sen string) (decimal.Decimal, error) {
	whole = strings.TrimLeft(strings.NewReplacer(".", "", ",", "").Replace(whole), "0")
	if whole == "" {
		whole = "0"
	}
	d, err := ParseNumber(whole + "." + sen + "0")
	if err == nil {
		err = Check(d)
	}
	if err != nil {
		return Zero, err
	}
	return Round(d), nil
}
