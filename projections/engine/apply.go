package engine

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

// applyBatch applies a batch to models that stand at from and moves their
// checkpoints, all in one transaction. The checkpoints come first: a model whose
// tables were swapped meanwhile is found out (errStale) before an event is applied
// twice, and whoever locks a checkpoint keeps the tables from moving. It tells which
// model the error came from, -1 when from none of them.
func applyBatch(
	ctx context.Context, s *session, models []Model, from eventstore.Position, events []eventstore.Envelope,
) (culprit int, err error) {
	names := make([]string, len(models))
	for i, m := range models {
		names[i] = m.Name()
	}
	culprit = -1
	err = s.do(ctx, func(tx *Tx) error {
		if err := advance(ctx, tx, names, from, events[len(events)-1].Position); err != nil {
			return err
		}
		for i, m := range models {
			if err := apply(ctx, tx, m, events); err != nil {
				culprit = i
				return fmt.Errorf("projection %s: %w", m.Name(), err)
			}
		}
		return nil
	})
	return culprit, err
}

// apply turns a panic of a model into an error: one read model must not take the
// gateway down.
func apply(ctx context.Context, tx *Tx, model Model, events []eventstore.Envelope) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return model.Apply(ctx, tx, events)
}

// open decodes events of the log.
func open(log *eventstore.Log, recorded []eventstore.Recorded) ([]eventstore.Envelope, error) {
	events := make([]eventstore.Envelope, len(recorded))
	for i, r := range recorded {
		var err error
		if events[i], err = log.Decode(r); err != nil {
			return nil, err
		}
	}
	return events, nil
}
