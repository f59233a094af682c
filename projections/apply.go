package projections

import (
	"context"
	"database/sql"
	"fmt"

	"gateway/eventstore"
)

// ApplyInBatches builds models from nothing as the engine would, in batches of at
// most size events, but leaves the checkpoints alone. It is for tests of models, whose
// tables must be empty.
func ApplyInBatches(ctx context.Context, db *sql.DB, size int, events []eventstore.Envelope, models ...Model) error {
	s := session{db: db}
	defer s.close()
	for _, model := range models {
		seeder, ok := model.(Seeder)
		if !ok {
			continue
		}
		if err := s.do(ctx, func(tx *Tx) error { return seeder.Seed(ctx, tx) }); err != nil {
			return fmt.Errorf("seed %s: %w", model.Name(), err)
		}
	}
	for from := 0; from < len(events); from += size {
		batch := events[from:min(from+size, len(events))]
		if err := applyTo(ctx, &s, batch, models); err != nil {
			return err
		}
	}
	return nil
}

func applyTo(ctx context.Context, s *session, events []eventstore.Envelope, models []Model) error {
	return s.do(ctx, func(tx *Tx) error {
		for _, model := range models {
			if err := apply(ctx, tx, model, events); err != nil {
				return fmt.Errorf("projection %s: %w", model.Name(), err)
			}
		}
		return nil
	})
}
