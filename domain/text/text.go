// Package text holds the rules of what people write into a form: how long it may
// be and what it may be made of. What a field means is for its aggregate to say.
package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"gateway/domain"
)

// Lengths in characters (decisions, API details).
const (
	MaxLine = 255
	MaxText = 10_000
)

// Check refuses, as invalid_field, what is no plain text: longer than longest
// characters, invalid UTF-8, or with control characters other than line breaks and
// tabs.
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

// Require is Check for a field that must say something: white space says nothing.
func Require(field, value string, longest int) error {
	if strings.TrimSpace(value) == "" {
		return domain.InvalidField(field, "must not be empty")
	}
	return Check(field, value, longest)
}
