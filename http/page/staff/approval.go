package staff

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"

	"gateway/domain/approval"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

var approvalPages = []page.Page{
	{Path: approvalsPath, Group: "books", Section: words.WorkSection, Nav: words.Approvals, Table: listApprovals},
	{Path: approvalsPath + "/:id", Group: "books", Title: words.ApprovalTitle, Show: showApproval},
}

var approvalActions = []page.Action{
	{Path: approvalsPath + "/:id/grant", Group: "manage", Page: approvalsPath + "/:id", Do: decide(api.GrantApproval, words.DoneApproved)},
	{Path: approvalsPath + "/:id/refuse", Group: "manage", Page: approvalsPath + "/:id", Do: decide(api.RefuseApproval, words.DoneRejected)},
}

const approvalsPath = "/approvals"

func listApprovals(c *page.Context) (*page.Table, error) {
	query := c.Filter("status")
	query.Set("per_page", "50")
	list, err := api.ListApprovals(c, query)
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Columns: c.Titles(words.CreatedAt, words.ID, words.What, words.Amount, words.AskedBy, words.Status),
		Filters: []page.Field{statusFilter(c, approval.Statuses()...)},
		Total:   list.Total, After: list.Next, Empty: c.T(words.ApprovalsEmpty),
	}
	for _, a := range list.Data {
		path := c.Link(approvalsPath + "/" + page.Key(a.ID))
		t.Add(c.Time(a.CreatedAt), page.Plain(page.Key(a.ID)).To(path), page.Plain(asked(c, a.Kind, a.Subject, a.What)).To(path),
			page.RupiahOr(a.Amount), c.Actor(a.By), approvalState(c, a.Status))
	}
	return t, nil
}

// asked says what an approval is for. In English the API says it whole; in other languages it is the kind of the act and its subject.
func asked(c *page.Context, kind, subject, what string) string {
	act, known := words.Acts[kind]
	if c.Language == words.English || !known {
		return what
	}
	said := act.In(c.Language)
	return strings.ToUpper(said[:1]) + said[1:] + ": " + subject
}

// approvalState shows the word of an approval's state. A requested one waits for a person.
func approvalState(c *page.Context, status string) page.Cell {
	cell := c.State(status)
	if status == approval.StatusRequested {
		cell.Text = c.T(words.WaitsFor)
	}
	return cell
}

func showApproval(c *page.Context) ([]page.Block, error) {
	path := approvalsPath + "/" + url.PathEscape(c.Param("id"))
	a, err := api.GetApproval(c, c.Param("id"))
	if err != nil {
		return nil, err
	}
	c.SetTitle(c.T(words.ApprovalTitle) + " " + page.Key(a.ID))
	closing, err := closingBlocks(c, a.Approval)
	if err != nil {
		return nil, err
	}
	debt, err := writeOffAsked(c, a)
	if err != nil {
		return nil, err
	}
	signs, err := riskOfApproval(c, a)
	if err != nil {
		return nil, err
	}
	blocks := append(append(approvalFacts(c, a), signs...), approvalDetails(c, a.Approval, whatIsAsked(c, a)))
	blocks = slices.Concat(blocks, debt, closing)
	if a.Status == approval.StatusRequested {
		blocks = append([]page.Block{page.Notice{Text: c.T(words.WaitsForApproval, c.Time(a.ExpiresAt).Text), Tone: page.ToneWait}}, blocks...)
		blocks = append(blocks, approvalForms(c, path, a.Approval)...)
	}
	if a.Result != nil && len(*a.Result) > 0 {
		blocks = append(blocks, page.Text{Title: c.T(words.ResultTitle), Text: pretty(*a.Result)})
	}
	return blocks, nil
}

func approvalDetails(c *page.Context, a api.Approval, title string) page.Details {
	d := page.Details{Title: title, Pairs: []page.Pair{
		{Label: c.T(words.Status), Value: approvalState(c, a.Status)},
		{Label: c.T(words.Kind), Value: page.ID(a.Kind)},
		{Label: c.T(words.Subject), Value: page.ID(a.Subject).To(subjectPath(c, a.Subject, 0))},
		{Label: c.T(words.Amount), Value: page.RupiahOr(a.Amount)},
		{Label: c.T(words.AskedBy), Value: actorCell(c, a.By)},
		{Label: c.T(words.Reason), Value: page.Plain(a.Reason)},
		{Label: c.T(words.CreatedAt), Value: c.Time(a.CreatedAt)},
		{Label: c.T(words.ExpiresAt), Value: c.Time(a.ExpiresAt)},
	}}
	for _, pair := range []page.Pair{
		{Label: c.T(words.DecidedBy), Value: actorCell(c, textOf(a.DecidedBy))},
		{Label: c.T(words.DecisionReason), Value: page.Plain(textOf(a.Decision))},
		{Label: c.T(words.DecidedAt), Value: c.TimeOr(a.DecidedAt)},
		{Label: c.T(words.FinishedAt), Value: c.TimeOr(a.FinishedAt)},
	} {
		if pair.Value.Text != "" {
			d.Pairs = append(d.Pairs, pair)
		}
	}
	return d
}

// approvalForms let another administrator decide. The API refuses the one who asked.
func approvalForms(c *page.Context, path string, a api.Approval) []page.Block {
	switch {
	case !c.May("manage"):
		return nil
	case a.By == "admin:"+page.Key(c.Who.ID):
		return []page.Block{page.Notice{Text: c.T(words.OwnApproval), Tone: page.ToneQuiet}}
	}
	return []page.Block{page.Columns{
		Left:  []page.Block{step(c, path+"/grant", words.GrantApproval, noHint, reasonField(c, false))},
		Right: []page.Block{danger(c, path+"/refuse", words.RefuseApproval, noHint, reasonField(c, true))},
	}}
}

func decide(
	call func(c api.Caller, id string, body any) (api.Approval, error), done string,
) func(*page.Context) (page.Result, error) {
	return func(c *page.Context) (page.Result, error) {
		path := approvalsPath + "/" + url.PathEscape(c.Param("id"))
		a, err := call(c, c.Param("id"), reasonBody(c))
		if a.Status == approval.StatusFailed { // the page says why
			return page.Result{To: path}, err
		}
		return page.Result{To: path, Done: done}, err
	}
}

// pretty is JSON with one line for each field.
func pretty(raw json.RawMessage) string {
	var value any
	d := json.NewDecoder(strings.NewReader(string(raw)))
	d.UseNumber()
	if d.Decode(&value) != nil {
		return string(raw)
	}
	out, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return string(raw)
	}
	return string(out)
}
