package periodservice

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"gateway/domain/connection"
	"gateway/domain/period"
	"gateway/domain/words"
	"gateway/http/service/auditrunservice"
	"gateway/http/service/state"
	"gateway/projections/readmodel/readtable"
)

// The names of the checks. The check of a connection's books is named after it, too: reconcile xendit.
const (
	CheckOver      = "over"
	CheckEarlier   = "earlier"
	CheckVerify    = "verify"
	CheckReconcile = "reconcile"
)

// The states of a check.
const (
	// CheckSound is that of a check that is made and found nothing, or nothing that was not accepted.
	CheckSound = "sound"
	// CheckFound is that of a check that found something.
	CheckFound = "found"
	// CheckMissing is that of a check that was not made, or not in full. Todo says what to do.
	CheckMissing = "missing"
)

// The codes of what is to be done for a check that is missing.
const (
	// TodoWait waits for the end of the month.
	TodoWait = "month_running"
	// TodoWaitEvent waits for the first event after the month.
	TodoWaitEvent = "no_later_event"
	// TodoEarlier closes an earlier month, which Missing names.
	TodoEarlier = "earlier_open"
	// TodoVerify starts a verify of the whole log.
	TodoVerify = "not_verified"
	// TodoCompare compares days with the books of the connection. Missing has the days.
	TodoCompare = "not_compared"
	// TodoTooMany puts right what the last of the Runs found: it found more than it keeps the names of.
	TodoTooMany = "too_many_findings"
)

// BalanceUnknown ends the name of the finding that the provider told no balance.
const BalanceUnknown = "balance unknown"

// Check is a line of the checklist of a month.
type Check struct {
	Name string `json:"name"`
	// Connection is the one whose books are compared; empty for other checks.
	Connection string `json:"connection"`
	State      string `json:"state"`
	// Todo says in English what to do where the state is missing, and TodoCode names it; else both are empty.
	Todo     string `json:"todo"`
	TodoCode string `json:"todo_code"`
	// Missing is what the code of Todo is about: an earlier month, or days, in order.
	Missing []string `json:"missing"`
	// Runs are the audit runs that made the check.
	Runs     []int64   `json:"runs"`
	Findings []Finding `json:"findings"`

	// reports are those of the Runs, in their order.
	reports []period.Report
}

// Finding is something that a check found, under the name by which it is accepted.
type Finding struct {
	Name    string `json:"name"`
	Problem string `json:"problem"`
	// Facts says in each language what both sides of a comparison have; nil for other findings and for a closed month.
	Facts *words.Text `json:"facts"`
	// Reason is why it was accepted; nil while it is not.
	Reason *string `json:"reason"`
}

// full is the name of the check with that of its connection.
func (c Check) full() string { return strings.TrimSpace(c.Name + " " + c.Connection) }

func (c Check) made() period.Made {
	m := period.Made{Check: period.Check{Name: c.full(), Runs: c.Runs, Findings: []string{}}, Missing: c.Todo}
	for _, f := range c.Findings {
		m.Findings = append(m.Findings, f.Name)
	}
	for _, r := range c.reports {
		m.Reports = append(m.Reports, r.Hash())
	}
	return m
}

// ended sets the state by what the check has.
func (c Check) ended() Check {
	switch {
	case c.Todo != "":
		c.State = CheckMissing
	case len(c.Findings) > 0:
		c.State = CheckFound
	default:
		c.State = CheckSound
	}
	return c
}

func newCheck(name string) Check {
	return Check{Name: name, Missing: []string{}, Runs: []int64{}, Findings: []Finding{}}
}

func (c *Check) todo(code, text string, missing ...string) {
	c.TodoCode, c.Todo, c.Missing = code, text, append([]string{}, missing...)
}

func (c *Check) add(f Finding) {
	if !slices.ContainsFunc(c.Findings, func(other Finding) bool { return other.Name == f.Name }) {
		c.Findings = append(c.Findings, f)
	}
}

