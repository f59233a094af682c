package rebuild

import (
	"context"
	"errors"
	"fmt"

	"gateway/eventstore"
	"gateway/projections/engine"
)

// longLog is the number of events from which on BuildMissing builds. The engine applies fewer
// of them before a build has created its tables.
const longLog = 20_000

// BuildMissing builds the read models of an installation that has none of them, as after the
// loss of their database, in the way of a rebuild: each model is loaded for itself, without
// indexes that are kept up to date row by row. No engine may run, and the models serve nothing
// before they are complete. It builds up to the head of the log at the call.
//
// It does nothing where the log is short, or where a model has been built before, but for a build
// that was interrupted: the next call of the same program goes on with that. A model that can't apply an
// event stays empty, and the errors include its *engine.PoisonError. Refusal: rebuild_under_way.
func (r *Rebuilder) BuildMissing(ctx context.Context) error {
	models, err := r.missing(ctx)
	if err != nil || len(models) == 0 {
		return err
	}
	unlock, err := r.lockModels(ctx, models)
	if err != nil {
		return err
	}
	defer unlock()
	// Another process may have built them before it let the lock go.
	if models, err = r.missing(ctx); err != nil || len(models) == 0 {
		return err
	}
	head, err := r.log.Store().Head(ctx)
	if err != nil {
		return fmt.Errorf("read the head of the log: %w", err)
	}
	shadows, err := r.openOrCreateShadows(ctx, models)
	if err != nil {
		return err
	}
	defer closeAll(shadows)
	for _, s := range shadows {
		s.goal = head
	}
	if _, err := r.load(ctx, shadows, func(eventstore.Position) {}); err != nil {
		return err
	}
	built, failed := r.finish(ctx, shadows, Options{})
	for _, b := range built { // the tables that were replaced are empty
		failed = errors.Join(failed, r.exec(ctx, dropSchema(retiredPrefix+b.Name)))
	}
	return failed
}

// missing returns the models that BuildMissing is to build.
func (r *Rebuilder) missing(ctx context.Context) (models []engine.Model, err error) {
	if err := engine.CreateCheckpoints(ctx, r.db, r.models, r.log.Store().ID()); err != nil {
		return nil, err
	}
	served, err := r.servedCheckpoints(ctx, r.models)
	if err != nil {
		return nil, err
	}
	for _, m := range r.models {
		if served[m.Name()].Position == (eventstore.Position{}) {
			models = append(models, m)
		}
	}
	if len(models) == len(r.models) {
		if long, err := r.isLong(ctx); err != nil || !long {
			return nil, err
		}
		return models, nil
	}
	return r.interrupted(ctx, models)
}

// interrupted returns those of the empty models that an interrupted build has begun.
func (r *Rebuilder) interrupted(ctx context.Context, empty []engine.Model) (begun []engine.Model, err error) {
	mark, err := r.mark()
	if err != nil {
		return nil, err
	}
	for _, m := range empty {
		resumable, err := r.hasShadow(ctx, m, mark)
		if err != nil {
			return nil, err
		}
		if resumable {
			begun = append(begun, m)
		}
	}
	return begun, nil
}

// errLong ends the count of the log's events.
var errLong = errors.New("the log is long")

// isLong counts events, because a position may be a byte offset.
func (r *Rebuilder) isLong(ctx context.Context) (bool, error) {
	head, err := r.log.Store().Head(ctx)
	if err != nil {
		return false, fmt.Errorf("read the head of the log: %w", err)
	}
	n := 0
	err = engine.ReadPages(ctx, r.log.Store(), eventstore.Position{}, head, func(page []eventstore.Recorded) error {
		if n += len(page); n >= longLog {
			return errLong
		}
		return nil
	})
	if errors.Is(err, errLong) {
		return true, nil
	}
	return false, err
}

// mark names the program that begins a shadow, and the event store.
func (r *Rebuilder) mark() (string, error) {
	program, err := r.program()
	if err != nil {
		return "", fmt.Errorf("identify this program: %w", err)
	}
	return program + " " + r.log.Store().ID(), nil
}
