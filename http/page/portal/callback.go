package portal

import (
	"net/url"
	"strings"

	"gateway/domain/callback"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/projections/readmodel/callbackrows"
)

var callbackPages = []page.Page{
	{Path: "/callbacks", Group: "callbacks", Section: words.BuildSection, Nav: words.Callbacks, Show: showCallbackSteps, Table: listCallbacks},
	{Path: "/callbacks/test", Group: "callbacks", Title: words.SendTest, Show: showCallbackTest},
	{Path: "/callbacks/:id", Group: "callbacks", Title: words.Callback, Show: showCallback},
}

var callbackActions = []page.Action{
	{Path: "/callbacks/test", Group: "callbacks", Page: "/callbacks/test", Do: sendCallbackTest},
	{
		Path: "/callbacks/:id/resend", Group: "callbacks", Page: "/callbacks/:id",
		Do: page.Sends(words.DoneSent, api.ResendOwnCallback, page.SeenAttempts),
	},
}

func showCallbackSteps(c *page.Context) ([]page.Block, error) {
	return []page.Block{page.Links{Links: []page.Link{
		{Text: c.T(words.SendTest), Path: c.Link("/callbacks/test")}, {Text: c.T(words.Endpoints), Path: c.Link("/endpoints")},
	}}}, nil
}

func listCallbacks(c *page.Context) (*page.Table, error) {
	query := c.Filter("status", "trouble", "resource", "from", "to")
	query.Set("per_page", "50")
	return callbackTable(c, query)
}

func callbackTable(c *page.Context, query url.Values) (*page.Table, error) {
	list, err := api.ListOwnCallbacks(c, query)
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Columns: c.Titles(words.CreatedAt, words.OrderNumber, words.EventField, words.Status, words.ResourceField, words.Attempts,
			words.NextAttempt,
			words.EndpointOfCallback),
		Filters: []page.Field{
			{Name: "status", Label: c.T(words.Status), Options: c.Choices(words.States, callback.Statuses()...)},
			{Name: "trouble", Label: c.T(words.Trouble), Options: c.Choices(words.CallbackTroubles, callbackrows.TroubleRetried)},
			{Name: "resource", Label: c.T(words.ResourceField)},
			{Name: "from", Label: c.T(words.From), Kind: "date"},
			{Name: "to", Label: c.T(words.To), Kind: "date"},
		},
		Total: list.Total, After: list.Next, Empty: c.T(words.NoCallbacksYet),
	}
	for _, row := range list.Data {
		t.Add(c.Time(row.CreatedAt), page.ID(row.OrderNumber), feedEvent(c,
			row.Event).To(c.Link("/callbacks/"+url.PathEscape(row.ID))), c.State(row.Status),
			resourceCell(c, row.Resource), page.Number(len(row.Attempts)), c.TimeOr(row.NextAttemptAt),
			page.Plain(row.URL))
	}
	return t, nil
}

// feedEvent says in words what a callback tells. A file has the name of the event.
func feedEvent(c *page.Context, name string) page.Cell {
	cell := page.Plain(name)
	kind, status, ok := strings.Cut(name, ".")
	if text, known := words.FeedEvents[name]; known {
		cell.Text = c.T(text)
	} else if ok {
		cell.Text = c.Word(words.Kinds, kind) + ": " + c.Word(words.States, status)
	}
	return cell
}

// resourceCell shows a thing by the id in its name; a CSV file has the whole name.
func resourceCell(c *page.Context, name string) page.Cell {
	cell := page.ID(name)
	if _, id, ok := strings.Cut(name, "/"); ok && strings.HasPrefix(name, "transactions/") {
		cell.Text = id
	}
	return cell.To(resourcePath(c, name))
}

// resourcePath is the page of a thing by its name, such as withdrawals/17; empty if it has no page.
func resourcePath(c *page.Context, name string) string {
	kind, _, _ := strings.Cut(name, "/")
	if !c.May("read_money") {
		return ""
	}
	switch kind {
	case "transactions":
		return c.Link("/payments/" + page.Last(name))
	case "withdrawals", "settlements", "refunds", "disputes":
		return c.Link("/" + kind + "/" + page.Last(name))
	}
	return ""
}

