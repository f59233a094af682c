package auditrunservice

import (
	"context"
	"errors"
	"time"

	"gateway/domain"
	"gateway/http/service"
	"gateway/http/service/state"
	"gateway/projections/audit/reconcile"
	"gateway/projections/audit/verify"
	"gateway/projections/readmodel/readtable"
)

// Auditor executes a run. It reads in pages, as the commands do, and stops when ctx ends. progress is called
// from one goroutine.
type Auditor interface {
	// Verify checks the installation. If covered is 0, it checks everything; else it checks the events after
	// the newest signed checkpoint of at most covered events.
	Verify(ctx context.Context, covered int64, progress func(Progress)) (*verify.Report, error)
	// Connections lists the connections that Reconcile can compare.
	Connections() []string
	// Reconcile compares the books of a connection for a period of whole days, or its balance alone where it lists none.
	Reconcile(ctx context.Context, connection string, from, to time.Time, full bool, progress func(Progress)) (*reconcile.Report, error)
}

// Progress is how far a run has come. The run reads the log after After up to Head, and Position is the last
// position read.
type Progress struct{ After, Position, Head int64 }

// Runs implements the use cases for the audit runs of the installation. It is safe for concurrent use. Make
// it with New.
type Runs struct {
	*service.Core
	auditor Auditor
	version string
	// done counts the runs by kind and outcome. It may be nil.
	done func(kind, outcome string)
	// jobs has room for one, because at most one run is started at a time.
	jobs chan job
}

// New makes Runs that execute with the auditor and record the program's version. done is called when a run
// has ended; it may be nil.
func New(core *service.Core, auditor Auditor, version string, done func(kind, outcome string)) *Runs {
	return &Runs{Core: core, auditor: auditor, version: version, done: done, jobs: make(chan job, 1)}
}

// Shown is a run with its report.
type Shown struct {
	state.AuditRun
	Report
}

// Get returns a run. Refusal: not_found.
func (r *Runs) Get(ctx context.Context, id int64) (Shown, error) {
	if err := r.interruptDead(ctx); err != nil {
		return Shown{}, err
	}
	run, err := r.State.AuditRun(ctx, id)
	if err != nil {
		return Shown{}, err
	}
	report, err := read(run.Report)
	return Shown{AuditRun: run, Report: report}, err
}

// List returns a page of the runs, newest first, and their total number. An empty kind or outcome selects
// any.
func (r *Runs) List(ctx context.Context, kind, outcome string, p readtable.Page) ([]state.AuditRun, int64, error) {
	if err := r.interruptDead(ctx); err != nil {
		return nil, 0, err
	}
	return r.State.AuditRuns(ctx, kind, outcome, p)
}

func (r *Runs) interruptDead(ctx context.Context) error {
	return r.State.InterruptDeadRuns(ctx, r.Presence.Alive)
}

// underWay returns the refusal that names the running run, on any instance.
func (r *Runs) underWay(ctx context.Context) error {
	const code = "audit_run_under_way"
	running, err := r.State.RunningRun(ctx)
	switch {
	case errors.Is(err, state.ErrRunNotFound): // it has ended just now
		return domain.Refuse(domain.Conflict, code, "another audit run was running; try again")
	case err != nil:
		return err
	}
	return domain.Refuse(domain.Conflict, code, "audit run %d (%s, started by %s) is running", running.ID, running.Kind, running.Actor)
}
