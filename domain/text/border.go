package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"gateway/domain"

	"golang.org/x/text/unicode/norm"
)

// Border is what a text of people and of their programs must pass before it is used. Every
// text that a request brings passes one; the bytes of metadata, transaction_log and passwords
// are left alone.
type Border struct {
	// Longest is the most characters of a text, as it is stored.
	Longest int
	// Lines lets line breaks and tabs pass.
	Lines bool
}

// Pass returns the text in NFC, which is how it is stored: one that looks the same is the same.
// It refuses, with invalid_field and without the name of a field, a text that is not valid UTF-8, has
// control characters or characters that turn the direction of writing, or is too long.
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

// AsStored passes a text that is only compared with what is stored, and returns it as it is:
// the gateway once stored texts that Pass refuses or changes, and these are found all the same.
// It refuses, like Pass, what never was stored: a text that is not valid UTF-8, has a control character of ASCII,
// or is too long.
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

// isControl reports a control character, or a line break where there may be none.
func (b Border) isControl(r rune) bool {
	if b.Lines {
		return unicode.IsControl(r) && !strings.ContainsRune("\r\n\t", r)
	}
	return unicode.IsControl(r) || isSeparator(r)
}

// isSeparator reports the line and paragraph separators of Unicode.
func isSeparator(r rune) bool { return r == '\u2028' || r == '\u2029' }

// TurnsDirection reports the embeddings, overrides and isolates of bidirectional text, by which a
// text is shown in another order than it has. The marks that Arabic and Hebrew need are none of them.
func TurnsDirection(r rune) bool {
	return r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069'
}

// Forms returns the texts that mean the same where texts are looked up: the text as it was sent, and in
// NFC where that differs. What was stored before texts were brought to NFC is found by the first.
func Forms(sent string) []string {
	if stored := norm.NFC.String(sent); stored != sent {
		return []string{sent, stored}
	}
	return []string{sent}
}

// Decomposed returns the form that another program may have given a text, in NFC, before texts were brought to that.
// Most texts have none but their own.
func Decomposed(text string) string { return norm.NFD.String(text) }

// Cleaned returns one line that can be shown, stored and printed, of a text that is never refused: what
// the provider sends, and what was stored before. Line breaks and tabs become spaces, other
// control characters and those that turn the direction of writing are left out, and so is all beyond
// the most characters. It is in NFC.
func Cleaned(raw string, longest int) string {
	return cut(norm.NFC.String(withoutControls(raw)), longest)
}

// WithoutControls is Cleaned without NFC, for a text that a program reads, such as a URL: its characters
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
