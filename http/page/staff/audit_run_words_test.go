package staff_test

import (
	"maps"
	"slices"
	"testing"

	"gateway/domain/difference"
	"gateway/domain/words"
	"gateway/projections/audit/verify"
)

func TestEachRuleDifferenceAndOutcomeHasWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name        string
		texts, want []string
	}{
		{"rules", slices.Collect(maps.Keys(words.Rules)), verify.Names()},
		{"kinds", slices.Collect(maps.Keys(words.DifferenceKinds)), difference.Kinds()},
		{"problems", slices.Collect(maps.Keys(words.DifferenceProblems)), difference.Problems()},
	} {
		slices.Sort(c.texts)
		slices.Sort(c.want)
		if !slices.Equal(c.texts, c.want) {
			t.Errorf("%s have words for %q, want %q", c.name, c.texts, c.want)
		}
	}
	for name, rule := range words.Rules {
		for _, text := range []string{rule.Name.Indonesian, rule.Name.English, rule.Next.Indonesian, rule.Next.English} {
			if text == "" {
				t.Errorf("%s lacks words", name)
			}
		}
	}
	for _, outcome := range []string{"running", "sound", "found", "incomplete", "failed", "interrupted"} {
		if _, ok := words.States[outcome]; !ok {
			t.Errorf("%s has no words", outcome)
		}
	}
}
