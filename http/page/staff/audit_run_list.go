package staff

import (
	"encoding/json"
	"net/url"
	"strconv"
	"time"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/http/service/auditrunservice"
	"gateway/http/service/state"
)

// auditRunsHead shows the current run, and the forms that start a run.
func auditRunsHead(c *page.Context) ([]page.Block, error) {
	running, err := api.ListAuditRuns(c, url.Values{"outcome": {"running"}})
	if err != nil {
		return nil, err
	}
	blocks := []page.Block{page.Notice{Text: c.T(words.AuditRunsHint), Tone: page.ToneQuiet}}
	for _, r := range running.Data {
		blocks = append(blocks, runProgress(c, r))
	}
	switch {
	case !c.May("audit"):
		return append(blocks, page.Notice{Text: c.T(words.AuditRunsReadOnly), Tone: page.ToneQuiet}), nil
	case len(running.Data) > 0:
		return blocks, nil
	}
	return append(blocks, page.Columns{Left: []page.Block{verifyForm(c)}, Right: []page.Block{reconcileForm(c)}}), nil
}

func runProgress(c *page.Context, r state.AuditRun) page.Progress {
	p := page.Progress{
		Text: c.T(words.RunProgress, c.Word(words.RunKinds, r.Kind), r.ID, r.Position, r.Head), Path: c.Link("/audit-runs/" + page.Key(r.ID)),
	}
	if whole := r.Head - r.BeganAfter; whole > 0 {
		p.Percent = min(100, max(0, r.Position-r.BeganAfter)*100/whole)
	}
	return p
}

func verifyForm(c *page.Context) page.Form {
	return page.Form{
		Title: c.T(words.StartVerify), Hint: c.T(words.StartVerifyHint), Action: "/audit-runs", Submit: c.T(words.StartVerify),
		Fields: []page.Field{
			{Name: "kind", Kind: "hidden", Value: state.VerifyRun},
			{Name: "whole", Label: c.T(words.WholeLog), Kind: "check"},
		},
	}
}

func reconcileForm(c *page.Context) page.Form {
	return page.Form{
		Title: c.T(words.StartReconcile), Hint: c.T(words.StartReconcileHint), Action: "/audit-runs", Submit: c.T(words.StartReconcile),
		Fields: []page.Field{
			{Name: "kind", Kind: "hidden", Value: state.ReconcileRun},
			{
				Name: "date", Label: c.T(words.ReconcileDay), Kind: "date", Required: true,
				Value: c.Now().AddDate(0, 0, -1).Format(time.DateOnly),
			},
		},
	}
}

func startAuditRun(c *page.Context) (page.Result, error) {
	body := page.Body{}.Texts(c, "kind", "date").Flag(c, "whole")
	run, err := api.StartAuditRun(c, body)
	return page.Result{To: "/audit-runs/" + page.Key(run.ID), Done: "started"}, err
}

func listAuditRuns(c *page.Context) (*page.Table, error) {
	query := c.Filter("kind", "outcome")
	query.Set("per_page", "50")
	list, err := api.ListAuditRuns(c, query)
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Columns: c.Titles(words.BeganAt, words.AuditRunKind, words.Outcome, words.FoundNumber, words.Scope, words.By, words.TookTime),
		Filters: []page.Field{
			{Name: "kind", Label: c.T(words.AuditRunKind), Options: c.Choices(words.RunKinds, "verify", "reconcile")},
			{
				Name: "outcome", Label: c.T(words.Outcome),
				Options: c.Choices(words.States, state.RunRunning, state.RunSound, state.RunFound, state.RunIncomplete,
					state.RunFailed, state.RunInterrupted),
			},
		},
		Total: list.Total, After: list.Next, Empty: c.T(words.AuditRunsEmpty),
	}
	for _, r := range list.Data {
		kind := page.Plain(c.Word(words.RunKinds, r.Kind)).To(c.Link("/audit-runs/" + page.Key(r.ID)))
		kind.Raw = r.Kind
		t.Add(c.Time(r.BeganAt), kind, c.State(r.Outcome), page.Number(r.Found), page.Plain(runScope(c, r)), actorCell(c, r.Actor),
			tookTime(c, r))
	}
	return t, nil
}

// runScope says what a run checks.
func runScope(c *page.Context, r state.AuditRun) string {
	var a auditrunservice.Arguments
	_ = json.Unmarshal(r.Arguments, &a) // without the arguments the text says too little, but nothing wrong
	if r.Kind == state.VerifyRun {
		if a.Whole {
			return c.T(words.ScopeWhole)
		}
		return c.T(words.ScopeSince, r.BeganAfter)
	}
	days := c.Date(a.From).Text
	if a.To != a.From {
		days = c.T(words.FromTo, days, c.Date(a.To).Text)
	}
	if a.Full {
		return c.T(words.ScopeFull, days)
	}
	return days
}

// tookTime is how long a run took, in seconds in a CSV file. It is absent while the run lasts.
func tookTime(c *page.Context, r state.AuditRun) page.Cell {
	if r.EndedAt == nil {
		return page.Cell{}
	}
	took := r.EndedAt.Sub(r.BeganAt)
	raw := strconv.FormatFloat(took.Seconds(), 'f', 3, 64)
	if took < time.Second {
		return page.Cell{Text: c.T(words.Milliseconds, took.Milliseconds()), Raw: raw, Kind: "number"}
	}
	return page.Cell{Text: c.T(words.Seconds, strconv.FormatFloat(took.Seconds(), 'f', 1, 64)), Raw: raw, Kind: "number"}
}
