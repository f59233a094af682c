// Package text checks the texts that people write, their length and their characters, and
// compares them.
// The meaning of a field, and whether it is required, is decided in its aggregate.
package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"gateway/domain"
)

// The largest lengths in characters: of a line, and of a text of several lines.
const (
	MaxLine = 255
	MaxText = 10_000
)

// Check refuses, with invalid_field, a text that is longer than longest characters, is
// not valid UTF-8, or has control characters other than line breaks and tabs.
func Check(field, value string, longest int) error {
	switch {
	case !utf8.ValidString(value):
		return domain.InvalidField(field, "must be valid UTF-8")
	case utf8.RuneCountInString(value) > longest:
		return domain.InvalidField(field, "must be at most %d characters", longest)
	case strings.ContainsFunc(value, func(r rune) bool { return unicode.IsControl(r) && !strings.ContainsRune("\r\n\t", r) }):
		return domain.InvalidField(field, "must not contain control characters")
	}
	return nil
}

// Require is Check, and also refuses an empty text. White space counts as empty.
func Require(field, value string, longest int) error {
	if strings.TrimSpace(value) == "" {
		return domain.InvalidField(field, "must not be empty")
	}
	return Check(field, value, longest)
}
