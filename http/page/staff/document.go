package staff

import (
	"gateway/domain/document"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/projections/readmodel/documentrows"
)

// documentsPath is the page of the documents of clients, and below /admin its path in the API.
const documentsPath = "/documents"

var documentPages = []page.Page{
	{Path: documentsPath, Group: "manage", Section: words.WorkSection, Nav: words.Documents, Table: listDocuments},
	{Path: documentsPath + "/:id", Group: "manage", Title: words.DocumentTitle, Show: showDocument},
	{Path: documentsPath + "/:id/file", Group: "manage", Title: words.DocumentTitle, File: downloadDocument},
}

var documentActions = []page.Action{
	{
		Path: documentsPath + "/:id/accept", Group: "manage", Page: documentsPath + "/:id",
		Do: page.Does("saved", api.AcceptDocument),
	},
	{
		Path: documentsPath + "/:id/reject", Group: "manage", Page: documentsPath + "/:id",
		Do: page.Sends(words.DoneRejected, api.RejectDocument, reasonBody),
	},
}

func listDocuments(c *page.Context) (*page.Table, error) {
	query := c.Filter("status", "client_id")
	query.Set("per_page", "50")
	list, err := api.ListDocuments(c, query)
	if err != nil {
		return nil, err
	}
	t := documentTable(c, list.Data)
	t.Filters = []page.Field{statusFilter(c, document.Statuses()...), clientFilter(c)}
	t.Total, t.After = list.Total, list.Next
	return withNames(c, t, list.Data, func(d documentrows.AdminDocument) string { return d.ClientName }), nil
}

func documentTable(c *page.Context, rows []documentrows.AdminDocument) *page.Table {
	t := &page.Table{
		Columns: c.Titles(words.DocumentSentAt, words.DocumentKind, words.Client, words.Status, words.Reason),
		Empty:   c.T(words.DocumentsEmpty),
	}
	for _, d := range rows {
		t.Add(c.Time(d.CreatedAt), page.Plain(c.Word(words.DocumentKinds, d.Kind)).To(c.Link(documentsPath+"/"+page.Key(d.ID))),
			clientCell(c, d.ClientID, d.ClientName), c.State(d.Status), page.Plain(words.Isolated(textOf(d.Reason))))
	}
	return t
}

func showDocument(c *page.Context) ([]page.Block, error) {
	d, err := api.GetDocument(c, c.Param("id"))
	if err != nil {
		return nil, err
	}
	kind := c.Word(words.DocumentKinds, d.Kind)
	c.SetTitle(c.T(words.DocumentNo, kind, words.Isolated(d.ClientName)))
	details := page.Details{Title: c.T(words.Facts), Pairs: []page.Pair{
		{Label: c.T(words.Status), Value: c.State(d.Status)},
		{Label: c.T(words.DocumentKind), Value: page.Plain(kind)},
		{Label: c.T(words.Client), Value: clientCell(c, d.ClientID, d.ClientName)},
		{Label: c.T(words.DocumentSentAt), Value: c.Time(d.CreatedAt)},
		{Label: c.T(words.SlipSubmittedBy), Value: c.Actor(d.SubmittedBy)},
		{Label: c.T(words.DocumentDecided), Value: c.TimeOr(d.DecidedAt)},
		{Label: c.T(words.DocumentHash), Value: page.ID(d.Hash)},
	}}
	if d.DecidedBy != nil {
		details.Pairs = append(details.Pairs, page.Pair{Label: c.T(words.SlipDecidedBy), Value: c.Actor(*d.DecidedBy)})
	}
	if d.Reason != nil {
		details.Pairs = append(details.Pairs, page.Pair{Label: c.T(words.Reason), Value: page.Plain(words.Isolated(*d.Reason))})
	}
	path := documentsPath + "/" + page.Key(d.ID)
	blocks := []page.Block{details, page.Links{Links: []page.Link{{Text: c.FileText(d.File.Name, d.File.Size), Path: c.Link(path + "/file")}}}}
	if d.Status != document.StatusWaiting {
		return blocks, nil
	}
	return []page.Block{page.Columns{Left: blocks, Right: []page.Block{
		step(c, path+"/accept", words.DocumentAccept, words.DocumentAccepts),
		step(c, path+"/reject", words.DocumentReject, words.DocumentRejects, reasonField(c, true)),
	}}}, nil
}

// downloadDocument answers with the file of a document.
func downloadDocument(c *page.Context) error {
	return c.Raw("/admin" + documentsPath + "/" + c.Param("id") + "/file")
}

// documentsOf lists the newest documents of a client, for administrators.
func documentsOf(c *page.Context, clientID string) ([]page.Block, error) {
	if !c.May("manage") {
		return nil, nil
	}
	query := c.Filter()
	query.Set("client_id", clientID)
	query.Set("per_page", "10")
	list, err := api.ListDocuments(c, query)
	if err != nil || len(list.Data) == 0 {
		return nil, err
	}
	t := documentTable(c, list.Data)
	t.Title = c.T(words.Documents)
	t.Without(words.Client)
	return []page.Block{t}, nil
}
