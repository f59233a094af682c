package text_test

import (
	"strings"
	"testing"

	"gateway/domain/domaintest"
	"gateway/domain/text"
)

func TestTextHasALengthAndNoControlCharacters(t *testing.T) {
	t.Parallel()
	const refused = "invalid_field f"
	for _, c := range []struct {
		name, value      string
		checks, requires string
	}{
		{"text", "Toko Sari, 2 baris\r\n\tsatu", "", ""},
		{"nothing", "", "", refused},
		{"white space", " \n", "", refused},
		{"just short enough, counted in characters", strings.Repeat("é", 30), "", ""},
		{"one too many", strings.Repeat("é", 31), refused, refused},
		{"NUL", "a\x00b", refused, refused},
		{"no UTF-8", "a\xff", refused, refused},
	} {
		if got := domaintest.Refusal(text.Check("f", c.value, 30)); got != c.checks {
			t.Errorf("checking %s: %q, want %q", c.name, got, c.checks)
		}
		if got := domaintest.Refusal(text.Require("f", c.value, 30)); got != c.requires {
			t.Errorf("requiring %s: %q, want %q", c.name, got, c.requires)
		}
	}
}
