package engine

import (
	"context"
	"database/sql"
	"fmt"

	"gateway/eventstore"
)

// ReplayLog fills empty tables of models from the log alone, up to and including a
// position, without checkpoints: for comparing with what is served. progress, when
// set, is told of each batch.
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

// Walk gives all events up to and including a position to visit, in batches and in
// the order of the log.
func Walk(
	ctx context.Context, log *eventstore.Log, until eventstore.Position, visit func([]eventstore.Envelope) error,
) error {
	for at := (eventstore.Position{}); at.Before(until); {
		page, err := log.Store().ReadAll(ctx, at, batchLimit)
		if err != nil {
			return fmt.Errorf("read the log after %d: %w", at.Commit, err)
		}
		page = upTo(page, until)
		if len(page) == 0 {
			return nil
		}
		events, err := open(log, page)
		if err != nil {
			return err
		}
		if err := visit(events); err != nil {
			return err
		}
		at = page[len(page)-1].Position
	}
	return nil
}
