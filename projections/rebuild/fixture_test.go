package rebuild_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/engine/enginetest"
	"gateway/projections/rebuild"

	"github.com/lib/pq"
)

// totalModel is a read model with two tables: each number, and the total.
type totalModel struct {
	// failsAt is the number that the model cannot apply while failing is true.
	failsAt int
	failing *atomic.Bool
	// beforeBatch, if set, is called before each batch.
	beforeBatch func()
}

func (totalModel) Name() string     { return "total" }
func (totalModel) Tables() []string { return []string{"entries", "totals"} }

func (totalModel) Seed(ctx context.Context, tx *engine.Tx) error {
	_, err := tx.Exec(ctx, `INSERT INTO totals VALUES (1, 0)`)
	return err
}

func (m totalModel) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	if m.beforeBatch != nil {
		m.beforeBatch()
	}
	var positions, numbers pq.Int64Array
	for _, e := range events {
		n := e.Event.(enginetest.NumberAdded).N
		if m.failing != nil && m.failing.Load() && n == m.failsAt {
			return errors.New("can't apply it")
		}
		positions, numbers = append(positions, e.Position.Commit), append(numbers, int64(n))
	}
	_, err := tx.Exec(ctx, `WITH new AS (INSERT INTO entries SELECT * FROM unnest($1::bigint[], $2::bigint[]) RETURNING n)
		UPDATE totals SET total = total + (SELECT sum(n) FROM new)`, positions, numbers)
	return err
}

func migrate(ctx context.Context, db *sql.DB) error {
	for _, statement := range []string{
		`CREATE TABLE entries (position bigint PRIMARY KEY, n bigint NOT NULL)`, `CREATE INDEX entries_by_n ON entries (n)`,
		`CREATE TABLE totals (id int PRIMARY KEY, total bigint NOT NULL)`,
		`CREATE TABLE IF NOT EXISTS checkpoints (name text COLLATE "C" PRIMARY KEY, store_id text NOT NULL,
			commit_position bigint NOT NULL, prepare_position bigint NOT NULL,
			event_id text NOT NULL DEFAULT '', event_stream text NOT NULL DEFAULT '', event_revision bigint NOT NULL DEFAULT 0, state text NOT NULL, error text NOT NULL DEFAULT '',
			reactor boolean NOT NULL DEFAULT false, updated_at timestamptz NOT NULL DEFAULT now())`,
	} {
		if _, err := db.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// fixture has the tables of totalModel.
type fixture struct{ enginetest.Fixture }

func newFixture(t *testing.T) fixture {
	t.Helper()
	f := fixture{enginetest.New(t)}
	if err := migrate(t.Context(), f.DB); err != nil {
		t.Fatal(err)
	}
	return f
}

func (f fixture) rebuilder(t *testing.T, program string, models ...engine.Model) *rebuild.Rebuilder {
	t.Helper()
	r, err := rebuild.New(rebuild.Config{
		URL: f.URL, Log: f.Log, Models: models, Migrate: migrate,
		Program: func() (string, error) { return program, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

func (f fixture) status(t *testing.T) engine.Status {
	t.Helper()
	all, err := rebuild.Statuses(t.Context(), f.DB, f.Log, []engine.Model{totalModel{}})
	if err != nil {
		t.Fatal(err)
	}
	return all[0]
}

// total returns the total that the model stores, and the sum of its entries.
func (f fixture) total(t *testing.T) (total, entries int) {
	t.Helper()
	err := f.DB.QueryRowContext(t.Context(), `SELECT total, (SELECT COALESCE(sum(n), 0) FROM entries) FROM totals`).Scan(&total, &entries)
	if err != nil {
		t.Fatal(err)
	}
	return total, entries
}

func (f fixture) wantTotal(t *testing.T, want int) {
	t.Helper()
	if total, entries := f.total(t); total != want || entries != want {
		t.Errorf("total %d, sum of the entries %d, want %d", total, entries, want)
	}
}

// schemas lists the schemas that rebuilds created.
func (f fixture) schemas(t *testing.T) string {
	t.Helper()
	var names string
	err := f.DB.QueryRowContext(t.Context(), `SELECT COALESCE(string_agg(nspname, ' ' ORDER BY nspname), '') FROM pg_namespace
		WHERE nspname ~ '^(shadow|retired|rebuild)_'`).Scan(&names)
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// addOnes appends the number 1 n times in one append.
func (f fixture) addOnes(t *testing.T, n int) eventstore.Position {
	t.Helper()
	ones := make([]int, n)
	for i := range ones {
		ones[i] = 1
	}
	return f.AddAtOnce(t, ones...)
}

// queryUntilDone queries the total until ctx ends. It returns an error when a query fails, takes long, or
// returns an older or inconsistent total.
func (f fixture) queryUntilDone(ctx context.Context) error {
	for last := 0; ctx.Err() == nil; {
		var total, entries int
		began := time.Now()
		err := f.DB.QueryRowContext(ctx, `SELECT total, (SELECT sum(n) FROM entries) FROM totals`).Scan(&total, &entries)
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			return fmt.Errorf("a query failed: %w", err)
		case total < last || total != entries:
			return fmt.Errorf("total %d and entries %d after a total of %d", total, entries, last)
		case time.Since(began) > 3*time.Second:
			return fmt.Errorf("a query took %v", time.Since(began))
		}
		last = total
	}
	return nil
}
