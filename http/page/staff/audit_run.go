package staff

import (
	"encoding/json"
	"net/url"
	"strconv"
	"time"

	"gateway/domain/difference"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/http/service/auditrunservice"
	"gateway/http/service/state"
	"gateway/projections/audit/reconcile"
)

// showAuditRun shows a run: its outcome, what it read, and the figures of its report.
func showAuditRun(c *page.Context) ([]page.Block, error) {
	r, err := api.GetAuditRun(c, c.Param("id"))
	if err != nil {
		return nil, err
	}
	c.SetTitle(c.Word(words.RunKinds, r.Kind) + " " + page.Key(r.ID))
	blocks := []page.Block{}
	if r.Outcome == state.RunRunning {
		running := runProgress(c, r.AuditRun)
		running.Path = "" // the run's page is this page
		blocks = append(blocks, running)
	} else {
		blocks = append(blocks, runFigures(c, r), runNotice(c, r))
	}
	if n := leftOff(r.Report); n > 0 {
		blocks = append(blocks, page.Notice{Text: c.T(words.LeftOff, n), Tone: page.ToneWait})
	}
	switch details := runDetails(c, r); {
	case r.Verify != nil:
		blocks = append(blocks, page.Columns{Left: []page.Block{checkTable(c, *r.Verify)}, Right: []page.Block{details}})
	case r.Reconcile != nil:
		left := []page.Block{equation(c, r.Reconcile.Equation), tallies(c, *r.Reconcile)}
		if r.Reconcile.Unlisted {
			left = unlisted(c, r.Reconcile.Equation)
		}
		blocks = append(blocks, page.Columns{Left: left, Right: []page.Block{details}})
		blocks = append(blocks, unexplained(c, *r.Reconcile)...)
	default:
		blocks = append(blocks, details)
	}
	return blocks, nil
}

func leftOff(r auditrunservice.Report) int64 {
	switch {
	case r.Verify != nil:
		return r.Verify.LeftOff
	case r.Reconcile != nil:
		return r.Reconcile.LeftOff
	}
	return 0
}

func runFigures(c *page.Context, r auditrunservice.Shown) page.Figures {
	figures := []page.Figure{
		{Label: c.T(words.Outcome), Value: c.State(r.Outcome)},
		{Label: c.T(words.FoundNumber), Value: page.Number(r.Found)},
	}
	if r.Verify != nil {
		figures = append(figures, page.Figure{Label: c.T(words.EventsRead), Value: page.Number(r.Verify.Events)})
	}
	if r.Reconcile != nil {
		figures = append(figures, page.Figure{Label: c.T(words.EqDifference), Value: page.Rupiah(r.Reconcile.Equation.Difference)})
	}
	return page.Figures{Figures: append(figures, page.Figure{Label: c.T(words.TookTime), Value: tookTime(c, r.AuditRun)})}
}

// runNotice says what the outcome means.
func runNotice(c *page.Context, r auditrunservice.Shown) page.Notice {
	switch r.Outcome {
	case state.RunSound:
		if r.Reconcile != nil {
			return page.Notice{Text: c.T(words.RunSoundReconcile), Tone: page.ToneGood}
		}
		return page.Notice{Text: c.T(words.RunSoundVerify), Tone: page.ToneGood}
	case state.RunIncomplete:
		return page.Notice{Text: c.T(words.RunIncomplete), Tone: page.ToneWait}
	case state.RunFailed:
		return page.Notice{Text: c.T(words.RunFailedNotice, words.Isolated(r.Error)), Tone: page.ToneBad}
	case state.RunInterrupted:
		return page.Notice{Text: c.T(words.RunInterrupted), Tone: page.ToneWait}
	}
	return page.Notice{Text: c.T(words.RunFoundNotice), Tone: page.ToneBad}
}

func runDetails(c *page.Context, r auditrunservice.Shown) page.Details {
	return page.Details{Title: c.T(words.Facts), Pairs: []page.Pair{
		{Label: c.T(words.Scope), Value: page.Plain(runScope(c, r.AuditRun))},
		{Label: c.T(words.By), Value: actorCell(c, r.Actor)},
		{Label: c.T(words.BeganAt), Value: c.Time(r.BeganAt)},
		{Label: c.T(words.EndedAt), Value: c.TimeOr(r.EndedAt)},
		{Label: c.T(words.ReadUpTo), Value: page.Number(r.Position)},
		{Label: c.T(words.ProgramMade), Value: page.ID(r.Version)},
	}}
}

