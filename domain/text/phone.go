package text

import (
	"regexp"
	"strings"

	"gateway/domain"
)

// international matches E.164 numbers with at least seven digits.
var international = regexp.MustCompile(`^\+[1-9]\d{6,14}$`)

// Phone returns a phone number in the form of E.164: 0812-3456 and 62 8123456 become +628123456. A number
// without a country code is Indonesian. It refuses anything that is no phone number, with invalid_field.
func Phone(field, value string) (string, error) {
	digits := strings.NewReplacer(" ", "", "-", "").Replace(value)
	switch {
	case strings.HasPrefix(digits, "0"):
		digits = "+62" + digits[1:]
	case !strings.HasPrefix(digits, "+"):
		digits = "+" + digits
	}
	if !international.MatchString(digits) {
		return "", domain.InvalidField(field, "must be a phone number such as 081234567890")
	}
	return digits, nil
}
