package staff

import (
	"net/url"

	"gateway/domain/callback"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/projections/readmodel/callbackrows"
)

var callbackPages = []page.Page{
	{Path: "/callbacks", Group: "read", Section: words.FindSection, Nav: words.Callbacks, Show: callbackHead, Table: listCallbacks},
	{Path: "/callbacks/:id", Group: "read", Title: words.CallbackTitle, Show: showCallback},
}

var callbackActions = []page.Action{
	{Path: "/callbacks/:id/resend", Group: "support", Page: "/callbacks/:id", Do: page.Does(words.DoneSent, api.ResendCallback)},
}

// callbackHead shows administrators who may resend callbacks a link to the page that resends many.
func callbackHead(c *page.Context) ([]page.Block, error) {
	if !c.May("support") {
		return nil, nil
	}
	return []page.Block{page.Links{Links: []page.Link{{Text: c.T(words.BulkResend), Path: c.Link(resendPath)}}}}, nil
}

func listCallbacks(c *page.Context) (*page.Table, error) {
	query := c.Filter("status", "client_id")
	query.Set("per_page", "50")
	return callbackTable(c, query)
}

// callbackTable lists callbacks.
func callbackTable(c *page.Context, query url.Values) (*page.Table, error) {
	list, err := api.ListCallbacks(c, query)
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Columns: c.Titles(words.CreatedAt, words.ID, words.Client, words.Event, words.Subject, words.Status, words.Attempts, words.NextAttempt),
		Filters: []page.Field{
			statusFilter(c, callback.Statuses()...),
			clientFilter(c),
		},
		Total: list.Total, After: list.Next, Empty: c.T(words.CallbacksEmpty),
	}
	for _, r := range list.Data {
		t.Add(c.Time(r.CreatedAt), page.ID(r.ID).To(c.Link("/callbacks/"+url.PathEscape(r.ID))), clientCell(c, r.ClientID, r.ClientName),
			page.ID(r.Event), page.ID(r.Resource).To(subjectPath(c, r.Resource, r.ClientID)), c.State(r.Status),
			page.Number(len(r.Attempts)), c.TimeOr(r.NextAttemptAt))
	}
	return withNames(c, t, list.Data, func(r callbackrows.Callback) string { return r.ClientName }), nil
}

func showCallback(c *page.Context) ([]page.Block, error) {
	id := url.PathEscape(c.Param("id"))
	r, err := api.GetCallback(c, c.Param("id"))
	if err != nil {
		return nil, err
	}
	reasons, told, err := explained(c, "callbacks/"+id)
	if err != nil {
		return nil, err
	}
	right := []page.Block{callbackDetails(c, r)}
	switch {
	case !c.May("support"):
	case r.Status == callback.StatusPending:
		right = append([]page.Block{c.PendingCallback(r)}, right...)
	default:
		right = append([]page.Block{step(c, "/callbacks/"+id+"/resend", words.ResendCallback, words.ResendHint)}, right...)
	}
	left := []page.Block{reasons, attemptTable(c, r.Attempts), page.Text{Title: c.T(words.BodyTitle), Text: pretty(r.Payload)}, told}
	return []page.Block{page.Columns{Left: left, Right: right}}, nil
}

func callbackDetails(c *page.Context, r callbackrows.Callback) page.Details {
	return page.Details{Title: c.T(words.Facts), Pairs: []page.Pair{
		{Label: c.T(words.Status), Value: c.State(r.Status)},
		{Label: c.T(words.ID), Value: page.ID(r.ID)},
		{Label: c.T(words.Client), Value: clientCell(c, r.ClientID, r.ClientName)},
		{Label: c.T(words.Event), Value: page.ID(r.Event)},
		{Label: c.T(words.Subject), Value: page.ID(r.Resource).To(subjectPath(c, r.Resource, r.ClientID))},
		{Label: c.T(words.CallbackTo), Value: page.ID(r.URL)},
		{Label: c.T(words.CreatedAt), Value: c.Time(r.CreatedAt)},
		{Label: c.T(words.NextAttempt), Value: c.TimeOr(r.NextAttemptAt)},
	}}
}

func attemptTable(c *page.Context, attempts []callbackrows.CallbackAttempt) *page.Table {
	t := &page.Table{
		Title: c.T(words.AttemptsTitle), Columns: c.Titles(words.At, words.AnswerStatus, words.AttemptError, words.Duration),
		Empty: c.T(words.NoAttempts),
	}
	for _, a := range attempts {
		answer := page.Cell{}
		if a.ResponseStatus > 0 {
			answer = page.Number(a.ResponseStatus)
		}
		t.Add(c.Time(a.At), answer, c.AttemptError(a.Error), page.Number(a.DurationMS))
	}
	return t
}