// perPage is how many findings or differences of a run a page shows. Each contains sentences, so there are few.
const perPage = 50

// listFound lists what a run found. The cursor is the number of rows before.
func listFound(c *page.Context) (*page.Table, error) {
	r, err := api.GetAuditRun(c, c.Param("id"))
	if err != nil {
		return nil, err
	}
	t := &page.Table{Title: c.T(words.FindingsTitle), Empty: c.T(words.RunNoReport)}
	switch {
	case r.Verify != nil:
		listFindings(c, t, *r.Verify)
	case r.Reconcile != nil:
		listDifferences(c, t, *r.Reconcile)
	case r.Outcome == state.RunRunning:
		t.Empty = c.T(words.RunUnfinished)
	}
	return t, t.Part(c, perPage)
}

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

// equation shows the expected amount of our money at the provider, term by term, and the actual one.
func equation(c *page.Context, e reconcile.Equation) page.Details {
	return page.Details{Title: c.T(words.EquationTitle), Pairs: []page.Pair{
		{Label: c.T(words.EqClearing), Value: page.Rupiah(e.Clearing.Neg())},
		{Label: c.T(words.EqPayouts), Value: page.Rupiah(e.Payouts.Neg())},
		{Label: c.T(words.EqUnsettled), Value: page.Rupiah(e.Unsettled.Neg())},
		{Label: c.T(words.EqOpenPayouts), Value: page.Rupiah(e.OpenPayouts.Neg())},
		{Label: c.T(words.EqOpenRefunds), Value: page.Rupiah(e.OpenRefunds.Neg())},
		{Label: c.T(words.EqExpected), Value: page.Rupiah(e.Expected)},
		{Label: c.T(words.EqBalance), Value: page.Rupiah(e.Balance)},
		{Label: c.T(words.EqDifference), Value: page.Rupiah(e.Difference)},
		{Label: c.T(words.EqExplained), Value: page.Rupiah(e.Explained)},
		{Label: c.T(words.EqUnexplained), Value: page.Rupiah(e.Unexplained)},
	}}
}

// unlisted shows the equation of a connection that lists no bookings, and what waits for its settlement file.
func unlisted(c *page.Context, e reconcile.Equation) []page.Block {
	waits := page.Details{Title: c.T(words.EqEstimatedFees), Pairs: []page.Pair{
		{Label: c.T(words.EqEstimatedFees), Value: page.Rupiah(e.EstimatedFees)},
		{Label: c.T(words.EqUnsettledFees), Value: page.Rupiah(e.UnsettledFees)},
		{Label: c.T(words.EqWaiting), Value: page.Number(e.UnsettledPayments)},
		{Label: c.T(words.EqWaitsSince), Value: c.TimeOr(e.UnsettledSince)},
	}}
	if !e.BalanceUnknown {
		return []page.Block{equation(c, e), waits}
	}
	return []page.Block{page.Notice{Text: c.T(words.BalanceUnknown), Tone: page.ToneWait}, equation(c, e), waits}
}

// tallies show the counts of both sides by kind.
func tallies(c *page.Context, r auditrunservice.Reconciled) *page.Table {
	t := &page.Table{
		Title: c.T(words.TalliesTitle),
		Columns: c.Titles(words.AuditRunKind, words.OursNumber, words.OursTotal, words.TheirsNumber, words.TheirsTotal,
			words.MatchedNumber, words.DifferNumber),
	}
	for _, one := range []struct {
		kind  string
		tally reconcile.Tally
	}{
		{difference.Payment, r.Payments},
		{difference.Payout, r.Payouts},
		{difference.Reversal, r.Reversals},
		{difference.Fee, r.Fees},
		{difference.OwnMoney, r.OwnMoney},
	} {
		t.Add(page.Plain(c.Word(words.DifferenceKinds, one.kind)), page.Number(one.tally.Here), page.Rupiah(one.tally.HereTotal),
			page.Number(one.tally.There), page.Rupiah(one.tally.ThereTotal), page.Number(one.tally.Matched), page.Number(one.tally.Differences))
	}
	return t
}

