package migrations_test

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"sync"
	"testing"

	"gateway/migrations"
	"gateway/test/testdb"
)

func TestProcessesThatStartTogetherMigrateOnce(t *testing.T) {
	t.Parallel()
	const processes = 4
	dsn := testdb.New(t)
	var wg sync.WaitGroup
	for range processes {
		db := connect(t, dsn)
		wg.Go(func() {
			if err := migrations.EventStore(context.Background(), db); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

func TestMigratingAgainKeepsTheLogsID(t *testing.T) {
	t.Parallel()
	db := connect(t, testdb.New(t))
	var ids [2]string
	for i := range ids {
		if err := migrations.EventStore(context.Background(), db); err != nil {
			t.Fatal(err)
		}
		if err := db.QueryRow(`SELECT id FROM store`).Scan(&ids[i]); err != nil {
			t.Fatal(err)
		}
	}
	if ids[0] != ids[1] {
		t.Errorf("the id was %s, then %s", ids[0], ids[1])
	}
}

func TestAnInterruptedMigrationGoesOn(t *testing.T) {
	t.Parallel()
	db := connect(t, testdb.New(t))
	if err := migrations.EventStore(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	execute(t, db, `DROP TABLE kept_ranges`, `DELETE FROM goose_db_version WHERE version_id >= 12`)
	if err := migrations.EventStore(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	if !exists(t, db, "kept_ranges") {
		t.Error("what the last files make is missing")
	}
}

func TestTheStateIsMadeInADatabaseOfItsOwnAndAgainWhenItIsLost(t *testing.T) {
	t.Parallel()
	for name, migrate := range map[string]func(context.Context, *sql.DB) error{
		"a database of its own":    migrations.State,
		"the event log's database": migrations.EventStore,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := connect(t, testdb.New(t))
			for _, lost := range []string{``, `DROP SCHEMA state CASCADE`} {
				execute(t, db, lost)
				if err := migrate(t.Context(), db); err != nil {
					t.Fatal(err)
				}
				execute(t, db, `INSERT INTO state.secrets VALUES ('master', 'kept')`)
			}
			if err := migrate(t.Context(), db); err != nil {
				t.Fatal(err)
			}
			var secrets int
			if err := db.QueryRow(`SELECT count(*) FROM state.secrets`).Scan(&secrets); err != nil || secrets != 1 {
				t.Errorf("%d secrets, %v", secrets, err)
			}
		})
	}
}

func TestADatabaseOfAnotherVersionIsRefusedAndLeftAsItIs(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		migrate func(context.Context, *sql.DB) error
		// before lists statements that turn a database of this version into one of another version.
		before []string
		advice string
	}{
		"an event log of other files": {
			migrations.EventStore, []string{`UPDATE schema_fingerprint SET fingerprint = 'of another version'`}, "gateway events export",
		},
		"an event log without a fingerprint": {
			migrations.EventStore, []string{`DROP TABLE schema_fingerprint`}, "gateway events export",
		},
		"an event log without a fingerprint and without goose's table": {
			migrations.EventStore, []string{`DROP TABLE schema_fingerprint, goose_db_version`}, "gateway events export",
		},
		"read models of other files": {
			migrations.ReadModel, []string{`UPDATE schema_fingerprint SET fingerprint = 'of another version'`}, "drop it, it holds nothing",
		},
		"read models without a fingerprint": {
			migrations.ReadModel, []string{`DROP TABLE schema_fingerprint`}, "drop it, it holds nothing",
		},
		"a state of other files": {
			migrations.EventStore, []string{`UPDATE state.schema_fingerprint SET fingerprint = 'of another version'`}, "drop its schema state",
		},
		"a state without a fingerprint, in a database of its own": {
			migrations.State, []string{
				`ALTER TABLE state.goose_db_version RENAME TO goose_state_version`,
				`ALTER TABLE state.goose_state_version SET SCHEMA public`, `DROP TABLE state.schema_fingerprint`,
			}, "drop its schema state",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := connect(t, testdb.New(t))
			if err := c.migrate(t.Context(), db); err != nil {
				t.Fatal(err)
			}
			execute(t, db, c.before...)
			before := tablesOf(t, db)
			err := c.migrate(t.Context(), db)
			if !errors.Is(err, migrations.ErrOtherVersion) || !strings.Contains(err.Error(), c.advice) || strings.Contains(err.Error(), "\n") {
				t.Errorf("got %v, want a line with %q", err, c.advice)
			}
			if now := tablesOf(t, db); now != before {
				t.Errorf("the tables were %s, and are %s", before, now)
			}
		})
	}
}

func TestTheEventLogAndTheReadModelsDoNotShareADatabase(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		first, second func(context.Context, *sql.DB) error
		before        []string
	}{
		"read models in the event log's":                    {migrations.EventStore, migrations.ReadModel, nil},
		"the event log in the read models'":                 {migrations.ReadModel, migrations.EventStore, nil},
		"read models in an event log's of another version":  {migrations.EventStore, migrations.ReadModel, []string{`DROP TABLE schema_fingerprint`}},
		"the event log in read models' of another version'": {migrations.ReadModel, migrations.EventStore, []string{`DROP TABLE schema_fingerprint`}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := connect(t, testdb.New(t))
			if err := c.first(t.Context(), db); err != nil {
				t.Fatal(err)
			}
			execute(t, db, c.before...)
			if err := c.second(t.Context(), db); !errors.Is(err, migrations.ErrOtherSchema) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func connect(t *testing.T, dsn string) *sql.DB {
	t.Helper()
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func execute(t *testing.T, db *sql.DB, statements ...string) {
	t.Helper()
	for _, statement := range statements {
		if _, err := db.Exec(statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}

func exists(t *testing.T, db *sql.DB, table string) (found bool) {
	t.Helper()
	if err := db.QueryRow(`SELECT to_regclass($1) IS NOT NULL`, table).Scan(&found); err != nil {
		t.Fatal(err)
	}
	return found
}

// tablesOf lists the tables of the database.
func tablesOf(t *testing.T, db *sql.DB) (all string) {
	t.Helper()
	err := db.QueryRow(`SELECT string_agg(schemaname || '.' || tablename, ' ' ORDER BY schemaname, tablename)
		FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`).Scan(&all)
	if err != nil {
		t.Fatal(err)
	}
	return all
}
