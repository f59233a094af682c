package migrations

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"gateway/test/testdb"

	_ "github.com/lib/pq"
)

// former returns the schema of a program that knows only its first n files; if n is below zero, all but the
// last -n.
func (s schema) former(t *testing.T, n int) schema {
	t.Helper()
	names, err := fs.Glob(s.files, s.folder+"/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	if n < 0 {
		n += len(names)
	}
	files := fstest.MapFS{}
	for _, name := range names[:n] {
		text, err := fs.ReadFile(s.files, name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: text}
	}
	s.files = files
	return s
}

func openTest(t *testing.T, dsn string) *sql.DB {
	t.Helper()
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func exec(t *testing.T, db *sql.DB, statements ...string) {
	t.Helper()
	for _, statement := range statements {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}

func count(t *testing.T, db *sql.DB, query string) (n int) {
	t.Helper()
	if err := db.QueryRowContext(t.Context(), query).Scan(&n); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return n
}

// The cases cover the files of the log and the state when they became final, and those of the version before
// this one.
func TestALogAndAStateOfAFormerVersionAreUpgradedInPlace(t *testing.T) {
	t.Parallel()
	for name, n := range map[string]struct{ log, state int }{
		"when the files became final": {10, 8}, "one file of each fewer": {-1, -1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := openTest(t, testdb.New(t))
			formerLog, formerState := eventStore.former(t, n.log), state.former(t, n.state)
			migrate := func() error {
				return errors.Join(formerLog.migrate(t.Context(), db), formerState.migrate(t.Context(), db))
			}
			if err := migrate(); err != nil {
				t.Fatal(err)
			}
			id := count(t, db, `SELECT hashtext(id::text) FROM store`)
			if n.log < 0 {
				if err := CheckEventStore(t.Context(), db); !errors.Is(err, ErrNotMigrated) {
					t.Errorf("before the upgrade: %v", err)
				}
			}
			for range 2 {
				if err := EventStore(t.Context(), db); err != nil {
					t.Fatal(err)
				}
			}
			if err := CheckEventStore(t.Context(), db); err != nil {
				t.Error(err)
			}
			if now := count(t, db, `SELECT hashtext(id::text) FROM store`); now != id {
				t.Error("the log is another one")
			}
			// An instance of the former version starts again beside instances of this one.
			if err := migrate(); err != nil {
				t.Errorf("the former version refuses the upgraded databases: %v", err)
			}
		})
	}
}

func TestReadModelsOfAnotherVersionStayBesideThoseOfThisOne(t *testing.T) {
	t.Parallel()
	dsn := testdb.New(t)
	db := openTest(t, dsn)
	if name, err := ReadModelSchema(t.Context(), db); err != nil || name != "" {
		t.Errorf("an empty database: %q, %v", name, err)
	}
	if err := readModel.former(t, -1).migrate(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	exec(t, db, `ALTER TABLE merkle_head DROP COLUMN untimed`, // as in the version before leaves had times
		`INSERT INTO merkle_head (only_row, size, root, commit_position, prepare_position) VALUES (true, 1, '', 1, 1)`,
		`INSERT INTO merkle_checkpoints (size, note) VALUES (7, 'signed')`,
		`INSERT INTO checkpoints (name, store_id, commit_position, prepare_position, state, reactor)
			VALUES ('posting', 'log', 7, 7, 'live', true), ('balances', 'log', 7, 7, 'live', false)`)
	name, err := ReadModelSchema(t.Context(), db)
	if version, _ := ReadModelVersion(); err != nil || name != version || !strings.HasPrefix(name, besidePrefix) {
		t.Fatalf("the schema beside is %q, %v", name, err)
	}
	own := besideTest(t, dsn, name)
	for range 2 { // several instances start
		for _, step := range []func(context.Context) error{
			func(ctx context.Context) error { return CreateReadModelSchema(ctx, db, name) },
			func(ctx context.Context) error { return ReadModel(ctx, own) },
			func(ctx context.Context) error { return TakeOver(ctx, own) },
			func(ctx context.Context) error { return CheckReadModel(ctx, own) },
		} {
			if err := step(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	if n := count(t, own, `SELECT count(*) FROM merkle_checkpoints WHERE note = 'signed'`); n != 1 {
		t.Errorf("%d of the signed checkpoints were taken over", n)
	}
	if n := count(t, own, `SELECT sum(commit_position) FROM checkpoints`); n != 7 {
		t.Errorf("taken over are positions that sum to %d, of one reactor at 7", n)
	}
	if n := count(t, db, `SELECT count(*) FROM checkpoints`); n != 2 {
		t.Errorf("the former version has %d checkpoints left", n)
	}
	if _, err := db.ExecContext(t.Context(), `INSERT INTO merkle_head (only_row, size, root, commit_position, prepare_position)
		VALUES (true, 2, '', 2, 2) ON CONFLICT (only_row) DO UPDATE SET size = excluded.size`); err == nil {
		t.Error("the former version goes on with a tree whose leaves have no times")
	}
	if again, err := ReadModelSchema(t.Context(), db); err != nil || again != name {
		t.Errorf("the next start finds %q, %v", again, err)
	}
	if err := readModel.former(t, -1).migrate(t.Context(), db); err != nil {
		t.Errorf("the former version refuses its read models: %v", err)
	}
}

// besideTest connects to the schema beside.
func besideTest(t *testing.T, dsn, schema string) *sql.DB {
	t.Helper()
	inSchema, err := InSchema(dsn, schema)
	if err != nil {
		t.Fatal(err)
	}
	return openTest(t, inSchema)
}

func TestReadModelsOfThisVersionNeedNoOtherSchema(t *testing.T) {
	t.Parallel()
	db := openTest(t, testdb.New(t))
	if err := ReadModel(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	if name, err := ReadModelSchema(t.Context(), db); err != nil || name != "" {
		t.Errorf("%q, %v", name, err)
	}
}
