package auditrunservice

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"gateway/http/service/state"
	"gateway/projections/audit/reconcile"
	"gateway/projections/audit/verify"
)

// Command is a run of `gateway audit verify` or `gateway audit reconcile` that has started.
type Command struct {
	Kind, Actor, Version string
	Arguments            Arguments
	BeganAt              time.Time
	// Head is the head of the log at the start.
	Head int64
}

// KeepVerify stores the report of a verify, or the error that prevented it, and returns the id of the run.
func (c Command) KeepVerify(ctx context.Context, db *state.DB, report *verify.Report, err error) (int64, error) {
	return c.keep(ctx, db, endOfVerify(report, err), err)
}

// KeepReconcile is KeepVerify for a comparison.
func (c Command) KeepReconcile(ctx context.Context, db *state.DB, report *reconcile.Report, err error) (int64, error) {
	return c.keep(ctx, db, endOfReconcile(report, err), err)
}

func (c Command) keep(ctx context.Context, db *state.DB, e ended, err error) (int64, error) {
	if errors.Is(err, context.Canceled) {
		e = ended{outcome: state.RunInterrupted, problem: "the command was stopped"}
	}
	run := state.AuditRun{
		Kind: c.Kind, Actor: c.Actor, Version: c.Version, Arguments: c.Arguments.json(), BeganAt: c.BeganAt, Position: c.Head, Head: c.Head,
	}
	if e.report == nil {
		run.Position = 0
	}
	e.into(&run, time.Now().UTC())
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), endLimit)
	defer cancel()
	kept, err := db.KeepRun(ctx, run)
	return kept.ID, err
}

func (r Report) json() json.RawMessage {
	raw, _ := json.Marshal(r) // it has only values that JSON can hold
	return raw
}
