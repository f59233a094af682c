package staff

import (
	"strings"

	"gateway/http/console/page"
	"gateway/http/console/words"
	"gateway/projections/readmodel"
)

// listAuditLog lists what administrators did.
func listAuditLog(c *page.Context) (*page.Table, error) {
	query := c.Filter("actor", "subject", "from", "to")
	query.Set("per_page", "50")
	var rows []readmodel.AuditEntry
	meta, after, err := c.List("/admin/audit-log", query, &rows)
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Columns: c.Titles(words.BookedAt, words.By, words.What, words.About, words.Reason, words.Approver, words.Explain),
		Total:   meta.Total, After: after, Empty: c.T(words.AuditEmpty),
		Filters: []page.Field{
			{Name: "actor", Label: c.T(words.By), Hint: c.T(words.ActorHint)},
			{Name: "subject", Label: c.T(words.About), Hint: c.T(words.SubjectHint)},
			{Name: "from", Label: c.T(words.From), Kind: "date"},
			{Name: "to", Label: c.T(words.To), Kind: "date"},
		},
	}
	for _, e := range rows {
		what := page.Plain(c.EventWord(e.Kind))
		what.Raw = e.Kind
		t.Add(c.Time(e.At), c.Actor(e.Actor), what, page.ID(e.Subject).To(auditSubject(c, e.Subject)),
			page.Plain(e.Reason), page.Plain(e.ApprovedBy),
			page.ID(page.Key(e.Position)).To(eventPath(c)(e.Position)))
	}
	return t, nil
}

// auditSubject is the page of what was acted on, empty where it has none. Subjects are paths of the API.
func auditSubject(c *page.Context, subject string) string {
	kind, id, _ := strings.Cut(subject, "/")
	switch kind {
	case "clients", "transactions", "withdrawals", "settlements", "callbacks", "tickets", "approvals", "suspense":
		if id != "" && !strings.Contains(id, "/") {
			return c.Link("/" + subject)
		}
	}
	return ""
}
