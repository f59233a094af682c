package money

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"
)

// Decimal arithmetic costs time and memory that grow with digits and exponent,
// so both are bounded before a literal reaches it. Max takes 16 bytes with its
// decimals; what is beyond these limits is no amount.
const (
	maxLiteral  = 40
	maxExponent = 20
)

var numberLiteral = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)

// Parse reads an amount from a JSON number literal: greater than 0, at most Max,
// at most two decimals by value (1.500 and 1e3 are amounts). Anything else is a
// *domain.Refusal that names no field.
func Parse[T string | []byte](raw T) (decimal.Decimal, error) {
	d, err := parse(raw)
	if err == nil && !d.IsPositive() {
		return Zero, refuse("must be greater than 0")
	}
	return d, err
}

// ParseSigned is Parse for corrections, which may be negative. Zero is refused,
// since it corrects nothing.
func ParseSigned[T string | []byte](raw T) (decimal.Decimal, error) {
	d, err := parse(raw)
	if err == nil && d.IsZero() {
		return Zero, refuse("must not be 0")
	}
	return d, err
}

func parse[T string | []byte](raw T) (decimal.Decimal, error) {
	d, err := ParseNumber(raw)
	if err != nil {
		return Zero, err
	}
	if err := Check(d); err != nil {
		return Zero, err
	}
	return Round(d), nil // always the same exponent, however it was spelt
}

// ParseNumber reads any JSON number literal of at most 40 bytes whose exponent is
// within 20 either way: for numbers that are no amounts, such as a percentage,
// or amounts that may be 0. The caller checks the range.
func ParseNumber[T string | []byte](raw T) (decimal.Decimal, error) {
	if len(raw) > maxLiteral {
		if raw[0] == '"' {
			return Zero, notANumber(`"`)
		}
		return Zero, refuse("must be a number of at most %d characters", maxLiteral)
	}
	text := string(raw)
	if !numberLiteral.MatchString(text) {
		return Zero, notANumber(text)
	}
	_, exponent, _ := strings.Cut(strings.ToLower(text), "e")
	if n, err := strconv.Atoi(exponent); exponent != "" && (err != nil || n > maxExponent || n < -maxExponent) {
		return Zero, refuse("has an exponent out of range")
	}
	d, err := decimal.NewFromString(text)
	if err != nil {
		return Zero, refuse("must be a number")
	}
	return d, nil
}

func notANumber(text string) error {
	switch {
	case strings.HasPrefix(text, `"`):
		return refuse("must be a JSON number, not a string")
	case text == "null":
		return refuse("must be a number, not null")
	}
	return refuse("must be a number")
}
