package projections

import (
	"context"
	"database/sql"

	"gateway/eventstore"
)

// ApplyOnce applies one batch to one model in a transaction of its own, and leaves
// the checkpoints alone. It is for tests of models.
func ApplyOnce(ctx context.Context, db *sql.DB, model Model, events []eventstore.Envelope) error {
	s := session{db: db}
	defer s.close()
	return s.do(ctx, func(tx *Tx) error { return apply(ctx, tx, model, events) })
}

// SeedOnce fills a model's empty tables, as the engine does when it first meets the
// model. It is for tests of models.
func SeedOnce(ctx context.Context, db *sql.DB, model Model) error {
	seeder, ok := model.(Seeder)
	if !ok {
		return nil
	}
	s := session{db: db}
	defer s.close()
	return s.do(ctx, func(tx *Tx) error { return seeder.Seed(ctx, tx) })
}
