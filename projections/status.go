package projections

import (
	"context"
	"fmt"

	"gateway/eventstore"
)

// Status is how a projection or reactor is doing, as the admin sees it.
type Status struct {
	Name     string  `json:"name"`
	Position int64   `json:"position"`
	Head     int64   `json:"head"`
	Lag      int64   `json:"lag"`
	State    string  `json:"state"`
	Progress float64 `json:"progress"`
	Error    string  `json:"error"`
}

// Statuses reads all checkpoints and compares them with the head of the log. It
// works on every instance, leading or not.
func (e *Engine) Statuses(ctx context.Context) ([]Status, error) {
	head, err := e.log.Store().Head(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the head of the log: %w", err)
	}
	checkpoints, err := Checkpoints(ctx, e.db)
	if err != nil {
		return nil, err
	}
	all := make([]Status, 0, len(e.models))
	for _, m := range e.models {
		all = append(all, statusOf(checkpoints[m.Name()], head))
	}
	return all, nil
}

func statusOf(c Checkpoint, head eventstore.Position) Status {
	s := Status{
		Name: c.Name, Position: c.Position.Commit, Head: head.Commit, Lag: max(0, head.Commit-c.Position.Commit),
		State: c.State, Progress: 1, Error: c.Error,
	}
	if head.Commit > 0 {
		s.Progress = min(1, float64(c.Position.Commit)/float64(head.Commit))
	}
	return s
}

// Ready reports whether the live read models have reached the position.
func (e *Engine) Ready(p eventstore.Position) bool { return !e.watcher.Position().Before(p) }
