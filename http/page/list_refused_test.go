package page

import (
	"errors"
	"net/url"
	"slices"
	"testing"

	"gateway/domain/words"
)

func TestAListRefusesWhatItsFiltersDoNotHave(t *testing.T) {
	t.Parallel()
	list := &Table{Filters: []Field{
		{Name: "status", Options: []Option{{Text: "All"}, {Value: "pending"}, {Value: "completed"}}}, {Name: "actor"},
	}}
	for query, refused := range map[string][]string{
		"":                             nil,
		"status=":                      nil,
		"status=pending":               nil,
		"status=+pending+":             nil,
		"actor=admin:9&after=3":        nil,
		"status=zzz":                   {"status"},
		"other=1":                      {"other"},
		"status=zzz&other=1&actor=all": {"other", "status"},
	} {
		asked, _ := url.ParseQuery(query)
		c := &Context{Language: words.English, Query: asked}
		var names []string
		var refusal *Problem
		if errors.As(c.unknownFilters(&Page{}, list), &refusal) {
			for name := range refusal.Fields {
				names = append(names, name)
			}
		}
		if slices.Sort(names); !slices.Equal(names, refused) {
			t.Errorf("%s: refused are %v, want %v", query, names, refused)
		}
	}
}

func TestAWrongNumberIsRefusedInWordsForPeople(t *testing.T) {
	t.Parallel()
	for l, want := range map[words.Language]string{words.Indonesian: "harus berupa angka", words.English: "must be a number"} {
		c := &Context{Language: l}
		if got := c.wrong(Field{Name: "amount"}, "must be a JSON number, not a string"); got != want {
			t.Errorf("it is said as %q, want %q", got, want)
		}
	}
}
