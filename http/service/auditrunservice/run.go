package auditrunservice

import (
	"cmp"
	"context"
	"sync/atomic"
	"time"

	"gateway/domain/connection"
	"gateway/http/service/state"
	"gateway/projections/audit/reconcile"
	"gateway/projections/audit/verify"

	"github.com/sirupsen/logrus"
)

const (
	// beatEvery is how often a run records its progress, which also shows that its process is alive.
	beatEvery = time.Second
	// endLimit limits the time to store the end of a run when the process stops.
	endLimit = 2 * time.Second
	// stopped is the error of a run whose process was stopped.
	stopped = "the gateway was stopped"
)

// Run executes the started runs, one after the other, until ctx ends. It marks a run that this interrupts.
func (r *Runs) Run(ctx context.Context) {
	for {
		select {
		case j := <-r.jobs:
			r.do(ctx, j)
		case <-ctx.Done():
			select {
			case j := <-r.jobs:
				r.do(ctx, j)
			default:
			}
			return
		}
	}
}

// do executes one run and stores how it ended.
func (r *Runs) do(ctx context.Context, j job) {
	var latest atomic.Pointer[Progress]
	latest.Store(&Progress{Head: j.run.Head})
	beating, stop := context.WithCancel(ctx)
	beaten := make(chan struct{})
	go func() {
		defer close(beaten)
		r.beat(beating, j.run.ID, &latest)
	}()
	e := r.audit(ctx, j, func(p Progress) { latest.Store(&p) })
	stop()
	<-beaten
	run, p := j.run, latest.Load()
	run.BeganAfter, run.Position, run.Head = p.After, p.Position, p.Head
	if ctx.Err() != nil {
		e = ended{outcome: state.RunInterrupted, problem: stopped}
	}
	e.into(&run, r.Now())
	ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), endLimit)
	defer cancel()
	if err := r.State.EndRun(ending, run); err != nil {
		r.logger(run).WithError(err).Error("the report of an audit run is not kept")
		return
	}
	r.tell(run)
}

// beat records the progress of the run every second.
func (r *Runs) beat(ctx context.Context, id int64, latest *atomic.Pointer[Progress]) {
	tick := time.NewTicker(beatEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		p := latest.Load()
		if err := r.State.BeatRun(ctx, id, p.After, p.Position, p.Head); err != nil && ctx.Err() == nil {
			r.Logger.WithError(err).Warn("the progress of an audit run is not recorded")
		}
	}
}

// audit calls the auditor.
func (r *Runs) audit(ctx context.Context, j job, progress func(Progress)) ended {
	if j.request.Kind == state.ReconcileRun {
		report, err := r.auditor.Reconcile(ctx, cmp.Or(j.request.Connection, connection.Xendit), j.from, j.to, j.request.Full, progress)
		return endOfReconcile(report, err)
	}
	report, err := r.auditor.Verify(ctx, j.covered, progress)
	return endOfVerify(report, err)
}

func (r *Runs) logger(run state.AuditRun) *logrus.Entry {
	return r.Logger.WithFields(logrus.Fields{"run": run.ID, "kind": run.Kind, "by": run.Actor, "outcome": run.Outcome, "found": run.Found})
}

// tell notifies operators how a run ended.
func (r *Runs) tell(run state.AuditRun) {
	if r.done != nil {
		r.done(run.Kind, run.Outcome)
	}
	switch logger := r.logger(run); run.Outcome {
	case state.RunFound:
		logger.Error("an audit run found that something is wrong")
	case state.RunFailed:
		logger.WithField("problem", run.Error).Error("an audit run failed")
	default:
		logger.Info("an audit run has ended")
	}
}

// ended is how a run ended.
type ended struct {
	outcome, problem string
	found            int64
	report           *Report
	after, position  int64
}

func endOfVerify(report *verify.Report, err error) ended {
	if err != nil {
		return ended{outcome: state.RunFailed, problem: err.Error()}
	}
	kept, found, outcome := ofVerify(report)
	return ended{outcome: outcome, found: found, report: &kept, after: report.After.Commit, position: report.Position.Commit}
}

func endOfReconcile(report *reconcile.Report, err error) ended {
	if err != nil {
		return ended{outcome: state.RunFailed, problem: err.Error()}
	}
	kept, found, outcome := ofReconcile(report)
	return ended{outcome: outcome, found: found, report: &kept}
}

// into writes the end into the run's row.
func (e ended) into(run *state.AuditRun, now time.Time) {
	run.Outcome, run.Found, run.Error, run.EndedAt = e.outcome, e.found, cut(e.problem), &now
	if e.report != nil {
		run.Report = e.report.json()
	}
	if e.position > 0 {
		run.BeganAfter, run.Position = e.after, e.position
	}
}
