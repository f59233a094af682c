package reference

import (
	"slices"
	"strings"
)

// Hit is one result of a search.
type Hit struct{ Title, About, Link string }

// maxQuery is how many characters of a query are used.
const maxQuery = 100

// search finds the guides, operations and codes that contain every word of the query. Those with a word in
// their title come first.
func (s *Site) search(query string) (hits []Hit) {
	if runes := []rune(query); len(runes) > maxQuery {
		query = string(runes[:maxQuery])
	}
	words := strings.Fields(strings.ToLower(query))
	if len(words) == 0 {
		return nil
	}
	var later []Hit
	add := func(text string, h Hit) {
		switch {
		case hasAll(strings.ToLower(h.Title), words):
			hits = append(hits, h)
		case hasAll(strings.ToLower(h.Title+" "+text), words):
			later = append(later, h)
		}
	}
	for _, tag := range s.Tags {
		for _, o := range tag.Operations {
			add(o.text, Hit{strings.TrimSpace(o.Method + " " + o.Path + " " + o.Summary), tag.Name, s.Base + "/reference/" + tag.Slug + "#" + o.ID})
		}
	}
	for _, g := range s.Guides {
		add(g.text, Hit{g.Title, "Guide", s.Base + "/" + g.Slug})
	}
	for _, group := range s.Errors {
		for _, e := range group.Errors {
			add(strings.ToLower(e.Summary+" "+e.Next), Hit{e.Code, e.Summary, s.Base + "/" + ErrorsSlug + "#" + e.Code})
		}
	}
	return append(hits, later...)
}

func hasAll(text string, words []string) bool {
	return !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(text, word) })
}
