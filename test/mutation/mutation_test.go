package mutation_test

import (
	"path/filepath"
	"strings"
	"testing"

	"gateway/test/mutation"
)

func TestMutantsThatNoTestNoticesSurvive(t *testing.T) {
	t.Parallel()
	var all []string
	score, err := mutation.Run(t.Context(), "test/mutation/testdata/sample", mutation.Options{
		Root: root(t), Parallel: 2, Done: func(m mutation.Mutant) { all = append(all, m.Function+": "+m.Change) },
	})
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(all, "\n")
	for _, want := range []string{
		"-: most: 10 + 1",
		"-: most: 10 - 1",
		"Cut: n > most: > becomes >=",
		"Cut: n > most: > becomes <=",
		"Cut: left out: n = most",
		"Cut: left out: if n > most { n = most }",
		"Owes: amount.IsNegative(): zero counts, too",
		"Owes: amount.IsNegative(): becomes its opposite",
		"Whole: a%2 == 0 || b%2 == 0: || becomes &&",
		"Whole: a%2 == 0: == becomes !=",
		"Whole: 2 becomes 3",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no mutant %q among\n%s", want, text)
		}
	}
	if len(score.Survivors) != 1 || score.Survivors[0].Change != "n > most: > becomes >=" {
		t.Errorf("survivors: %v", score.Survivors)
	}
	if score.Mutants != len(all) || score.Killed != score.Mutants-1 || score.Percent() >= 100 {
		t.Errorf("%+v", score)
	}
	if at := score.Survivors[0].At; at.Filename != "test/mutation/testdata/sample/sample.go" || at.Line != 10 {
		t.Errorf("the survivor is at %v", at)
	}
}

func TestAPackageThatDoesNotBuildIsRefused(t *testing.T) {
	t.Parallel()
	if _, err := mutation.Run(t.Context(), "test/mutation/testdata/none", mutation.Options{Root: root(t)}); err == nil {
		t.Error("it was measured")
	}
}

func root(t *testing.T) string {
	t.Helper()
	path, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	return path
}
