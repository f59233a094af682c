package engine

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"gateway/eventstore"

	"github.com/lib/pq"
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
// works on every instance, leading or not. It tells of what serves alone, not of
// rebuilds.
func (e *Engine) Statuses(ctx context.Context) ([]Status, error) {
	all, _, err := serving(ctx, e.db, e.log, e.models)
	return all, err
}

// Statuses says how models are doing, and rebuilds of them: while one is under way
// the state is rebuilding and the progress its own; position and lag are those of
// the tables that serve.
func Statuses(ctx context.Context, db *sql.DB, log *eventstore.Log, models []Model) ([]Status, error) {
	all, checkpoints, err := serving(ctx, db, log, models)
	if err != nil {
		return nil, err
	}
	shadows, err := shadowNames(ctx, db)
	if err != nil {
		return nil, err
	}
	for i := range all {
		if !slices.Contains(shadows, all[i].Name) {
			continue
		}
		if err := all[i].rebuild(ctx, db, frontier(checkpoints, models)); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func serving(ctx context.Context, db *sql.DB, log *eventstore.Log, models []Model) ([]Status, map[string]Checkpoint, error) {
	head, err := log.Store().Head(ctx)
	if err != nil {
		return nil, nil, fmt.Errorf("read the head of the log: %w", err)
	}
	checkpoints, err := Checkpoints(ctx, db)
	if err != nil {
		return nil, nil, err
	}
	all := make([]Status, len(models))
	for i, m := range models {
		all[i] = statusOf(checkpoints[m.Name()], head)
		all[i].Name = m.Name()
	}
	return all, checkpoints, nil
}

func statusOf(c Checkpoint, head eventstore.Position) Status {
	s := Status{
		Position: c.Position.Commit, Head: head.Commit, Lag: max(0, head.Commit-c.Position.Commit),
		State: cmp.Or(c.State, StateRebuilding), Error: c.Error,
	}
	s.Progress = share(c.Position, head)
	return s
}

func share(at, of eventstore.Position) float64 {
	if of.Commit == 0 {
		return 1
	}
	return min(1, float64(at.Commit)/float64(of.Commit))
}

// shadowNames lists the models that are being built beside those that serve.
func shadowNames(ctx context.Context, db *sql.DB) (names []string, err error) {
	err = db.QueryRowContext(ctx, `SELECT COALESCE(array_agg(substr(nspname, length($1) + 1)), '{}') FROM pg_namespace
		WHERE starts_with(nspname, $1)`, shadowPrefix).Scan(pq.Array(&names))
	if err != nil {
		return nil, fmt.Errorf("look for rebuilds: %w", err)
	}
	return names, nil
}

// rebuild adds what becomes of the shadow of a model.
func (s *Status) rebuild(ctx context.Context, db *sql.DB, front eventstore.Position) error {
	at, err := position(ctx, db, shadowPrefix+s.Name, s.Name)
	var server *pq.Error
	if errors.Is(err, sql.ErrNoRows) || errors.As(err, &server) { // it has just begun, or ended
		return nil
	}
	if err != nil {
		return fmt.Errorf("look at the rebuild of %s: %w", s.Name, err)
	}
	held, err := isLocked(ctx, db, s.Name)
	switch {
	case err != nil:
		return fmt.Errorf("look at the rebuild of %s: %w", s.Name, err)
	case held:
		s.State, s.Progress = StateRebuilding, share(at, front)
	case s.Error == "":
		s.Error = fmt.Sprintf("a rebuild was interrupted at event %d of %d: gateway projections rebuild %s goes on with it, "+
			"gateway projections clean %s drops it", at.Commit, front.Commit, s.Name, s.Name)
	}
	return nil
}

// Ready reports whether the live read models have reached the position.
func (e *Engine) Ready(p eventstore.Position) bool { return !e.watcher.Position().Before(p) }
