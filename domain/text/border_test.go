package text_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"gateway/domain/domaintest"
	"gateway/domain/text"

	"golang.org/x/text/unicode/norm"
)

const refused = "invalid_field"

func TestATextPassesTheBorderInNFCOrIsRefused(t *testing.T) {
	t.Parallel()
	line, lines := text.Border{Longest: 10}, text.Border{Longest: 10, Lines: true}
	for _, c := range []struct {
		name, raw   string
		line, lines string
	}{
		{"ASCII", "Toko Sari", "Toko Sari", "Toko Sari"},
		{"nothing", "", "", ""},
		{"composed", "caf\u00e9", "caf\u00e9", "caf\u00e9"},
		{"decomposed", "cafe\u0301", "caf\u00e9", "caf\u00e9"},
		{"as long as may be once composed", strings.Repeat("e\u0301", 10), strings.Repeat("\u00e9", 10), strings.Repeat("\u00e9", 10)},
		{"one character too long", strings.Repeat("\u00e9", 11), refused, refused},
		{"longer in NFC than as it is sent", strings.Repeat("\u0958", 6), refused, refused},
		{"line breaks and a tab", "a\r\n\tb", refused, "a\r\n\tb"},
		{"a line separator", "a\u2028b", refused, "a\u2028b"},
		{"NUL", "a\x00", refused, refused},
		{"BEL", "a\a", refused, refused},
		{"DEL", "a\x7f", refused, refused},
		{"the first control character of C1", "a\u0080", refused, refused},
		{"an escape of C1", "a\u009b31m", refused, refused},
		{"just behind C1", "a\u00a0b", "a\u00a0b", "a\u00a0b"},
		{"no UTF-8", "a\xff", refused, refused},
		{"an override", "a\u202eb", refused, refused},
		{"an embedding", "a\u202ab", refused, refused},
		{"an isolate", "a\u2066b", refused, refused},
		{"the end of an isolate", "a\u2069b", refused, refused},
		{"beside the overrides", "a\u202fb", "a\u202fb", "a\u202fb"},
		{"beside the isolates", "a\u2065b\u206ac", "a\u2065b\u206ac", "a\u2065b\u206ac"},
		{"Arabic, with its marks", "\u0645\u200f!", "\u0645\u200f!", "\u0645\u200f!"},
		{"an emoji of several", "\U0001F468\u200d\U0001F469", "\U0001F468\u200d\U0001F469", "\U0001F468\u200d\U0001F469"},
	} {
		for kind, of := range map[string]struct {
			border text.Border
			want   string
		}{"line": {line, c.line}, "text": {lines, c.lines}} {
			got, err := of.border.Pass(c.raw)
			if err != nil {
				got = domaintest.Refusal(err)
			}
			if got != of.want {
				t.Errorf("%s as a %s: %q, want %q", c.name, kind, got, of.want)
			}
		}
	}
}

func TestWhatWasStoredOnceIsLookedUpAsItIs(t *testing.T) {
	t.Parallel()
	b := text.Border{Longest: 5}
	for raw, want := range map[string]string{
		"cafe\u0301": "cafe\u0301", "a\u202eb": "a\u202eb", "a\u0085b": "a\u0085b", "": "",
		"a\x00": refused, "a\n": refused, "a\x7f": refused, "a\xff": refused, "123456": refused,
	} {
		got, err := b.AsStored(raw)
		if err != nil {
			got = domaintest.Refusal(err)
		}
		if got != want {
			t.Errorf("%q: %q, want %q", raw, got, want)
		}
	}
}

func TestATextHasOneFormMoreWhereItIsNotInNFC(t *testing.T) {
	t.Parallel()
	for sent, want := range map[string]string{"": "", "O-1": "O-1", "caf\u00e9": "caf\u00e9", "cafe\u0301": "cafe\u0301|caf\u00e9"} {
		if got := strings.Join(text.Forms(sent), "|"); got != want {
			t.Errorf("%q: %q, want %q", sent, got, want)
		}
	}
}

func TestATextIsCleanedAndNeverRefused(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"": "", "BUDI": "BUDI", "a\r\nb\tc": "a  b c", "a\x00\a\u009bb": "ab", "a\u202eb\u2066c": "abc", "a\xffb": "a\ufffdb",
		"cafe\u0301": "caf\u00e9", "12345678": "12345678", "123456789": "12345678", "\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9": "\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9",
		"a\u2028b": "a b",
	} {
		if got := text.Cleaned(raw, 8); got != want {
			t.Errorf("%q: %q, want %q", raw, got, want)
		}
	}
}

func TestATextForAProgramKeepsItsCharacters(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{"cafe\u0301": "cafe\u0301", "a\n\u202e\x00b": "a b", "1234567": "123456", "": ""} {
		if got := text.WithoutControls(raw, 6); got != want {
			t.Errorf("%+q: %+q, want %+q", raw, got, want)
		}
	}
}

// For any input, a cleaned text passes every border that allows its length, unchanged.
func FuzzACleanedTextPassesTheBorder(f *testing.F) {
	f.Add("a\u202eb\x00", 3)
	f.Add("e\u0301\u0958\n", 2)
	f.Fuzz(func(t *testing.T, raw string, longest int) {
		if longest < 0 || longest > 1000 {
			return
		}
		clean := text.Cleaned(raw, longest)
		passed, err := text.Border{Longest: longest}.Pass(clean)
		if err != nil || passed != clean || !utf8.ValidString(clean) || !norm.NFC.IsNormalString(clean) || strings.ContainsFunc(clean, unicode.IsControl) {
			t.Errorf("%q was cleaned to %q, which passes as %q, %v", raw, clean, passed, err)
		}
	})
}
