package money

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"
)

// The time and memory of decimal arithmetic grow with the digits and the exponent, so both
// are limited before a literal is parsed. Max with its decimals takes 16 bytes.
const (
	maxLiteral  = 40
	maxExponent = 20
)

var numberLiteral = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)

// Parse reads an amount from a JSON number literal: greater than 0, at most Max, at most
// two decimals by value (1.500 and 1e3 are amounts). The refusal is invalid_field without a
// field.
func Parse[T string | []byte](raw T) (decimal.Decimal, error) {
	d, err := parseAmount(raw)
	if err == nil && !d.IsPositive() {
		return Zero, refuse("must be greater than 0")
	}
	return d, err
}

// ParseSigned is Parse for corrections, which may be negative but not zero.
func ParseSigned[T string | []byte](raw T) (decimal.Decimal, error) {
	d, err := parseAmount(raw)
	if err == nil && d.IsZero() {
		return Zero, refuse("must not be 0")
	}
	return d, err
}

func parseAmount[T string | []byte](raw T) (decimal.Decimal, error) {
	d, err := ParseNumber(raw)
	if err != nil {
		return Zero, err
	}
	if err := Check(d); err != nil {
		return Zero, err
	}
	return Round(d), nil // gives every amount the same exponent
}

// ParseNumber reads a JSON number literal of at most 40 bytes with an exponent from -20 to
// 20: a percentage, or an amount that may be 0. The caller checks the range.
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
