package simulation

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"gateway/domain/catalogue"
	"gateway/domain/difference"
	"gateway/domain/period"
	"gateway/domain/treasury"
	"gateway/eventstore"
	"gateway/http/service/auditrunservice"
	"gateway/http/service/periodservice"
	"gateway/http/service/state"
	"gateway/projections/audit/reconcile"
	"gateway/projections/notary"
	"gateway/projections/readmodel/readtable"
)

// toldClosing is what somebody was told about a closed month, and its signed statement. Neither ever changes.
type toldClosing struct {
	closing   string
	statement string
}

// countingNotary signs how many events the log has up to a position. The tree itself is the matter of other tests.
type countingNotary struct{ p *process }

// Key implements periodservice.Notary.
func (n countingNotary) Key() notary.Key { return signing }

// At implements periodservice.Notary.
func (n countingNotary) At(ctx context.Context, at eventstore.Position) (checkpoint string, events int64, err error) {
	all, err := n.p.store.ReadAll(ctx, eventstore.Position{}, 1<<30)
	if err != nil {
		return "", 0, err
	}
	for _, e := range all {
		if !at.Before(e.Position) && catalogue.Owns(e.Stream) {
			events++
		}
	}
	checkpoint, err = signing.Checkpoint(notary.Head{Size: events})
	return checkpoint, events, err
}

// auditRuns is the table of the audit runs.
type auditRuns struct{ *world }

// AuditRuns implements periodservice.Runs.
func (r auditRuns) AuditRuns(_ context.Context, kind, _ string, _ readtable.Page) (rows []state.AuditRun, _ int64, _ error) {
	for _, run := range slices.Backward(r.books.runs) {
		if run.Kind == kind {
			rows = append(rows, run)
		}
	}
	return rows, int64(len(rows)), nil
}

// AuditRun implements periodservice.Runs.
func (r auditRuns) AuditRun(_ context.Context, id int64) (state.AuditRun, error) {
	for _, run := range r.books.runs {
		if run.ID == id {
			return run, nil
		}
	}
	return state.AuditRun{}, readtable.ErrNotFound
}

// audit acts as an administrator who verifies the log and compares the provider's books of a month. What they find is drawn: the
// audits themselves run at the end.
func (w *world) audit(m period.Month) {
	v := auditrunservice.Verified{}
	for n := range w.random.IntN(3) {
		v.Findings = append(v.Findings, auditrunservice.Finding{Check: "projections", Subject: fmt.Sprint("row ", n), Problem: "differs"})
	}
	w.addRun(state.VerifyRun, auditrunservice.Arguments{Whole: true}, auditrunservice.Report{Verify: &v})
	for _, at := range w.providers {
		r := auditrunservice.Reconciled{}
		for n := range w.random.IntN(2) {
			r.Differences = append(r.Differences, reconcile.Difference{
				Kind: difference.Payment, Reference: fmt.Sprint("INV-", n), Problem: difference.MissingHere,
			})
		}
		w.addRun(state.ReconcileRun, auditrunservice.Arguments{
			Connection: at.name, From: m.Name + "-01", To: wib.DayOf(m.Until.Add(-1)),
		}, auditrunservice.Report{Reconcile: &r})
	}
}

func (w *world) addRun(kind string, arguments auditrunservice.Arguments, report auditrunservice.Report) {
	w.books.runs = append(w.books.runs, state.AuditRun{
		ID: int64(len(w.books.runs) + 1), Kind: kind, Outcome: state.RunFound, BeganAt: time.Now().UTC(), Position: w.head().Commit,
		Arguments: json.RawMessage(jsonOf(arguments)), Report: json.RawMessage(jsonOf(report)),
	})
}

// closeMonth acts as two administrators who close a month, whether or not it was audited.
func (w *world) closeMonth(p *process, m period.Month) {
	if w.chance(2) {
		w.audit(m)
	}
	w.requestClosing(p, m, w.chance(6))
}

// requestClosing closes a month, and accepts what was found; careless leaves one finding out.
func (w *world) requestClosing(p *process, m period.Month, careless bool) {
	by, approvedBy := "admin:1", "admin:2"
	if w.chance(2) {
		by, approvedBy = approvedBy, by
	}
	w.act(p, by, "close "+m.Name, func(ctx context.Context) error {
		shown, err := p.keep.periods.Get(ctx, m.Name)
		if err != nil {
			return err
		}
		r := periodservice.Request{Period: m.Name}
		for _, c := range shown.Checks {
			for _, f := range c.Findings {
				r.Accepted = append(r.Accepted, period.Accepted{Finding: f.Name, Reason: "known"})
			}
		}
		if careless && len(r.Accepted) > 0 {
			r.Accepted = r.Accepted[1:]
		}
		shown, err = p.keep.periods.Close(eventstore.WithMetadata(ctx, eventstore.Metadata{Actor: by, ApprovedBy: approvedBy}), r)
		if err != nil || p.isDead() {
			return err
		}
		told, err := p.toldOf(ctx, shown)
		if err == nil && !p.isDead() {
			w.tellClosing(p, m.Name, told)
		}
		return err
	})
}

// toldOf is what the process says about a closed month.
func (p *process) toldOf(ctx context.Context, shown periodservice.Shown) (toldClosing, error) {
	var out bytes.Buffer
	write, err := p.keep.periods.Statement(ctx, shown.Period)
	if err == nil {
		err = write(&out)
	}
	return toldClosing{closing: jsonOf(shown.Closing), statement: out.String()}, err
}

// tellClosing compares what was told about a closed month with what was told before.
func (w *world) tellClosing(p *process, month string, told toldClosing) {
	if before, known := w.books.closed[month]; known && before != told {
		w.fail("%s says of the closed month %s:\n%v\nwhich was before:\n%v", p.name, month, told, before)
	}
	w.books.closed[month] = told
}

// judgeLate compares the late facts of a month with the entries that were booked after it.
func (p *process) judgeLate(ctx context.Context, m period.Month) error {
	late, err := p.keep.periods.Late(ctx, m.Name)
	if err != nil {
		return err
	}
	var got []string
	for _, f := range late.Facts {
		if f.BookedAt.Before(m.Until) {
			p.world.fail("%s was booked at %s, and is late for %s", f.Reference, f.BookedAt, m.Name)
		}
		if f.Event == (treasury.Entered{}).EventType() {
			got = append(got, fmt.Sprint(f.Reference, " of ", f.Concerns, " in ", f.PostsIn))
		}
	}
	if want := p.world.lateReferences(m); !slices.Equal(got, want) {
		p.world.fail("late for %s are %v, and must be %v", m.Name, got, want)
	}
	return nil
}

// checkTold asks each process for each closed month once more.
func (w *world) checkTold() {
	for _, p := range w.processes {
		if p.dead {
			continue
		}
		w.spawn(p, "closed months", func(ctx context.Context) {
			for _, m := range w.monthsUntilNow() {
				if _, closed := w.books.closed[m.Name]; !closed {
					continue
				}
				shown, err := p.keep.periods.Get(ctx, m.Name)
				if err == nil {
					var told toldClosing
					if told, err = p.toldOf(ctx, shown); err == nil {
						w.tellClosing(p, m.Name, told)
					}
				}
				if err == nil {
					err = p.judgeLate(ctx, m)
				}
				if err != nil {
					w.fail("%s does not tell of the closed month %s: %v", p.name, m.Name, err)
				}
			}
		})
		w.drain()
	}
}
