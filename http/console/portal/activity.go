package portal

import (
	"net/url"

	"gateway/http/console/page"
	"gateway/http/console/words"
	"gateway/projections/readmodel"
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
	var rows []readmodel.Activity
	meta, after, err := c.ListPages("/me/activity", query, &rows)
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Columns: []string{c.T(words.At), c.T(words.What), c.T(words.By), c.T(words.ActivityVia), c.T(words.Address), c.T(words.ActivityDetails)},
		Total:   meta.Total, After: after,
	}
	for _, a := range rows {
		who, err := personOf(c, a.By)
		if err != nil {
			return nil, err
		}
		details := string(a.Details)
		if details == "{}" || details == "null" {
			details = ""
		}
		t.Add(c.Time(a.At), page.Plain(c.Word(words.Events, a.Event+".v1")), page.Plain(who), page.ID(textOr(a.Via)), page.ID(textOr(a.Address)), page.ID(details))
	}
	return t, nil
}

func textOr(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
