package portal

import (
	"encoding/json"
	"net/url"
	"strconv"
	"strings"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

var endpointPages = []page.Page{
	{Path: "/endpoints", Group: "keys", Section: words.BuildSection, Nav: words.Endpoints, Show: showEndpoints},
	{Path: "/endpoints/:id", Group: "keys", Title: words.Endpoint, Show: showEndpoint, Table: listDeliveries},
}

// eventNames lists the endpoint's events as people write them: * or names.
func eventNames(e api.CallbackEndpoint) string {
	var names []string
	if json.Unmarshal(e.Events, &names) != nil {
		return "*"
	}
	return strings.Join(names, ", ")
}

// eventWords says in words what an endpoint is told.
func eventWords(c *page.Context, e api.CallbackEndpoint) page.Cell {
	names := eventNames(e)
	if names == "*" {
		return page.Cell{Text: c.T(words.Any), Raw: names}
	}
	var said []string
	for name := range strings.SplitSeq(names, ",") {
		said = append(said, feedEvent(c, strings.TrimSpace(name)).Text)
	}
	return page.Cell{Text: strings.Join(said, ", "), Raw: names, Kind: "prose"}
}

// postedEvents returns the events of a form in the form that the API takes.
func postedEvents(c *page.Context) any {
	text := strings.TrimSpace(c.Field("events"))
	if text == "*" || text == "" {
		return "*"
	}
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' || r == '\n' || r == '\r' })
}

func showEndpoints(c *page.Context) ([]page.Block, error) {
	rows, err := api.ListCallbackEndpoints(c)
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Columns: c.Titles(words.EndpointOfCallback, words.EventsField, words.Status, words.PendingCount, words.LastDelivered),
		Empty:   c.T(words.NoEndpointsYet),
	}
	for _, e := range rows {
		path := c.Link("/endpoints/" + strconv.FormatInt(e.ID, 10))
		t.Add(page.ID(e.URL).To(path), eventWords(c, e), c.State(e.Status), page.Number(e.Pending), c.TimeOr(e.LastDeliveredAt))
	}
	return []page.Block{
		page.Notice{Text: c.T(words.EndpointsHint)},
		t,
		page.Form{
			Title: c.T(words.AddEndpoint), Action: "/endpoints", Submit: c.T(words.AddEndpoint),
			Fields: endpointFields(c, api.CallbackEndpoint{}),
		},
	}, nil
}

func endpointFields(c *page.Context, e api.CallbackEndpoint) []page.Field {
	return []page.Field{
		{Name: "url", Label: c.T(words.EndpointOfCallback), Required: true, Value: e.URL},
		{Name: "events", Label: c.T(words.EventsField), Hint: c.T(words.EventsHint), Required: true, Value: eventNames(e)},
	}
}

func showEndpoint(c *page.Context) ([]page.Block, error) {
	path := "/endpoints/" + url.PathEscape(c.Param("id"))
	e, err := api.GetCallbackEndpoint(c, c.Param("id"))
	if err != nil {
		return nil, err
	}
	details := page.Details{Title: c.T(words.Facts), Pairs: []page.Pair{
		{Label: c.T(words.Status), Value: c.State(e.Status)},
		{Label: c.T(words.PendingCount), Value: page.Number(e.Pending)},
		{Label: c.T(words.LastDelivered), Value: c.TimeOr(e.LastDeliveredAt)},
		{Label: c.T(words.FailingSince), Value: c.TimeOr(e.DownSince)},
	}}
	if f := e.LastFailure; !f.At.IsZero() {
		details.Pairs = append(details.Pairs, page.Pair{Label: c.T(words.LastFailure), Value: c.Time(f.At)},
			page.Pair{Label: c.T(words.AnswerStatus), Value: answerCell(f.ResponseStatus)},
			page.Pair{Label: c.T(words.ErrorWord), Value: c.AttemptError(f.Error)})
	}
	active := page.Field{Name: "active", Label: c.T(words.ActiveField), Kind: "check", Value: strconv.FormatBool(e.Active)}
	return []page.Block{page.Columns{
		Left: []page.Block{
			page.Form{Title: c.T(words.ChangeEndpoint), Action: path, Submit: c.T(words.Save), Fields: append(endpointFields(c, e), active)},
			page.Form{Title: c.T(words.TestEndpoint), Hint: c.T(words.SendTestHint), Action: path + "/test", Submit: c.T(words.SendTest)},
		},
		Right: []page.Block{
			details,
			page.Form{
				Title: c.T(words.EndpointSecret), Hint: c.T(words.RotateSecretHint), Action: path + "/rotate", Submit: c.T(words.RotateSecret),
			},
			page.Form{Action: path + "/remove", Submit: c.T(words.RemoveEndpoint), Inline: true, Danger: true},
		},
	}}, nil
}

func removeEndpoint(c *page.Context) (page.Result, error) {
	return page.Result{To: "/endpoints", Done: "removed"}, api.RemoveCallbackEndpoint(c, c.Param("id"))
}

var endpointActions = []page.Action{
	{Path: "/endpoints", Group: "keys", Page: "/endpoints", Do: addEndpoint},
	{Path: "/endpoints/:id", Group: "keys", Page: "/endpoints/:id", Do: page.Sends("saved", api.ChangeCallbackEndpoint, endpointBody)},
	{Path: "/endpoints/:id/test", Group: "keys", Page: "/endpoints/:id", Do: testEndpoint},
	{
		Path: "/endpoints/:id/rotate", Group: "keys", Page: "/endpoints/:id",
		Sure: page.Warns(words.RotateSecret, words.SureRotate), Do: rotateEndpoint,
	},
	{
		Path: "/endpoints/:id/remove", Group: "keys", Page: "/endpoints/:id",
		Sure: page.Warns(words.RemoveEndpoint, words.SureRemoveEndpoint), Do: removeEndpoint,
	},
}

func addEndpoint(c *page.Context) (page.Result, error) {
	body := page.Body{"events": postedEvents(c)}.Texts(c, "url")
	added, err := api.AddCallbackEndpoint(c, body)
	if err != nil {
		return page.Result{}, err
	}
	return secretOnce(c, words.EndpointSecretNew, added.Secret, "/endpoints/"+strconv.FormatInt(added.Endpoint.ID, 10)), nil
}

func endpointBody(c *page.Context) any {
	return page.Body{"events": postedEvents(c), "active": c.Field("active") == "true"}.Texts(c, "url")
}

func testEndpoint(c *page.Context) (page.Result, error) {
	result, err := api.TestCallbackEndpoint(c, c.Param("id"))
	return sampleResult(c, result, "/endpoints/"+url.PathEscape(c.Param("id"))), err
}

func rotateEndpoint(c *page.Context) (page.Result, error) {
	rotated, err := api.RotateCallbackEndpointSecret(c, c.Param("id"))
	return secretOnce(c, words.SecretRotated, rotated.Secret, "/endpoints/"+url.PathEscape(c.Param("id"))), err
}

// secretOnce shows a new secret, which can't be shown again.
func secretOnce(c *page.Context, title words.Text, secret, back string) page.Result {
	return page.Result{Title: title, Blocks: []page.Block{
		page.Text{Text: secret, Once: c.T(words.CopyOnce)},
		page.Links{Main: true, Links: []page.Link{{Text: c.T(words.CopiedGoOn), Path: c.Link(back)}}},
	}}
}
