package engine

import (
	"context"
	"database/sql"
	"fmt"

	"gateway/eventstore"
)

// ReplayLog fills the empty tables of models from the log, up to and including a
// position, and writes no checkpoints. It is for comparing the result with the
// tables that serve. progress, when set, is called with the position after each
// batch.
func ReplayLog(
	ctx context.Context, db *sql.DB, log *eventstore.Log, until eventstore.Position,
	progress func(eventstore.Position), models ...Model,
) error {
	s := session{db: db}
	defer s.close()
	for _, m := range models {
		seeder, ok := m.(Seeder)
		if !ok {
			continue
		}
		if err := s.do(ctx, func(tx *Tx) error { return seeder.Seed(ctx, tx) }); err != nil {
			return fmt.Errorf("seed %s: %w", m.Name(), err)
		}
	}
	return Walk(ctx, log, until, func(events []eventstore.Envelope) error {
		err := applyTo(ctx, &s, events, models)
		if err == nil && progress != nil {
			progress(events[len(events)-1].Position)
		}
		return err
	})
}

// Walk decodes all events up to and including a position and gives them to visit, in
// batches and in the order of the log.
func Walk(
	ctx context.Context, log *eventstore.Log, until eventstore.Position, visit func([]eventstore.Envelope) error,
) error {
	return ReadPages(ctx, log.Store(), eventstore.Position{}, until, func(page []eventstore.Recorded) error {
		events, err := open(log, page)
		if err != nil {
			return err
		}
		return visit(events)
	})
}

// ReadPages reads the events after one position up to and including another, and
// gives them to visit, page by page and in the order of the log. It ends without an
// error where the log ends before until.
func ReadPages(
	ctx context.Context, store eventstore.Store, after, until eventstore.Position, visit func([]eventstore.Recorded) error,
) error {
	for after.Before(until) {
		page, err := store.ReadAll(ctx, after, batchLimit)
		if err != nil {
			return fmt.Errorf("read the log after %d: %w", after.Commit, err)
		}
		page = upTo(page, until)
		if len(page) == 0 {
			return nil
		}
		if err := visit(page); err != nil {
			return err
		}
		after = page[len(page)-1].Position
	}
	return nil
}
