// Package text checks the length and the characters of texts that people write, cleans texts from the
// provider, and compares texts. The aggregate decides what a field means and whether it is required.
package text

import (
	"errors"
	"regexp"
	"strings"

	"gateway/domain"
)

// The maximum lengths in characters: of a line, and of a text with several lines.
const (
	MaxLine = 255
	MaxText = 10_000
)

// Check refuses, with invalid_field, a text that no Border accepts: it is longer than longest characters, is
// not valid UTF-8, or has control characters other than line breaks and tabs, or characters that change the
// writing direction.
func Check(field, value string, longest int) error {
	_, err := Border{Longest: longest, Lines: true}.Pass(value)
	if refusal, ok := errors.AsType[*domain.Refusal](err); ok {
		return domain.InvalidField(field, "%s", refusal.Message)
	}
	return err
}

// Require does the work of Check, and also refuses an empty text. White space counts as empty.
func Require(field, value string, longest int) error {
	if strings.TrimSpace(value) == "" {
		return domain.InvalidField(field, "must not be empty")
	}
	return Check(field, value, longest)
}

// Distance returns how many bytes must be inserted, removed or replaced to turn one text into the other
// (Levenshtein). Its time grows with the product of both lengths: the caller must limit them.
func Distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}

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
