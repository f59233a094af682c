// Package text checks the length and the characters of texts that people write, cleans texts from the
// provider, and compares texts. The aggregate decides what a field means and whether it is required.
package text

import (
	"errors"
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
