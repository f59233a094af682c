package rebuild

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"gateway/eventstore"
	"gateway/projections/engine"

	"github.com/lib/pq"
)

// Statuses returns the status of each model, including rebuilds. During a rebuild the state is rebuilding and
// the progress is that of the shadow; position and lag are those of the serving tables. An interrupted
// rebuild is shown as the model's error.
func Statuses(ctx context.Context, db *sql.DB, log *eventstore.Log, models []engine.Model) ([]engine.Status, error) {
	all, err := engine.Statuses(ctx, db, log, models)
	if err != nil {
		return nil, err
	}
	checkpoints, err := engine.Checkpoints(ctx, db)
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
		if err := addRebuild(ctx, db, &all[i], highestPosition(checkpoints, models)); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// shadowNames returns the names of the models that have a shadow.
func shadowNames(ctx context.Context, db *sql.DB) (names []string, err error) {
	err = db.QueryRowContext(ctx, `SELECT COALESCE(array_agg(substr(nspname, length($1) + 1)), '{}') FROM pg_namespace
		WHERE starts_with(nspname, $1)`, shadowPrefix).Scan(pq.Array(&names))
	if err != nil {
		return nil, fmt.Errorf("look for rebuilds: %w", err)
	}
	return names, nil
}

// addRebuild adds the state of a model's shadow to the model's status.
func addRebuild(ctx context.Context, db *sql.DB, s *engine.Status, goal eventstore.Position) error {
	at, err := shadowPosition(ctx, db, s.Name)
	var server *pq.Error
	if errors.Is(err, sql.ErrNoRows) || errors.As(err, &server) { // the rebuild has just started or ended
		return nil
	}
	if err != nil {
		return fmt.Errorf("look at the rebuild of %s: %w", s.Name, err)
	}
	running, err := isLocked(ctx, db, s.Name)
	if err != nil {
		return fmt.Errorf("look at the rebuild of %s: %w", s.Name, err)
	}
	built, err := tableExists(ctx, db, shadowPrefix+s.Name, comparisonTable)
	switch {
	case err != nil:
		return fmt.Errorf("look at the rebuild of %s: %w", s.Name, err)
	case running:
		s.State, s.Progress = engine.StateRebuilding, engine.Progress(at, goal)
	case s.Error == "" && !built:
		s.Error = fmt.Sprintf("a rebuild was interrupted at event %d of %d: gateway projections rebuild %s goes on with it, "+
			"gateway projections clean %s drops it", at.Commit, goal.Commit, s.Name, s.Name)
	}
	return nil
}

func shadowPosition(ctx context.Context, db *sql.DB, name string) (p eventstore.Position, err error) {
	err = db.QueryRowContext(ctx, `SELECT commit_position, prepare_position FROM `+
		pq.QuoteIdentifier(shadowPrefix+name)+`.checkpoints WHERE name = $1`, name).Scan(&p.Commit, &p.Prepare)
	return p, err
}
