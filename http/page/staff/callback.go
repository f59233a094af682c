package staff

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"gateway/domain/callback"
	"gateway/domain/endpoint"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/http/service/callbackservice"
	"gateway/projections/readmodel/callbackrows"
)

var callbackPages = []page.Page{
	{Path: "/callbacks", Group: "read", Section: words.FindSection, Nav: words.Callbacks, Show: callbackHead, Table: listCallbacks},
	{Path: "/callbacks/:id", Group: "read", Title: words.CallbackTitle, Show: showCallback},
}

var callbackActions = []page.Action{
	{
		Path: "/callbacks/:id/resend", Group: "support", Page: "/callbacks/:id",
		Do: page.Sends(words.DoneSent, api.ResendCallback, page.SeenAttempts),
	},
}

// callbackHead shows administrators who may resend callbacks a link to the page that resends many.
func callbackHead(c *page.Context) ([]page.Block, error) {
	if !c.May("support") {
		return nil, nil
	}
	links := []page.Link{{Text: c.T(words.BulkResend), Path: c.Link(resendPath)}}
	if client := c.Filter("client_id").Get("client_id"); client != "" {
		links = append(links, page.Link{Text: c.T(words.ResendAllOf), Path: resendAllPath(c, client)})
	}
	return []page.Block{page.Links{Links: links}}, nil
}

// resendAllPath is the page that sends all failed callbacks of a client again.
func resendAllPath(c *page.Context, client string) string {
	return c.Link(resendAll + "?client_id=" + url.QueryEscape(client))
}

func listCallbacks(c *page.Context) (*page.Table, error) {
	query := c.Filter("status", "trouble", "client_id")
	query.Set("per_page", "50")
	t, err := callbackTable(c, query)
	isFile := c.Query.Get("format") != ""
	if err == nil && query.Get("status") == callback.StatusExhausted && c.May("support") && !isFile {
		linkClients(c, t)
	}
	return t, err
}

// linkClients gives each failed callback a link that sends all of its client again.
func linkClients(c *page.Context, t *page.Table) {
	t.Columns = append(t.Columns, c.Titles(words.ResendAllOf)...)
	for i := range t.Rows {
		client := t.Rows[i].Cells[clientColumn].Raw
		t.Rows[i].Cells = append(t.Rows[i].Cells, page.Plain(c.T(words.ResendAllOfClient)).To(resendAllPath(c, client)))
	}
}

// clientColumn is the column of the client in the list of callbacks.
const clientColumn = 3

// callbackTable lists callbacks.
func callbackTable(c *page.Context, query url.Values) (*page.Table, error) {
	list, err := api.ListCallbacks(c, query)
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Columns: c.Titles(words.CreatedAt, words.OrderNumber, words.ID, words.Client, words.Event, words.Subject, words.Status,
			words.Attempts, words.NextAttempt),
		Filters: []page.Field{
			statusFilter(c, callback.Statuses()...),
			{Name: "trouble", Label: c.T(words.Trouble), Options: c.Choices(words.CallbackTroubles, callbackrows.TroubleRetried)},
			clientFilter(c),
		},
		Total: list.Total, After: list.Next, Empty: c.T(words.CallbacksEmpty), Choosers: choosers(c, resendChosen),
	}
	for _, r := range list.Data {
		t.Add(c.Time(r.CreatedAt), page.ID(r.OrderNumber), page.ID(r.ID).To(c.Link("/callbacks/"+url.PathEscape(r.ID))),
			clientCell(c, r.ClientID, r.ClientName),
			page.ID(r.Event), page.ID(r.Resource).To(subjectPath(c, r.Resource, r.ClientID)), c.State(r.Status),
			page.Number(len(r.Attempts)), c.TimeOr(r.NextAttemptAt))
		offerCallback(c, t, r)
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
	if c.May("support") {
		right = append(c.ResendBlocks(r), right...)
	}
	left := append([]page.Block{reasons, attemptTable(c, r.Attempts)}, c.Answers(r.Attempts)...)
	left = append(left, page.Text{Title: c.T(words.BodyTitle), Text: pretty(r.Payload)}, c.SignatureNote(), told)
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
		t.Add(c.Time(a.At), answer, c.AttemptError(a.Error), c.Took(a.DurationMS))
	}
	return t
}

// resendPath is the page that sends many callbacks again.
const resendPath = "/callbacks/resend"

var resendPages = []page.Page{
	{Path: resendPath, Group: "support", Title: words.BulkResend, Show: showResend},
	{Path: resendAll, Group: "support", Title: words.ResendAllOf, Show: showResendAll},
}

var resendActions = []page.Action{
	{Path: resendPath, Group: "support", Page: resendPath, Do: resendMany},
	{Path: resendAll, Group: "support", Page: resendAll, Do: resendMany},
}

// resendAll is the page that sends all failed callbacks of a client again, after it has shown what they are.
const resendAll = "/callbacks/resend-all"

// resendFields select callbacks.
var resendFields = []string{"status", "client_id", "from", "to", "limit"}