func showCallback(c *page.Context) ([]page.Block, error) {
	row, err := api.GetOwnCallback(c, c.Param("id"))
	if err != nil {
		return nil, err
	}
	attempts := &page.Table{
		Title:   c.T(words.Attempts),
		Columns: c.Titles(words.At, words.AnswerStatus, words.ErrorWord, words.Duration), Empty: c.T(words.NoAttemptsYet),
	}
	var failures []string
	for _, a := range row.Attempts {
		failures = append(failures, a.Error)
		attempts.Add(c.Time(a.At), answerCell(a.ResponseStatus), c.AttemptError(a.Error), c.Took(a.DurationMS))
	}
	details := page.Details{Title: c.T(words.Facts), Pairs: []page.Pair{
		{Label: c.T(words.EventField), Value: feedEvent(c, row.Event)},
		{Label: c.T(words.ResourceField), Value: c.Subject(row.Resource)},
		{Label: c.T(words.EndpointOfCallback), Value: page.ID(row.URL)},
		{Label: c.T(words.CreatedAt), Value: c.Time(row.CreatedAt)},
	}}
	right := append(c.ResendBlocks(row), details)
	left := append([]page.Block{attempts}, c.Answers(row.Attempts)...)
	left = append(left, c.Sent(row.Event, row.ID, string(row.Payload), failures...))
	return []page.Block{callbackFigures(c, row), page.Columns{Left: left, Right: right}}, nil
}

// callbackFigures show the progress of the callback.
func callbackFigures(c *page.Context, callback callbackrows.Callback) page.Figures {
	figures := page.Figures{Figures: []page.Figure{
		{Label: c.T(words.Status), Value: c.State(callback.Status)},
		{Label: c.T(words.Attempts), Value: page.Number(len(callback.Attempts))},
	}}
	if callback.NextAttemptAt != nil {
		figures.Figures = append(figures.Figures, page.Figure{Label: c.T(words.NextAttempt), Value: c.Time(*callback.NextAttemptAt)})
	}
	return figures
}

// answerCell shows the status that a receiver answered with, empty if no answer came.
func answerCell(status int) page.Cell {
	if status == 0 {
		return page.Cell{Kind: "number"}
	}
	return page.Number(status)
}

// sampleEvents are the events for which POST /callbacks/test has samples.
var sampleEvents = []string{
	"invoice.paid", "invoice.settled", "invoice.expired",
	"withdrawal.completed", "withdrawal.failed", "settlement.completed", "settlement.failed",
}

func showCallbackTest(c *page.Context) ([]page.Block, error) {
	var events []page.Option
	for _, name := range sampleEvents {
		events = append(events, page.Option{Value: name, Text: feedEvent(c, name).Text})
	}
	return []page.Block{page.Form{
		Hint: c.T(words.SendTestHint), Action: "/callbacks/test", Submit: c.T(words.SendTest),
		Fields: []page.Field{
			{Name: "url", Label: c.T(words.EndpointOfCallback), Required: true},
			{Name: "event", Label: c.T(words.EventField), Options: events},
		},
	}}, nil
}

func sendCallbackTest(c *page.Context) (page.Result, error) {
	result, err := api.TestCallback(c, page.Body{}.Texts(c, "url", "event"))
	return sampleResult(c, result, "/callbacks/test"), err
}

// sampleResult shows how the receiver answered a sample.
func sampleResult(c *page.Context, result api.CallbackTested, back string) page.Result {
	said := page.Notice{Text: c.T(words.TestNotDelivered), Tone: page.ToneBad}
	if result.Delivered {
		said = page.Notice{Text: c.T(words.TestDelivered), Tone: page.ToneGood}
	}
	return page.Result{Title: words.TestResult, Blocks: []page.Block{
		said,
		page.Details{Pairs: []page.Pair{
			{Label: c.T(words.EndpointOfCallback), Value: page.ID(result.URL)},
			{Label: c.T(words.EventField), Value: feedEvent(c, result.Event)},
			{Label: c.T(words.AnswerStatus), Value: answerCell(result.ResponseStatus)},
			{Label: c.T(words.ErrorWord), Value: c.AttemptError(result.Error)},
			{Label: c.T(words.Duration), Value: c.Took(result.DurationMS)},
		}},
		page.Text{Title: c.T(words.AnswerReceived), Text: result.Answer},
		page.Technical{Blocks: []page.Block{page.Text{Title: c.T(words.BodySent), Text: page.Indented(string(result.Payload))}}},
		page.Links{Links: []page.Link{{Text: c.T(words.Back), Path: c.Link(back)}}},
	}}
}
