package engine_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"gateway/domain"
	"gateway/eventstore"
	"gateway/projections/engine"

	"github.com/lib/pq"
)

// books is a read model with tables of its own: what was noted, and how much.
type books struct {
	// poison is a number that it can't apply while sick.
	poison int
	sick   *atomic.Bool
	// before, when set, is called before each batch.
	before func()
}

func (books) Name() string     { return "books" }
func (books) Tables() []string { return []string{"entries", "totals"} }

func (books) Seed(ctx context.Context, tx *engine.Tx) error {
	_, err := tx.Exec(ctx, `INSERT INTO totals VALUES (1, 0)`)
	return err
}

func (m books) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	if m.before != nil {
		m.before()
	}
	var positions, numbers pq.Int64Array
	for _, e := range events {
		n := e.Event.(noted).N
		if m.sick != nil && m.sick.Load() && n == m.poison {
			return errors.New("can't apply it")
		}
		positions, numbers = append(positions, e.Position.Commit), append(numbers, int64(n))
	}
	_, err := tx.Exec(ctx, `WITH new AS (INSERT INTO entries SELECT * FROM unnest($1::bigint[], $2::bigint[]) RETURNING n)
		UPDATE totals SET total = total + (SELECT sum(n) FROM new)`, positions, numbers)
	return err
}

func makeBooks(ctx context.Context, db *sql.DB) error {
	for _, statement := range []string{
		`CREATE TABLE entries (position bigint PRIMARY KEY, n bigint NOT NULL)`, `CREATE INDEX entries_by_n ON entries (n)`,
		`CREATE TABLE totals (id int PRIMARY KEY, total bigint NOT NULL)`,
		`CREATE TABLE IF NOT EXISTS checkpoints (name text COLLATE "C" PRIMARY KEY, store_id text NOT NULL,
			commit_position bigint NOT NULL, prepare_position bigint NOT NULL, state text NOT NULL, error text NOT NULL DEFAULT '',
			reactor boolean NOT NULL DEFAULT false, updated_at timestamptz NOT NULL DEFAULT now())`,
	} {
		if _, err := db.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// library is a fixture with books.
type library struct {
	fixture
	dsn string
}

func newLibrary(t *testing.T) library {
	t.Helper()
	f := newFixture(t)
	if err := makeBooks(t.Context(), f.db); err != nil {
		t.Fatal(err)
	}
	return library{fixture: f, dsn: f.dsn}
}

func (l library) rebuilder(t *testing.T, program string, models ...engine.Model) *engine.Rebuilder {
	t.Helper()
	r, err := engine.NewRebuilder(engine.RebuilderConfig{
		URL: l.dsn, Log: l.log, Models: models, Migrate: makeBooks,
		Program: func() (string, error) { return program, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	return r
}

func (l library) exec(t *testing.T, statement string) {
	t.Helper()
	if _, err := l.db.ExecContext(t.Context(), statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

func (l library) state(t *testing.T) engine.Status {
	t.Helper()
	all, err := engine.Statuses(t.Context(), l.db, l.log, []engine.Model{books{}})
	if err != nil {
		t.Fatal(err)
	}
	return all[0]
}

func (l library) total(t *testing.T) (total, entries int) {
	t.Helper()
	err := l.db.QueryRowContext(t.Context(), `SELECT total, (SELECT COALESCE(sum(n), 0) FROM entries) FROM totals`).Scan(&total, &entries)
	if err != nil {
		t.Fatal(err)
	}
	return total, entries
}

func (l library) wantTotal(t *testing.T, want int) {
	t.Helper()
	if total, entries := l.total(t); total != want || entries != want {
		t.Errorf("total %d, sum of the entries %d, want %d", total, entries, want)
	}
}

func (l library) schemas(t *testing.T) string {
	t.Helper()
	var names string
	err := l.db.QueryRowContext(t.Context(), `SELECT COALESCE(string_agg(nspname, ' ' ORDER BY nspname), '') FROM pg_namespace
		WHERE nspname ~ '^(shadow|retired|rebuild)_'`).Scan(&names)
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// many appends n ones at once.
func (l library) many(t *testing.T, n int) eventstore.Position {
	t.Helper()
	out, err := eventstore.Execute(t.Context(), l.log, notes, "note-a", func(int) ([]domain.Event, error) {
		events := make([]domain.Event, n)
		for i := range events {
			events[i] = noted{N: 1}
		}
		return events, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out.Position
}

// watch reads for as long as the context lasts.
func (l library) watch(ctx context.Context) error {
	for last := 0; ctx.Err() == nil; {
		var total, entries int
		began := time.Now()
		err := l.db.QueryRowContext(ctx, `SELECT total, (SELECT sum(n) FROM entries) FROM totals`).Scan(&total, &entries)
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			return fmt.Errorf("a read failed: %w", err)
		case total < last || total != entries:
			return fmt.Errorf("read %d of %d entries after %d", total, entries, last)
		case time.Since(began) > 3*time.Second:
			return fmt.Errorf("a read took %v", time.Since(began))
		}
		last = total
	}
	return nil
}
