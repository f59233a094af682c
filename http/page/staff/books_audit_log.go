package staff

import (
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/projections/readmodel/auditlogrows"
)

// listAuditLog lists what administrators did.
func listAuditLog(c *page.Context) (*page.Table, error) {
	query := c.Filter("actor", "subject", "from", "to")
	query.Set("per_page", "50")
	list, err := api.ListAuditLog(c, query)
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Columns: c.Titles(words.BookedAt, words.By, words.What, words.About, words.Client, words.Reason, words.Approver, words.Explain),
		Total:   list.Total, After: list.Next, Empty: c.T(words.AuditEmpty),
		Filters: []page.Field{
			{Name: "actor", Label: c.T(words.By), Hint: c.T(words.ActorHint)},
			{Name: "subject", Label: c.T(words.About), Hint: c.T(words.SubjectHint)},
			{Name: "from", Label: c.T(words.From), Kind: "date"},
			{Name: "to", Label: c.T(words.To), Kind: "date"},
		},
	}
	for _, e := range list.Data {
		what := page.Plain(c.EventWord(e.Kind))
		what.Raw = e.Kind
		t.Add(c.Time(e.At), c.Actor(e.Actor), what, page.ID(e.Subject).To(subjectPath(c, e.Subject, e.ClientID)),
			clientCell(c, e.ClientID, e.ClientName), page.Plain(e.Reason), c.Actor(e.ApprovedBy),
			page.ID(page.Key(e.Position)).To(eventPath(c)(e.Position)))
	}
	return withNames(c, t, list.Data, func(e auditlogrows.AuditEntry) string { return e.ClientName }), nil
}
