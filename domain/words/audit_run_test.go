package words

import (
	"maps"
	"slices"
	"testing"

	"gateway/domain/difference"
	"gateway/projections/audit/verify"
)

func TestEachRuleDifferenceAndOutcomeHasWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name        string
		words, want []string
	}{
		{"rules", slices.Collect(maps.Keys(Rules)), verify.Names()},
		{"kinds", slices.Collect(maps.Keys(DifferenceKinds)), difference.Kinds()},
		{"problems", slices.Collect(maps.Keys(DifferenceProblems)), difference.Problems()},
	} {
		slices.Sort(c.words)
		slices.Sort(c.want)
		if !slices.Equal(c.words, c.want) {
			t.Errorf("%s have words for %q, want %q", c.name, c.words, c.want)
		}
	}
	for name, rule := range Rules {
		for _, text := range []string{rule.Name.Indonesian, rule.Name.English, rule.Next.Indonesian, rule.Next.English} {
			if text == "" {
				t.Errorf("%s lacks words", name)
			}
		}
	}
	for _, outcome := range []string{"running", "sound", "found", "incomplete", "failed", "interrupted"} {
		if _, ok := States[outcome]; !ok {
			t.Errorf("%s has no words", outcome)
		}
	}
}
