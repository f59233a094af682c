package staff

import (
	"gateway/http/console/page"
	"gateway/http/console/words"
	"gateway/projections/readmodel"
)

var reversalPages = []page.Page{
	{Path: "/reversals", Group: "books", Section: words.WorkSection, Nav: words.Reversals, Table: listReversals},
}

func listReversals(c *page.Context) (*page.Table, error) {
	query := c.Filter("status")
	query.Set("per_page", "50")
	var rows []readmodel.ReversalRow
	meta, after, err := c.ListPages("/admin/reversals", query, &rows)
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Columns: c.Titles(words.CreatedAt, words.Transaction, words.Client, words.Kind, words.Amount, words.Status, words.Contradiction,
			words.Reason, words.By),
		Filters: []page.Field{statusFilter(c, "posted", "waiting", "contradicted")},
		Total:   meta.Total, After: after, Empty: c.T(words.ReversalsEmpty),
	}
	for _, r := range rows {
		t.Add(c.Time(r.CreatedAt), page.ID(r.TransactionID).To(transactionPath(c, r.TransactionID)), clientCell(c, r.ClientID, r.ClientName),
			page.Plain(c.Word(words.ReversalKinds, r.Kind)), page.Rupiah(r.Amount), c.State(r.Status),
			page.Plain(c.Word(words.ReversalContradictions, r.Contradiction)), page.Plain(r.Reason), page.Plain(r.By))
	}
	return withNames(c, t, rows, func(r readmodel.ReversalRow) string { return r.ClientName }), nil
}
