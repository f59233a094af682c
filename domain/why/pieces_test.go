package why_test

import (
	"slices"
	"strings"
	"testing"

	"gateway/domain/why"
	"gateway/domain/words"
)

func TestThePiecesOfASentenceAreTheSentence(t *testing.T) {
	t.Parallel()
	for _, code := range why.Codes() {
		for _, language := range []words.Language{words.English, words.Indonesian} {
			want := words.Reasons[string(code)].In(language)
			var got strings.Builder
			for _, p := range code.Pieces(language) {
				if got.WriteString(p.Words); p.Part != "" {
					got.WriteString("{" + p.Part + "}")
				}
			}
			if got.String() != want {
				t.Errorf("%s has the pieces %q of %q", code, got.String(), want)
			}
		}
	}
	if got, want := why.CallbackDelivered.Pieces(words.English), []why.Piece{{Words: "The callback was delivered at "}, {Part: "at"}, {Words: "."}}; !slices.Equal(got, want) {
		t.Errorf("the pieces are %v, want %v", got, want)
	}
}