// showResendAll shows how many callbacks of a client failed, how old the oldest is, and where they go, and asks to send them again.
func showResendAll(c *page.Context) ([]page.Block, error) {
	chosen := url.Values{
		"status": {callback.StatusExhausted}, "client_id": {c.Query.Get("client_id")}, "limit": {strconv.Itoa(callbackservice.MaxResends)},
	}
	body := page.Body{"dry_run": true, "status": callback.StatusExhausted, "limit": callbackservice.MaxResends}
	if id, err := strconv.ParseInt(chosen.Get("client_id"), 10, 64); err == nil {
		body["client_id"] = id
	}
	answer, err := api.ResendCallbacks(c, body)
	if err != nil {
		return nil, err
	}
	blocks := []page.Block{resendFigures(c, answer)}
	if len(answer.Callbacks) > 0 {
		if answer.Matching > int64(len(answer.Callbacks)) {
			blocks = append(blocks, page.Notice{Text: c.T(words.ResendBatch, len(answer.Callbacks)), Tone: page.ToneWait})
		}
		blocks = append(blocks, resendForm(c, resendAll, answer.SeenAt, chosen.Get))
	}
	return append(blocks, resentTable(c, answer), backToCallbacks(c)), nil
}

// resendFigures sum up what a resend selects: how many, the oldest, and the hosts.
func resendFigures(c *page.Context, answer api.ResentCallbacks) page.Figures {
	figures := []page.Figure{{Label: c.T(words.CallbacksFailed), Value: page.Number(answer.Matching)}}
	if len(answer.Callbacks) == 0 {
		return page.Figures{Figures: figures}
	}
	return page.Figures{Figures: append(figures,
		page.Figure{Label: c.T(words.OldestSince), Value: c.Time(answer.Callbacks[0].CreatedAt)},
		page.Figure{Label: c.T(words.CallbackTo), Value: page.Plain(strings.Join(hosts(answer.Callbacks), ", "))},
	)}
}

// hosts returns the hosts that callbacks go to, each once, in order of the callbacks.
func hosts(callbacks []api.ResentCallback) (all []string) {
	for _, one := range callbacks {
		if host := endpoint.Host(one.URL); !slices.Contains(all, host) {
			all = append(all, host)
		}
	}
	return all
}

func showResend(c *page.Context) ([]page.Block, error) {
	return []page.Block{page.Form{
		Hint: c.T(words.BulkResendHint), Action: resendPath, Submit: c.T(words.DryRun),
		Fields: []page.Field{
			{Name: "status", Label: c.T(words.Status), Required: true, Options: []page.Option{
				{Value: callback.StatusExhausted, Text: c.Word(words.States, callback.StatusExhausted)},
				{Value: callback.StatusDelivered, Text: c.Word(words.States, callback.StatusDelivered)},
			}},
			clientFilter(c),
			{Name: "from", Label: c.T(words.From), Kind: "date"},
			{Name: "to", Label: c.T(words.To), Kind: "date"},
			{Name: "limit", Label: c.T(words.Limit), Numeric: true, Value: "100"},
		},
	}}, nil
}

// resendMany first shows what it would send again. It sends only after the person has seen that.
func resendMany(c *page.Context) (page.Result, error) {
	body := page.Body{"dry_run": c.Field("seen") != "true"}.Texts(c, "status", "from", "to").Texts(c, "seen_at").
		Whole(c, "client_id").Whole(c, "limit")
	answer, err := api.ResendCallbacks(c, body)
	if err != nil {
		return page.Result{}, err
	}
	blocks := []page.Block{page.Figures{Figures: []page.Figure{
		{Label: c.T(words.CallbacksMatched), Value: page.Number(answer.Matching)},
		{Label: c.T(words.CallbacksResent), Value: page.Number(answer.Resent)},
	}}, resentTable(c, answer)}
	if !answer.DryRun {
		return page.Result{Title: words.ResentTitle, Blocks: append(blocks, backToCallbacks(c))}, nil
	}
	if len(answer.Callbacks) > 0 {
		blocks = append(blocks, resendForm(c, resendPath, answer.SeenAt, c.Field))
	}
	return page.Result{Title: words.DryRunTitle, Blocks: append(blocks, backToCallbacks(c))}, nil
}

func backToCallbacks(c *page.Context) page.Links {
	return page.Links{Links: []page.Link{{Text: c.T(words.BulkResend), Path: c.Link(resendPath)}, {
		Text: c.T(words.Callbacks),
		Path: c.Link("/callbacks"),
	}}}
}

// resendForm asks to send what is shown, with the same selection.
// What was attempted after seenAt is left out, so that the form sends each callback once however often it is sent.
func resendForm(c *page.Context, path string, seenAt time.Time, value func(name string) string) page.Form {
	form := page.Form{Action: path, Submit: c.T(words.SendThemAgain), Danger: true, Fields: []page.Field{
		{Name: "seen", Kind: "hidden", Value: "true"},
		{Name: "seen_at", Kind: "hidden", Value: seenAt.Format(time.RFC3339Nano)},
	}}
	for _, name := range resendFields {
		form.Fields = append(form.Fields, page.Field{Name: name, Kind: "hidden", Value: value(name)})
	}
	return form
}

func resentTable(c *page.Context, answer api.ResentCallbacks) *page.Table {
	t := &page.Table{
		Columns: c.Titles(words.CreatedAt, words.ID, words.Client, words.Subject, words.Status, words.CallbacksResent, words.Reason),
		Empty:   c.T(words.NothingToResend),
	}
	for _, one := range answer.Callbacks {
		t.Add(c.Time(one.CreatedAt), page.ID(one.ID).To(c.Link("/callbacks/"+one.ID)), clientCell(c, one.ClientID, one.ClientName),
			page.ID(one.Resource).To(subjectPath(c, one.Resource, one.ClientID)), c.State(one.Status), c.Flag(one.Resent),
			page.Plain(notResent(c, one)))
	}
	return t // the answer to a form can't be a file
}

// notResent says why a callback was not sent again, and nothing of one that was.
func notResent(c *page.Context, one api.ResentCallback) string {
	if one.ErrorCode == "" {
		return ""
	}
	return words.Refusal(c.Language, one.ErrorCode, one.Message)
}
