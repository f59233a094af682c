package engine

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"

	"gateway/eventstore"
)

// Status is the state of a read model or a reactor, as the admin API shows it (API
// reference: Admin operations).
type Status struct {
	Name     string `json:"name"`
	Position int64  `json:"position"`
	Head     int64  `json:"head"`
	// Lag is the number of events between the position and the head.
	Lag   int64  `json:"lag"`
	State string `json:"state"`
	// Progress is the applied part of the log, from 0 to 1. During a rebuild it is the progress of the tables
	// being built.
	Progress float64 `json:"progress"`
	Error    string  `json:"error"`
	// HaltedBy is the event at which the read model halted, or nil.
	HaltedBy *Halt `json:"halted_by"`
}

// Statuses returns the status of each model, from its checkpoint and the head of the log. It works on every
// instance, leader or follower. It does not show rebuilds.
func (e *Engine) Statuses(ctx context.Context) ([]Status, error) {
	return Statuses(ctx, e.db, e.log, e.models)
}

// Statuses returns the status of each model, from its checkpoint and the head of the log. A model without a
// checkpoint is shown as rebuilding, at position 0.
func Statuses(ctx context.Context, db *sql.DB, log *eventstore.Log, models []Model) ([]Status, error) {
	head, err := log.Store().Head(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the head of the log: %w", err)
	}
	checkpoints, err := Checkpoints(ctx, db)
	if err != nil {
		return nil, err
	}
	all := make([]Status, len(models))
	for i, m := range models {
		all[i] = StatusOf(checkpoints[m.Name()], head)
		all[i].Name = m.Name()
	}
	return all, nil
}

// StatusOf computes a status from a checkpoint and the head of the log.
func StatusOf(c Checkpoint, head eventstore.Position) Status {
	return Status{
		Name: c.Name, Position: c.Position.Commit, Head: head.Commit, Lag: max(0, head.Commit-c.Position.Commit),
		State: cmp.Or(c.State, StateRebuilding), Error: c.Error, Progress: Progress(c.Position, head),
		HaltedBy: HaltOf(c),
	}
}

// Progress returns the share of the way to a goal that a position has covered, from 0 to 1.
func Progress(at, goal eventstore.Position) float64 {
	if goal.Commit == 0 {
		return 1
	}
	return min(1, float64(at.Commit)/float64(goal.Commit))
}
