package account

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"gateway/domain"
)

const (
	maxText = 255
	maxURL  = 2_048
)

// checkText refuses what is no plain text: longer than 255 characters, invalid
// UTF-8, or with control characters other than line breaks and tabs.
func checkText(field, value string) error { return checkLength(field, value, maxText) }

func checkName(field, value string) error {
	if value == "" {
		return domain.InvalidField(field, "must not be empty")
	}
	return checkText(field, value)
}

func checkLength(field, value string, longest int) error {
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
