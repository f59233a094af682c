package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"gateway/domain"

	"golang.org/x/text/unicode/norm"
)

// Border checks a text from people or their programs before it is used. Every text in a request passes one,
// except the bytes of metadata, transaction_log and passwords.
type Border struct {
	// Longest is the maximum number of characters of a text in its stored form.
	Longest int
	// Lines allows line breaks and tabs.
	Lines bool
}

// Pass returns the text in NFC, the form in which it is stored, so that texts that look the same are the
// same. It refuses, with invalid_field and without a field name, a text that is not valid UTF-8, has control
// characters or characters that change the writing direction, or is too long.
func (b Border) Pass(raw string) (string, error) {
	switch {
	case !utf8.ValidString(raw):
		return "", domain.InvalidField("", "must be valid UTF-8")
	case strings.ContainsFunc(raw, b.isControl):
		return "", domain.InvalidField("", "must not contain control characters")
	case strings.ContainsFunc(raw, TurnsDirection):
		return "", domain.InvalidField("", "must not contain characters that turn the direction of writing")
	}
	return b.measured(norm.NFC.String(raw))
}

// AsStored checks a text that is only compared with stored texts, and returns it unchanged: the gateway once
// stored texts that Pass refuses or changes, and these must still be found. Like Pass, it refuses texts that
// were never stored: not valid UTF-8, with an ASCII control character, or too long.
func (b Border) AsStored(raw string) (string, error) {
	switch {
	case !utf8.ValidString(raw):
		return "", domain.InvalidField("", "must be valid UTF-8")
	case strings.ContainsFunc(raw, func(r rune) bool { return (r < ' ' || r == 0x7f) && b.isControl(r) }):
		return "", domain.InvalidField("", "must not contain control characters")
	}
	return b.measured(raw)
}

func (b Border) measured(text string) (string, error) {
	if utf8.RuneCountInString(text) > b.Longest {
		return "", domain.InvalidField("", "may have at most %d characters", b.Longest)
	}
	return text, nil
}

// isControl reports whether r is a control character, or a line break where none is allowed.
func (b Border) isControl(r rune) bool {
	if b.Lines {
		return unicode.IsControl(r) && !strings.ContainsRune("\r\n\t", r)
	}
	return unicode.IsControl(r) || isSeparator(r)
}

// isSeparator reports whether r is the line or paragraph separator of Unicode.
func isSeparator(r rune) bool { return r == '\u2028' || r == '\u2029' }

// TurnsDirection reports whether r is an embedding, override or isolate of bidirectional text. These show a
// text in another order than it has. The marks that Arabic and Hebrew need are not among them.
func TurnsDirection(r rune) bool {
	return r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069'
}

// Forms returns the spellings to look a text up by: the text as it was sent, and its NFC if that differs. The
// first finds what was stored before texts were brought to NFC.
func Forms(sent string) []string {
	if stored := norm.NFC.String(sent); stored != sent {
		return []string{sent, stored}
	}
	return []string{sent}
}

// Decomposed returns the decomposed form (NFD) of a text, in which another program may have sent it before
// texts were brought to NFC. For most texts it is the same.
func Decomposed(text string) string { return norm.NFD.String(text) }

// Cleaned returns one line that can be shown, stored and printed, from a text that must never be refused:
// what the provider sends, and what was stored before. Line breaks and tabs become spaces. Other control
// characters, characters that change the writing direction, and everything beyond the maximum length are left
// out. The result is in NFC.
func Cleaned(raw string, longest int) string {
	return cut(norm.NFC.String(withoutControls(raw)), longest)
}

// WithoutControls is like Cleaned without NFC, for a text that a program reads, such as a URL: its characters
// stay as they are.
func WithoutControls(raw string, longest int) string { return cut(withoutControls(raw), longest) }

func withoutControls(raw string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune("\r\n\t", r) || isSeparator(r):
			return ' '
		case unicode.IsControl(r) || TurnsDirection(r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(raw, "\ufffd"))
}

func cut(text string, longest int) string {
	for i := range text {
		if longest--; longest < 0 {
			return text[:i]
		}
	}
	return text
}
