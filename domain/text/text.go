// Package text checks the texts that people write, their length and their characters, cleans those of
// the provider, and compares texts.
// The meaning of a field, and whether it is required, is decided in its aggregate.
package text

import (
	"errors"
	"strings"

	"gateway/domain"
)

// The largest lengths in characters: of a line, and of a text of several lines.
const (
	MaxLine = 255
	MaxText = 10_000
)

// Check refuses, with invalid_field, a text that no Border lets pass: one that is longer than longest characters, is
// not valid UTF-8, or has control characters other than line breaks and tabs, or characters that turn
// the direction of writing.
func Check(field, value string, longest int) error {
	_, err := Border{Longest: longest, Lines: true}.Pass(value)
	if refusal, ok := errors.AsType[*domain.Refusal](err); ok {
		return domain.InvalidField(field, "%s", refusal.Message)
	}
	return err
}

// Require is Check, and also refuses an empty text. White space counts as empty.
func Require(field, value string, longest int) error {
	if strings.TrimSpace(value) == "" {
		return domain.InvalidField(field, "must not be empty")
	}
	return Check(field, value, longest)
}
