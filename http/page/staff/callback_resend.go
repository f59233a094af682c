package staff

import (
	"gateway/domain/callback"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

// resendPath is the page that sends many callbacks again.
const resendPath = "/callbacks/resend"

var resendPages = []page.Page{
	{Path: resendPath, Group: "support", Title: words.BulkResend, Show: showResend},
}

var resendActions = []page.Action{
	{Path: resendPath, Group: "support", Page: resendPath, Do: resendMany},
}

// resendFields select callbacks.
var resendFields = []string{"status", "client_id", "from", "to", "limit"}

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
	body := page.Body{"dry_run": c.Field("seen") != "true"}.Texts(c, "status", "from", "to").Whole(c, "client_id").Whole(c, "limit")
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
		blocks = append(blocks, resendForm(c))
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
func resendForm(c *page.Context) page.Form {
	form := page.Form{Action: resendPath, Submit: c.T(words.SendThemAgain), Danger: true, Fields: []page.Field{{
		Name: "seen",
		Kind: "hidden", Value: "true",
	}}}
	for _, name := range resendFields {
		form.Fields = append(form.Fields, page.Field{Name: name, Kind: "hidden", Value: c.Field(name)})
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
			page.ID(one.Resource).To(subjectPath(c, one.Resource, one.ClientID)), c.State(one.Status), c.Flag(one.Resent), page.Plain(one.Message))
	}
	return t // the answer to a form can't be a file
}
