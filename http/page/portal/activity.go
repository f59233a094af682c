package portal

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

var activityPages = []page.Page{
	{Path: "/activity", Group: "manage_people", Section: words.AccountSection, Nav: words.Activity, Table: listActivity},
}

func listActivity(c *page.Context) (*page.Table, error) {
	query := c.Filter()
	query.Set("per_page", "50")
	return activityTable(c, query)
}

func activityTable(c *page.Context, query url.Values) (*page.Table, error) {
	list, err := api.ListMyActivity(c, query)
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Columns:     c.Titles(words.At, words.What, words.By, words.ActivityVia, words.Address),
		FileColumns: c.Titles(words.ActivityDetails),
		Total:       list.Total, After: list.Next,
	}
	for _, a := range list.Data {
		t.Rows = append(t.Rows, page.Row{
			Cells: []page.Cell{
				c.Time(a.At), page.Plain(c.Word(words.Events, a.Event+".v1")), c.Actor(a.By),
				page.Plain(nameCredential(c, textOr(a.Via))), page.ID(textOr(a.Address)),
			},
			File: []page.Cell{page.Plain(flat(a.Details))},
		})
	}
	return t, nil
}

// flat shows the fields of an object on one line.
func flat(raw json.RawMessage) string {
	var fields map[string]any
	if json.Unmarshal(raw, &fields) != nil {
		return ""
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		parts = append(parts, fmt.Sprintf("%s: %v", name, fields[name]))
	}
	return strings.Join(parts, "; ")
}

func textOr(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
