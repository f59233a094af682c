package auditrunservice

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gateway/domain"
	"gateway/http/service"
	"gateway/http/service/state"

	"github.com/sirupsen/logrus"
)

// Request asks for a run.
type Request struct {
	// Connection names the connection that a reconcile compares; empty means connection.Xendit.
	Connection string
	// Date is the day that a reconcile compares, in the form 2026-01-31.
	Date string
	// Full makes a reconcile read the log from its first event.
	Full bool
	// Kind is verify or reconcile.
	Kind string
	// To is the last day that a reconcile compares, where that is not Date.
	To string
	// Whole makes a verify read the whole log. Otherwise it continues where the last sound one ended.
	Whole bool
}

// Arguments are the stored arguments of a run.
type Arguments struct {
	// Whole says that a verify reads the whole log.
	Whole bool `json:"whole"`
	// From and To are the first and the last day of a reconcile. They are empty for a verify.
	From string `json:"from"`
	To   string `json:"to"`
	// Full says that a reconcile reads the log from its first event.
	Full bool `json:"full"`
	// Connection names the connection that a reconcile compared; empty means connection.Xendit.
	Connection string `json:"connection,omitempty"`
	// Drill says that a verify did not ask the provider. Such a run proves less than others.
	Drill bool `json:"drill,omitempty"`
}

func (a Arguments) json() json.RawMessage {
	raw, _ := json.Marshal(a) // texts and flags never fail
	return raw
}

// Check refuses an impossible request with invalid_field.
func (r *Runs) Check(q Request) error {
	switch q.Kind {
	case state.VerifyRun:
		if q.Date != "" || q.To != "" || q.Full || q.Connection != "" {
			return domain.InvalidField("kind", "verify takes neither date, to, full nor connection")
		}
		return nil
	case state.ReconcileRun:
		if q.Connection != "" && !slices.Contains(r.auditor.Connections(), q.Connection) {
			return domain.InvalidField("connection", "must be one of %s", strings.Join(r.auditor.Connections(), ", "))
		}
		_, _, err := r.days(q)
		return err
	}
	return domain.InvalidField("kind", "must be verify or reconcile")
}

// maxDays is how many days a reconcile compares at most.
const maxDays = 31

func (r *Runs) days(q Request) (from, to time.Time, err error) {
	if q.Whole {
		return from, to, domain.InvalidField("whole", "goes with verify")
	}
	from, to, err = r.Calendar.Day(q.Date)
	if err != nil || q.Date == "" {
		return from, to, domain.InvalidField("date", "must be a day such as 2026-01-31")
	}
	if from.After(r.Now()) {
		return from, to, domain.InvalidField("date", "must not be in the future")
	}
	if q.To == "" {
		return from, to, nil
	}
	last, to, err := r.Calendar.Day(q.To)
	switch {
	case err != nil:
		return from, to, domain.InvalidField("to", "must be a day such as 2026-01-31")
	case last.Before(from):
		return from, to, domain.InvalidField("to", "must not be before date")
	case last.After(r.Now()):
		return from, to, domain.InvalidField("to", "must not be in the future")
	case !last.Before(from.AddDate(0, 0, maxDays)):
		return from, to, domain.InvalidField("to", "must be at most %d days from date on", maxDays)
	}
	return from, to, nil
}

// job is a run to execute.
type job struct {
	run      state.AuditRun
	request  Request
	from, to time.Time
	covered  int64
}

// Start starts a run in the background and returns it, once per Idempotency-Key. Refusals: those of Check,
// audit_run_under_way.
func (r *Runs) Start(ctx context.Context, creation service.Creation, q Request) (service.Created, error) {
	return service.Create(ctx, r.Core, creation, service.Reserve{Prefix: "AUDIT"},
		func(ctx context.Context, reserved service.Reserved) (state.AuditRun, bool, error) {
			run, err := r.State.RunOfReference(ctx, reserved.Reference)
			if errors.Is(err, state.ErrRunNotFound) {
				return run, false, nil
			}
			return run, err == nil, err
		},
		func(ctx context.Context, reserved service.Reserved) (state.AuditRun, error) {
			return r.begin(ctx, reserved.Reference, q)
		})
}

func (r *Runs) begin(ctx context.Context, reference string, q Request) (state.AuditRun, error) {
	if err := r.Check(q); err != nil {
		return state.AuditRun{}, err
	}
	j, err := r.prepare(ctx, q)
	if err != nil {
		return state.AuditRun{}, err
	}
	if err := r.interruptDead(ctx); err != nil {
		return state.AuditRun{}, err
	}
	j.run.Reference = &reference
	if j.run, err = r.State.BeginRun(ctx, j.run); errors.Is(err, state.ErrRunUnderWay) {
		return state.AuditRun{}, r.underWay(ctx)
	}
	if err != nil {
		return state.AuditRun{}, err
	}
	r.Logger.WithFields(logrus.Fields{"run": j.run.ID, "kind": q.Kind, "by": j.run.Actor}).Info("an audit run begins")
	select {
	case r.jobs <- j:
		return j.run, nil
	default: // a run that was considered interrupted still runs here, and another waits for it
		ended{outcome: state.RunInterrupted, problem: "this instance is still busy with an earlier run"}.into(&j.run, r.Now())
		return state.AuditRun{}, errors.Join(r.State.EndRun(ctx, j.run), r.underWay(ctx))
	}
}

// prepare makes the job of a request.
func (r *Runs) prepare(ctx context.Context, q Request) (j job, err error) {
	arguments := Arguments{Whole: q.Whole, Full: q.Full, Connection: q.Connection}
	if q.Kind == state.ReconcileRun {
		arguments.From, arguments.To = q.Date, cmp.Or(q.To, q.Date)
		if j.from, j.to, err = r.days(q); err != nil {
			return j, err
		}
	} else if !q.Whole {
		if j.covered, err = r.covered(ctx); err != nil {
			return j, err
		}
		arguments.Whole = j.covered == 0
	}
	head, err := r.Log.Store().Head(ctx)
	if err != nil {
		return j, fmt.Errorf("read the head of the log: %w", err)
	}
	j.request = q
	j.run = state.AuditRun{
		Kind: q.Kind, Actor: service.Actor(ctx), Instance: r.Presence.ID, Version: r.version, Arguments: arguments.json(),
		BeganAt: r.Now(), Head: head.Commit,
	}
	return j, nil
}

// covered returns how many events, counted from the first, the last sound verify and those before it have
// checked. It is 0 when no such run is stored.
func (r *Runs) covered(ctx context.Context) (int64, error) {
	last, err := r.State.LastSoundVerify(ctx)
	if errors.Is(err, state.ErrRunNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	report, err := read(last.Report)
	if err != nil || report.Verify == nil {
		return 0, err
	}
	return report.Verify.EventsBefore + report.Verify.Events, nil
}