// checks makes the checklist of a month that is not closed.
func (p Periods) checks(ctx context.Context, at part) ([]Check, error) {
	over, err := p.over(ctx, at)
	if err != nil {
		return nil, err
	}
	earlier := newCheck(CheckEarlier)
	open, err := p.earlierOpen(ctx, at.Span)
	if open != "" {
		earlier.todo(TodoEarlier, "close "+open+" first: it has bookings and is open", open)
	}
	if err != nil {
		return nil, err
	}
	verified, err := p.verified(ctx, at)
	if err != nil {
		return nil, err
	}
	all := []Check{over, earlier.ended(), verified}
	for _, name := range p.Connections {
		reconciled, err := p.reconciled(ctx, at, name)
		if err != nil {
			return nil, err
		}
		all = append(all, reconciled)
	}
	return all, nil
}

// over holds when the log goes on after the month: then no clock of a store books an event into the month any more.
func (p Periods) over(ctx context.Context, at part) (Check, error) {
	c := newCheck(CheckOver)
	head, err := p.Log.Store().Head(ctx)
	switch {
	case p.Now().Before(at.Until):
		c.todo(TodoWait, "wait: the month ends at "+at.Until.UTC().Format(time.RFC3339))
	case !at.Through.Before(head):
		c.todo(TodoWaitEvent, "wait for the first event after the month")
	}
	return c.ended(), err
}

// runs returns the newest runs of a kind that were made in full after the month, newest first.
func (p Periods) runs(ctx context.Context, kind string, at part) (made []state.AuditRun, arguments []auditrunservice.Arguments, err error) {
	all, _, err := p.Runs.AuditRuns(ctx, kind, "", readtable.Page{Number: 1, PerPage: state.KeptRuns})
	for _, run := range all {
		var a auditrunservice.Arguments
		if !slices.Contains([]string{state.RunSound, state.RunFound, state.RunIncomplete}, run.Outcome) || run.BeganAt.Before(at.From) ||
			json.Unmarshal(run.Arguments, &a) != nil || a.Drill {
			continue
		}
		made, arguments = append(made, run), append(arguments, a)
	}
	return made, arguments, err
}

// report returns the report of a run, and what a closing keeps of it.
func (p Periods) report(ctx context.Context, run state.AuditRun) (r auditrunservice.Report, kept period.Report, err error) {
	if run, err = p.Runs.AuditRun(ctx, run.ID); err != nil {
		return r, kept, err
	}
	kept.Run, kept.Kind = run.ID, run.Kind
	r, kept.Text, err = auditrunservice.Document(run)
	return r, kept, err
}

// reliesOn names a run that made the check.
func (c *Check) reliesOn(r period.Report) {
	c.Runs, c.reports = append(c.Runs, r.Run), append(c.reports, r)
}

// verified is the newest verify that read the whole month after its end.
func (p Periods) verified(ctx context.Context, at part) (Check, error) {
	c := newCheck(CheckVerify)
	runs, _, err := p.runs(ctx, state.VerifyRun, at)
	i := slices.IndexFunc(runs, func(r state.AuditRun) bool {
		return !r.BeganAt.Before(at.Until) && r.BeganAfter <= at.After.Commit && r.Position >= at.Through.Commit
	})
	if err != nil || i < 0 {
		c.todo(TodoVerify, "start a verify of the whole log: none read the month after its end")
		return c.ended(), err
	}
	report, kept, err := p.report(ctx, runs[i])
	if err != nil {
		return c, err
	}
	if report.Verify == nil {
		c.Todo = fmt.Sprintf("start a verify of the whole log: the report of verify %d is not kept", runs[i].ID)
		return c.ended(), nil
	}
	c.reliesOn(kept)
	v := report.Verify
	for _, f := range slices.Concat(v.Findings, v.Unchecked) {
		if f.Position <= at.Through.Commit {
			c.add(Finding{Name: "verify: " + f.Check + ": " + f.Subject, Problem: f.Problem})
		}
	}
	if left := uncheckedLeftOff(v); left > 0 {
		c.Todo = fmt.Sprintf("put right what kept verify %d from checking %d things without a name, and start it again", runs[i].ID, left)
	}
	if v.LeftOff > 0 {
		c.todo(TodoTooMany, fmt.Sprintf("put right what verify %d found, and start it again: it has %d findings without a name", runs[i].ID,
			v.LeftOff))
	}
	return c.ended(), nil
}

