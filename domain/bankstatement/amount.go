package bankstatement

import (
	"errors"
	"regexp"
	"strings"

	"gateway/domain/money"

	"github.com/shopspring/decimal"
)

// decimals is how many decimals the rupiah has in files.
const decimals = 2

// maxDigits is how long a written amount may be. A balance may be above the largest amount of a request.
const maxDigits = 20

var (
	grouped    = regexp.MustCompile(`^(\d{1,3}([.,])\d{3}(?:[.,]\d{3})*)?([.,]\d{1,2})?$`)
	ungrouped  = regexp.MustCompile(`^(\d*)([.,]\d{1,2})?$`)
	groupMarks = strings.NewReplacer(".", "", ",", "")
)

var errAmount = errors.New("must be an amount with at most 2 decimals, such as 500,000.00 or 150.000,00")

// parseAmount reads an amount without a sign, with a decimal point or a decimal comma. What separates three last digits
// separates thousands: no bank writes three decimals.
func parseAmount(text string) (decimal.Decimal, error) {
	whole, fraction := "", ""
	switch {
	case text == "" || strings.Trim(text, ".,") == "":
		return decimal.Zero, errAmount
	case ungrouped.MatchString(text):
		m := ungrouped.FindStringSubmatch(text)
		whole, fraction = m[1], m[2]
	case grouped.MatchString(text):
		m := grouped.FindStringSubmatch(text)
		whole, fraction = m[1], m[3]
		if otherMark(whole, m[2]) || strings.HasPrefix(fraction, m[2]) {
			return decimal.Zero, errAmount
		}
	default:
		return decimal.Zero, errAmount
	}
	plain := "0" + groupMarks.Replace(whole)
	if fraction != "" {
		plain += "." + fraction[1:]
	}
	d, err := decimal.NewFromString(plain)
	if err != nil || len(plain) > maxDigits {
		return decimal.Zero, errAmount
	}
	return money.Round(d), nil
}

// wholeSwift is the part of an amount of MT940 before its decimals.
var wholeSwift = regexp.MustCompile(`^(\d*|\d{1,3}(\.\d{3})+)$`)

// parseSwift reads an amount of MT940, where the comma stands before the decimals: 100,000 is one hundred.
func parseSwift(text string) (decimal.Decimal, error) {
	whole, fraction, _ := strings.Cut(text, ",")
	if fraction = strings.TrimRight(fraction, "0"); len(fraction) > decimals || !wholeSwift.MatchString(whole) || whole+fraction == "" {
		return decimal.Zero, errAmount
	}
	plain := "0" + groupMarks.Replace(whole) + "." + fraction + "0"
	d, err := decimal.NewFromString(plain)
	if err != nil || len(plain) > maxDigits {
		return decimal.Zero, errAmount
	}
	return money.Round(d), nil
}

// otherMark reports whether a whole number has another mark between its thousands than this.
func otherMark(whole, mark string) bool {
	return strings.Trim(strings.ReplaceAll(whole, mark, ""), "0123456789") != ""
}

// directions are the words for the direction of a movement, and whether money came in.
var directions = map[string]bool{"CR": true, "C": true, "K": true, "KR": true, "DB": false, "D": false, "DR": false}

// cutDirection takes the direction from the end of an amount, as in 500,000.00 DB. in is nil if there is none.
func cutDirection(text string) (amount string, in *bool) {
	number := strings.TrimRight(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	if isIn, ok := directions[text[len(number):]]; ok {
		return strings.TrimSpace(number), &isIn
	}
	return text, nil
}