// unexplained says what it means if the equation does not hold and no difference explains it.
func unexplained(c *page.Context, r auditrunservice.Reconciled) []page.Block {
	if r.Unexplained == nil {
		return nil
	}
	return []page.Block{page.Notice{
		Text: c.T(r.Unexplained.Facts) + " " + c.T(r.Unexplained.Meaning) + " " + c.T(r.Unexplained.Next),
		Tone: page.ToneBad,
	}}
}

// listDifferences lists what differs, each with its explanation.
func listDifferences(c *page.Context, t *page.Table, r auditrunservice.Reconciled) {
	t.Title = c.T(words.DifferencesTitle)
	if r.Equation.Holds() {
		t.Empty = c.T(words.RunSoundReconcile)
	}
	t.Columns = c.Titles(words.DifferenceWord, words.Reference, words.OurLog, words.TheProvider, words.ChangesMoney,
		words.WhatItMeans, words.WhatToDo)
	for _, d := range r.Differences {
		what := page.Plain(c.Word(words.DifferenceKinds, d.Kind) + ": " + c.Word(words.DifferenceProblems, d.Problem))
		what.Raw = d.Explanation.Code
		t.Add(what, page.ID(d.Reference).To(subjectPath(c, d.Explanation.Subject, 0)), sideCell(c, d.Here), sideCell(c, d.There),
			page.Rupiah(d.Effect), page.Prose(c.T(d.Explanation.Meaning)), page.Prose(c.T(d.Explanation.Next)))
	}
	t.Total = int64(len(t.Rows))
}

// sideCell shows the item of one side. On our side it links to the event.
func sideCell(c *page.Context, i *reconcile.Item) page.Cell {
	if i == nil {
		return page.Plain(c.T(words.NothingThere))
	}
	amount := page.Rupiah(i.Amount)
	cell := page.Cell{
		Text: amount.Text + ", " + c.Word(words.States, string(i.Status)), Raw: amount.Raw + " " + string(i.Status),
		Hint: c.Time(i.At).Text + " · " + i.ID,
	}
	if i.Position > 0 {
		cell.Path = eventPath(c)(i.Position)
	}
	return cell
}

// checkTable lists the checked rules and their states.
func checkTable(c *page.Context, v auditrunservice.Verified) *page.Table {
	t := &page.Table{Title: c.T(words.ChecksTitle), Columns: c.Titles(words.Status, words.RuleWord, words.FoundNumber, words.WaitingNumber)}
	for _, check := range v.Checks {
		t.Add(ruleState(c, check.State), ruleCell(c, check.Name), page.Number(check.Findings), page.Number(check.Waiting))
	}
	return t
}

// ruleState shows the state of a rule. Here, unknown does not mean the same as for a payout, so the state has
// its own words.
func ruleState(c *page.Context, state string) page.Cell {
	cell := c.State(state)
	if state == auditrunservice.CheckUnknown {
		cell.Text = c.T(words.NotChecked)
	}
	return cell
}

// ruleCell shows the name of a rule. A rule that only a newer program knows has its English name.
func ruleCell(c *page.Context, name string) page.Cell {
	cell := page.Plain(name)
	if rule, ok := words.Rules[name]; ok {
		cell.Text = c.T(rule.Name)
	}
	return cell
}

// listFindings lists what is wrong, and then what could not be checked.
func listFindings(c *page.Context, t *page.Table, v auditrunservice.Verified) {
	t.Columns = c.Titles(words.Status, words.RuleWord, words.WhereWord, words.ProblemWord, words.WhatToDo)
	if len(v.Unchecked) == 0 {
		t.Empty = c.T(words.RunSoundVerify)
	}
	for _, f := range v.Findings {
		t.Add(ruleState(c, auditrunservice.CheckBroken), ruleCell(c, f.Check), foundAt(c, f), page.Prose(f.Problem),
			page.Prose(c.T(words.Rules[f.Check].Next)))
	}
	for _, f := range v.Unchecked {
		t.Add(ruleState(c, auditrunservice.CheckUnknown), ruleCell(c, f.Check), foundAt(c, f), page.Prose(f.Problem),
			page.Prose(c.T(words.RunIncomplete)))
	}
	t.Total = int64(len(t.Rows))
}

// foundAt shows where something was found. An event links to its page.
func foundAt(c *page.Context, f auditrunservice.Finding) page.Cell {
	cell := page.Plain(f.Subject)
	if f.Position > 0 {
		cell.Path = eventPath(c)(f.Position)
	}
	return cell
}