// uncheckedLeftOff is the number of things that a verify could not check, beyond those that its report names.
func uncheckedLeftOff(v *auditrunservice.Verified) (left int64) {
	for _, check := range v.Checks {
		left += check.Unchecked
	}
	return left - int64(len(v.Unchecked))
}

// reconciled are the newest reconciles of a connection for each day of the month.
func (p Periods) reconciled(ctx context.Context, at part, name string) (Check, error) {
	c := newCheck(CheckReconcile)
	c.Connection = name
	runs, arguments, err := p.runs(ctx, state.ReconcileRun, at)
	if err != nil {
		return c, err
	}
	days, err := p.days(ctx, at)
	if err != nil {
		return c, err
	}
	newest, lacking := true, days
	for i, run := range runs {
		if cmp.Or(arguments[i].Connection, connection.Xendit) != name {
			continue
		}
		left := slices.DeleteFunc(slices.Clone(lacking), func(d day) bool { return d.comparedBy(run, arguments[i]) })
		covers := len(left) < len(lacking)
		if !covers && !newest {
			continue
		}
		report, kept, err := p.report(ctx, run)
		if err != nil {
			return c, err
		}
		if report.Reconcile == nil {
			continue
		}
		if report.Reconcile.Unlisted && newest && !run.BeganAt.Before(at.Until) {
			left, covers = nil, true // it lists no bookings: its balance is all that can be compared
		}
		c.reliesOn(kept)
		c.compared(run.ID, report.Reconcile, newest, covers)
		newest, lacking = false, left
		if len(lacking) == 0 {
			break
		}
	}
	if len(lacking) > 0 {
		names := make([]string, 0, len(lacking))
		for _, d := range lacking {
			names = append(names, d.name)
		}
		c.todo(TodoCompare, fmt.Sprintf("compare %d days of the month, from %s to %s, after each is over", len(names), names[0],
			names[len(names)-1]), names...)
	}
	return c.ended(), nil
}

// compared adds what a comparison found. Only the newest one says what the balance is now, and only one that covers days
// of the month says what differs in it.
func (c *Check) compared(run int64, r *auditrunservice.Reconciled, newest, covers bool) {
	prefix := "reconcile " + c.Connection + ": "
	if covers {
		for _, d := range r.Differences {
			name := prefix + d.Kind + " " + d.Problem + " " + d.Reference
			c.add(Finding{Name: name, Problem: d.Explanation.Facts.English, Facts: &d.Explanation.Facts})
		}
		if r.LeftOff > 0 {
			c.todo(TodoTooMany, fmt.Sprintf("put right what reconcile %d found, and start it again: it has %d differences without a name", run,
				r.LeftOff))
		}
	}
	if newest && r.Unexplained != nil {
		c.add(Finding{Name: prefix + r.Unexplained.Code, Problem: r.Unexplained.Facts.English, Facts: &r.Unexplained.Facts})
	}
	if newest && r.Equation.BalanceUnknown {
		c.add(Finding{Name: prefix + BalanceUnknown, Problem: words.BalanceUnknown.English, Facts: &words.BalanceUnknown})
	}
}

// day is a day of a month.
type day struct {
	name string
	ends time.Time
}

func (d day) comparedBy(run state.AuditRun, a auditrunservice.Arguments) bool {
	return a.From <= d.name && d.name <= a.To && !run.BeganAt.Before(d.ends)
}

// days returns the days of a month since the first event of the log.
func (p Periods) days(ctx context.Context, at part) (all []day, err error) {
	first, err := p.began(ctx)
	if err != nil {
		return nil, err
	}
	for _, d := range at.AllDays() {
		if d.Until.After(first) {
			all = append(all, day{d.Name, d.Until})
		}
	}
	return all, nil
}
