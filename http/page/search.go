package page

import (
	"net/url"
	"slices"
	"strconv"

	"gateway/domain/words"
	"gateway/http/api"
)

// Search shows the page of a search by an operation of the API. folders holds the path of
// each kind's pages below the site's prefix; a kind that is missing has no page.
func Search(
	search func(api.Caller, url.Values) ([]api.Hit, error), folders map[string]string,
) func(c *Context) ([]Block, error) {
	return func(c *Context) ([]Block, error) {
		text := c.Query.Get("q")
		if text == "" {
			return []Block{Notice{Text: c.T(words.SearchHint), Tone: ToneQuiet}}, nil
		}
		hits, err := search(c, url.Values{"q": {text}})
		if err != nil {
			return nil, err
		}
		return []Block{c.hits(hits, folders)}, nil
	}
}

func (c *Context) hits(hits []api.Hit, folders map[string]string) *Table {
	t := &Table{
		Columns: c.Titles(words.Kind, words.OrderNumber, words.CustomerName, words.What, words.ID, words.MatchedBy, words.Status,
			words.Amount, words.CreatedAt),
		Empty: c.T(words.NoHits),
	}
	ofClients := slices.ContainsFunc(hits, func(h api.Hit) bool { return h.ClientName != "" })
	if ofClients {
		t.Columns = append(t.Columns, c.Titles(words.Client)...)
	}
	for _, h := range hits {
		cells := []Cell{
			Plain(c.Word(words.Kinds, h.Kind)), ID(h.OrderNumber), Plain(h.CustomerName), Plain(whatOf(h)),
			ID(unescaped(h.Name)).To(c.hitPath(h, folders)),
			Plain(c.Word(words.SearchFields, h.Field)), c.State(h.Status), RupiahOr(h.Amount), c.Time(h.CreatedAt),
		}
		if ofClients {
			cells = append(cells, Plain(h.ClientName).To(c.Link(folders["client"]+"/"+strconv.FormatInt(h.ClientID, 10))))
		}
		t.Add(cells...)
	}
	return t
}

// whatOf is the title of a hit, unless the order number says it already.
func whatOf(h api.Hit) string {
	if h.Title == h.OrderNumber {
		return ""
	}
	return h.Title
}

// hitPath is the page of a hit. A person is shown on the page of the client.
func (c *Context) hitPath(h api.Hit, folders map[string]string) string {
	folder, ok := folders[h.Kind]
	switch {
	case !ok:
		return ""
	case h.Kind == "client" || h.Kind == "person":
		return c.Link(folder + "/" + strconv.FormatInt(h.ClientID, 10))
	}
	return c.Link(folder + "/" + Last(h.Name))
}

func unescaped(name string) string {
	id := Last(name)
	if text, err := url.PathUnescape(id); err == nil {
		return text
	}
	return id
}
