package engine_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"

	"gateway/domain"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/test/testdb"
)

// writer is a model that writes with Tx.Write.
type writer struct {
	name  string
	apply func(ctx context.Context, tx *engine.Tx) error
}

func (w writer) Name() string          { return w.name }
func (w writer) Tables() []string      { return []string{w.name} }
func (writer) Applies() []domain.Event { return nil }
func (w writer) Apply(ctx context.Context, tx *engine.Tx, _ []eventstore.Envelope) error {
	return w.apply(ctx, tx)
}

const addText = `INSERT INTO %s (text) SELECT * FROM unnest($1::text[]) AS n (text)`

func (w writer) add(ctx context.Context, tx *engine.Tx, texts ...string) error {
	for i, text := range texts {
		texts[i] = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
	}
	return tx.Write(ctx, fmt.Sprintf(addText, w.name), "{"+strings.Join(texts, ",")+"}")
}

// installationOf makes a database with a table and a checkpoint for each model.
func installationOf(t *testing.T, models ...engine.Model) (*sql.DB, *engine.Session) {
	t.Helper()
	db, err := sql.Open("postgres", testdb.New(t))
	if err != nil {
		t.Fatal(err)
	}
	s := engine.NewSession(db)
	t.Cleanup(func() { s.Close(); _ = db.Close() })
	statements := []string{`CREATE TABLE checkpoints (name text, store_id text, commit_position bigint, prepare_position bigint,
		event_id text, event_stream text, event_revision bigint, updated_at timestamptz)`}
	for _, m := range models {
		statements = append(statements, fmt.Sprintf(`CREATE TABLE %s (text text UNIQUE)`, m.Name()),
			fmt.Sprintf(`INSERT INTO checkpoints (name, commit_position, prepare_position) VALUES ('%s', 0, 0)`, m.Name()))
	}
	for _, statement := range statements {
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	return db, s
}

func apply(t *testing.T, s *engine.Session, from int64, models ...engine.Model) (failed int, err error) {
	t.Helper()
	at := func(n int64) eventstore.Position { return eventstore.Position{Commit: n, Prepare: n} }
	return engine.ApplyBatch(t.Context(), s, models, at(from), []eventstore.Envelope{{Recorded: eventstore.Recorded{Position: at(from + 1)}}})
}

func textsOf(t *testing.T, db *sql.DB, table string) (texts string) {
	t.Helper()
	if err := db.QueryRow(`SELECT coalesce(string_agg(text, '|' ORDER BY text), '') FROM ` + table).Scan(&texts); err != nil {
		t.Fatal(err)
	}
	return texts
}

func TestWritesKeepTheirTexts(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"a quote":         `it's`,
		"quotes":          `'');--`,
		"a backslash":     `a\'b\\`,
		"a semicolon":     `; ROLLBACK;`,
		"a dollar":        `$1 $$`,
		"letters":         "Rp 1.000 – ✓",
		"a line":          "a\nb\tc",
		"more than waits": strings.Repeat("x'", 100_000),
		"less than waits": strings.Repeat("x", 60_000),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := writer{name: "a"}
			w.apply = func(ctx context.Context, tx *engine.Tx) error {
				for i := range 6 { // together they exceed one message
					if err := w.add(ctx, tx, fmt.Sprint(i, text)); err != nil {
						return err
					}
				}
				return nil
			}
			db, s := installationOf(t, w)
			if failed, err := apply(t, s, 0, w); err != nil {
				t.Fatal(failed, err)
			}
			want := make([]string, 6)
			for i := range want {
				want[i] = fmt.Sprint(i, text)
			}
			if got := textsOf(t, db, "a"); got != strings.Join(want, "|") {
				t.Errorf("%q became %q", text, got)
			}
		})
	}
}

// The index is wrong when the error only concerns statements that were sent together.
func TestAFailedWriteNamesItsModelAndChangesNothing(t *testing.T) {
	t.Parallel()
	var models []engine.Model
	for _, name := range []string{"a", "b", "c"} {
		w := writer{name: name}
		w.apply = func(ctx context.Context, tx *engine.Tx) error {
			texts := []string{"one", "two"}
			if name == "b" {
				texts = []string{"same", "same"}
			}
			if err := w.add(ctx, tx, texts...); err != nil || name != "c" {
				return err
			}
			rows, err := tx.Query(ctx, `SELECT text FROM c`) // this runs after its own write, and so after b's
			if err != nil {
				return err
			}
			return errors.Join(rows.Err(), rows.Close())
		}
		models = append(models, w)
	}
	db, s := installationOf(t, models...)
	for range 2 { // the session stays usable
		failed, err := apply(t, s, 0, models...)
		if failed != 1 || err == nil || !strings.Contains(err.Error(), "duplicate key") {
			t.Errorf("model %d failed: %v", failed, err)
		}
	}
	for _, m := range models {
		if got := textsOf(t, db, m.Name()); got != "" {
			t.Errorf("%s has %q", m.Name(), got)
		}
	}
	if _, err := apply(t, s, 0, models[0], models[2]); err != nil {
		t.Errorf("the others: %v", err)
	}
	if got := textsOf(t, db, "c"); got != "one|two" {
		t.Errorf("c has %q", got)
	}
}

func TestAModelReadsWhatItWroteInTheBatch(t *testing.T) {
	t.Parallel()
	var seen []string
	w := writer{name: "a"}
	w.apply = func(ctx context.Context, tx *engine.Tx) error {
		if err := w.add(ctx, tx, "written"); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, `SELECT text FROM a`)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var text string
			if err := rows.Scan(&text); err != nil {
				return err
			}
			seen = append(seen, text)
		}
		return rows.Err()
	}
	_, s := installationOf(t, w)
	if _, err := apply(t, s, 0, w); err != nil || strings.Join(seen, "|") != "written" {
		t.Errorf("it read %q: %v", seen, err)
	}
}

func TestACheckpointThatMovedStopsABatchBeforeItsWrites(t *testing.T) {
	t.Parallel()
	w := writer{name: "a"}
	w.apply = func(ctx context.Context, tx *engine.Tx) error { return w.add(ctx, tx, "twice") }
	db, s := installationOf(t, w)
	if _, err := apply(t, s, 7, w); !errors.Is(err, engine.ErrStale) {
		t.Errorf("a batch after 7 on a checkpoint at 0: %v", err)
	}
	if got := textsOf(t, db, "a"); got != "" {
		t.Errorf("it wrote %q", got)
	}
}
