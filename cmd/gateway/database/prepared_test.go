package database

import (
	"testing"

	"gateway/test/testdb"
)

func TestAPlanThatWasMadeForASmallTableStillUsesTheIndexOfALargeOne(t *testing.T) {
	t.Parallel()
	db, err := connect(testdb.New(t), 1, readSettings, SlowQueries{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	db.MustExec(`CREATE TABLE things (id bigint PRIMARY KEY, name text)`)
	db.MustExec(`INSERT INTO things VALUES (1, 'one'), (2, 'two')`)
	scans := func() (n int) {
		db.MustExec(`SELECT pg_stat_force_next_flush()`)
		if err := db.Get(&n, `SELECT seq_scan FROM pg_stat_user_tables WHERE relname = 'things'`); err != nil {
			t.Fatal(err)
		}
		return n
	}
	ask := func() {
		var name string
		if err := db.Get(&name, `SELECT name FROM things WHERE id = $1`, 1); err != nil || name != "one" {
			t.Fatal(name, err)
		}
	}
	db.MustExec(`ANALYZE things`) // it has one page now, so a sequential scan is cheapest
	before := scans()
	for range 10 { // PostgreSQL makes a generic plan at the sixth run
		ask()
	}
	db.MustExec(`INSERT INTO things SELECT n, 'more' FROM generate_series(3, 20000) AS n`)
	ask()
	if n := scans() - before; n > 0 {
		t.Errorf("%d scans of the whole table", n)
	}
}
