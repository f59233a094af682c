package enginetest

import (
	"database/sql"
	"errors"
	"testing"

	"gateway/eventstore"
	"gateway/projections/engine"
)

// Replay fills the empty tables of models from the log, up to and including a position. It writes no checkpoints.
func Replay(t testing.TB, db *sql.DB, log *eventstore.Log, until eventstore.Position, models ...engine.Model) {
	t.Helper()
	r, err := engine.NewReplayer(t.Context(), db, models...)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	err = engine.Walk(t.Context(), log, until, func(events []eventstore.Envelope) error {
		for _, m := range models {
			if err := errors.Join(r.Apply(t.Context(), m, events), r.Stopped(m)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
