package hostile

import (
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/migrated"

	"github.com/jmoiron/sqlx"
)

// aged is a gateway on which sessions can be made older than a proof lasts. Acts of a million or more need two
// administrators.
type aged struct {
	*harness.Gateway
	state *sqlx.DB
}

func newAged(t *testing.T) aged {
	t.Helper()
	events, read := migrated.Pair(t)
	db, err := sqlx.Open("postgres", events)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return aged{harness.StartOn(t, events, read, harness.Settings{"DUAL_CONTROL_FROM": "1000000"}), db}
}

// age makes every existing session eleven minutes older.
func (g aged) age(t *testing.T) {
	t.Helper()
	_, err := g.state.ExecContext(t.Context(),
		`UPDATE state.sessions SET created_at = created_at - interval '11 minutes', proven_at = proven_at - interval '11 minutes'`)
	if err != nil {
		t.Fatal(err)
	}
}
