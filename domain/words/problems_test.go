package words_test

import (
	"testing"

	"gateway/domain/words"
	"gateway/http/api/errorcode"
)

func TestEachRefusalHasIndonesianWords(t *testing.T) {
	t.Parallel()
	known := map[string]bool{}
	for _, e := range errorcode.All() {
		known[e.Code] = true
		if words.Problems[e.Code] == "" {
			t.Errorf("%s has none", e.Code)
		}
	}
	for code := range words.Problems {
		if !known[code] {
			t.Errorf("%s is no code of the API", code)
		}
	}
}

func TestWhatIsWrongWithAFieldIsSaidInThePersonsLanguage(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]string{
		"is required":                      "wajib diisi",
		"must have 8 to 255 characters":    "harus 8 sampai 255 karakter",
		"may have at most 255 characters":  "paling banyak 255 karakter",
		"must have 10 digits for BCA":      "harus 10 angka untuk BCA",
		"must be whole rupiah from 0 to 5": "harus rupiah bulat",
		"must be something new":            "isian ini tidak dapat diterima; periksa kembali",
	} {
		if got := words.FieldProblem(words.Indonesian, message); got != want {
			t.Errorf("%q is said as %q, want %q", message, got, want)
		}
		if got := words.FieldProblem(words.English, message); got != message {
			t.Errorf("%q is said as %q in English", message, got)
		}
	}
}
