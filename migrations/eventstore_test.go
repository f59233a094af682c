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

func connect(t *testing.T, dsn string) *sql.DB {
	t.Helper()
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}
