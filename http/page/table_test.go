package page

import (
	"slices"
	"testing"

	"gateway/domain/words"
)

func TestColumnsAreChosenByTheirNamesInEitherLanguage(t *testing.T) {
	t.Parallel()
	for _, language := range []words.Language{words.Indonesian, words.English} {
		c := &Context{Language: language}
		of := func() *Table {
			table := &Table{Columns: c.Titles(words.CreatedAt, words.Client, words.Status, words.Amount)}
			table.Add(Plain("at"), Plain("client"), Plain("status"), Plain("amount"))
			return table
		}
		kept := of()
		kept.Keep(words.CreatedAt, words.Amount)
		for what, table := range map[string]*Table{"kept": kept, "without": of().Without(words.Client, words.Status)} {
			got := table.headings()
			for _, cell := range table.Rows[0].Cells {
				got = append(got, cell.Text)
			}
			if want := []string{c.T(words.CreatedAt), c.T(words.Amount), "at", "amount"}; !slices.Equal(got, want) {
				t.Errorf("%s in %s: %v, want %v", what, language, got, want)
			}
		}
	}
}
