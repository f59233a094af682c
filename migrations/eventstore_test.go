package migrations_test

import (
	"context"
	"database/sql"
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

func TestStateIsMigratedAloneAndWhereAnOlderProgramMadeIt(t *testing.T) {
	t.Parallel()
	for name, before := range map[string]string{
		"alone": ``,
		"in a log of before it had migrations of its own": `CREATE SCHEMA state;
			CREATE TABLE state.sessions (token_hash bytea PRIMARY KEY, kind text NOT NULL, subject_id bigint NOT NULL,
				created_at timestamptz NOT NULL DEFAULT now(), expires_at timestamptz NOT NULL);
			CREATE TABLE state.secrets (name text PRIMARY KEY, value text NOT NULL);
			INSERT INTO state.secrets VALUES ('master', 'kept')`,
	} {
		t.Run(name, func(t *testing.T) {
			db := connect(t, testdb.New(t))
			if _, err := db.Exec(before); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if err := migrations.State(t.Context(), db); err != nil {
					t.Fatal(err)
				}
			}
			var secrets, sessions int
			err := db.QueryRow(`SELECT (SELECT count(*) FROM state.secrets), (SELECT count(*) FROM state.sessions)`).Scan(&secrets, &sessions)
			if err != nil || secrets != min(1, len(before)) {
				t.Errorf("%d secrets, %v", secrets, err)
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
