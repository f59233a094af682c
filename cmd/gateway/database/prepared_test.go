package database

import (
	"fmt"
	"testing"

	"github.com/jmoiron/sqlx"

	"gateway/eventstore/wire"
	"gateway/test/testdb"
)

// openPreparing opens one connection, to a new database with a table of two rows.
func openPreparing(t *testing.T) *sqlx.DB {
	t.Helper()
	db, err := connect(testdb.New(t), 1, readSettings, SlowQueries{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	db.MustExec(`CREATE TABLE things (id bigint PRIMARY KEY, name text)`)
	db.MustExec(`INSERT INTO things VALUES (1, 'one'), (2, 'two')`)
	return db
}

// ask queries the name of a thing.
func ask(t *testing.T, db sqlx.Queryer, query string, id int64, want string) {
	t.Helper()
	row, got := db.QueryRowx(query, id), map[string]any{}
	if err := row.MapScan(got); err != nil || fmt.Sprint(got["name"]) != want {
		t.Fatalf("%s with %d gives %v (%v), want %s", query, id, got, err, want)
	}
}

func preparedStatements(t *testing.T, db *sqlx.DB) (n int) {
	t.Helper()
	if err := db.Get(&n, `SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%FROM ' || 'things%'`); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestAQueryThatRunsAgainIsPreparedOnce(t *testing.T) {
	t.Parallel()
	db := openPreparing(t)
	const query = `SELECT * FROM things WHERE id = $1`
	for use, want := range []int{0, 1, 1, 1, 1, 1, 1, 1} {
		ask(t, db, query, 1, "one")
		ask(t, db, fmt.Sprintf(`SELECT name, %d AS n FROM things WHERE id = $1`, use), 2, "two")
		if n := preparedStatements(t, db); n != want {
			t.Errorf("after use %d: %d statements are prepared, want %d", use+1, n, want)
		}
	}
}

func TestAPreparedQuerySeesATableThatChangedOrWasReplaced(t *testing.T) {
	t.Parallel()
	db := openPreparing(t)
	const query = `SELECT * FROM things WHERE id = $1`
	for _, change := range []struct{ statement, want string }{
		{`SELECT 1`, "one"},
		{`ALTER TABLE things ADD COLUMN more text`, "one"},
		{`ALTER TABLE things RENAME TO former; CREATE TABLE things (id bigint, name text); INSERT INTO things VALUES (1, 'new')`, "new"},
		{`DEALLOCATE ALL`, "new"},
	} {
		db.MustExec(change.statement)
		for range 8 {
			ask(t, db, query, 1, change.want)
		}
	}
}

func TestAConnectionKeepsABoundedNumberOfStatements(t *testing.T) {
	t.Parallel()
	db := openPreparing(t)
	for i := range wire.PreparedPerConn + 50 {
		for range wire.UsesToPrepare {
			ask(t, db, fmt.Sprintf(`SELECT name, %d AS n FROM things WHERE id = $1`, i), 2, "two")
		}
	}
	if n := preparedStatements(t, db); n > wire.PreparedPerConn || n < wire.PreparedPerConn-1 {
		t.Errorf("%d statements are prepared, want %d", n, wire.PreparedPerConn)
	}
}

func TestAPlanThatWasMadeForASmallTableStillUsesTheIndexOfALargeOne(t *testing.T) {
	t.Parallel()
	db := openPreparing(t)
	scans := func() (n int) {
		db.MustExec(`SELECT pg_stat_force_next_flush()`)
		if err := db.Get(&n, `SELECT seq_scan FROM pg_stat_user_tables WHERE relname = 'things'`); err != nil {
			t.Fatal(err)
		}
		return n
	}
	db.MustExec(`ANALYZE things`) // it has one page now, so a sequential scan is cheapest
	before := scans()
	for range 10 { // PostgreSQL makes a generic plan at the sixth run
		ask(t, db, `SELECT name FROM things WHERE id = $1`, 1, "one")
	}
	db.MustExec(`INSERT INTO things SELECT n, 'more' FROM generate_series(3, 20000) AS n`)
	ask(t, db, `SELECT name FROM things WHERE id = $1`, 1, "one")
	if n := scans() - before; n > 0 {
		t.Errorf("%d scans of the whole table", n)
	}
}
