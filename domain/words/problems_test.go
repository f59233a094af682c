package words_test

import (
	"testing"

	"gateway/domain/words"
	"gateway/http/api/errorcode"
)

func TestEachRefusalHasWordsInBothLanguages(t *testing.T) {
	t.Parallel()
	known := map[string]bool{}
	for _, e := range errorcode.All() {
		known[e.Code] = true
		text := words.Problems[e.Code]
		for _, l := range []words.Language{words.Indonesian, words.English} {
			if text.In(l) == "" {
				t.Errorf("%s has no words in %s", e.Code, l)
			}
		}
		if said := words.Refusal(words.Indonesian, e.Code, e.Example()); english.MatchString(said) {
			t.Errorf("a page in Indonesian says of %s: %s", e.Code, said)
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

func TestARefusalSaysWhatItIsAbout(t *testing.T) {
	t.Parallel()
	const advised = "of the fees of 2025-12, 150000.00 rupiah without VAT, at most 3000.50 rupiah can still be credited. Reject the slip. Ask."
	want := "Dari biaya 2025-12, sebesar Rp150.000 tanpa PPN, paling banyak Rp3.000,50 masih dapat dikreditkan."
	if got := words.Refusal(words.Indonesian, "slip_exceeds_fees", advised); got != want {
		t.Error(got)
	}
	if got := words.Refusal(words.English, "slip_exceeds_fees", advised); got != advised {
		t.Error(got)
	}
	if got := words.Refusal(words.Indonesian, "a_new_code", "this is new"); got != "Ini ditolak." {
		t.Error(got)
	}
}
