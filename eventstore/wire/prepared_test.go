package wire

import (
	"fmt"
	"testing"

	"github.com/jmoiron/sqlx"
)

// openPreparing opens one connection, to a new database with a table of two rows.
func openPreparing(t *testing.T) *sqlx.DB {
	t.Helper()
	db := sqlx.NewDb(open(t, Preparing(connector(t))), "postgres")
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
	for i := range preparedPerConn + 50 {
		for range usesToPrepare {
			ask(t, db, fmt.Sprintf(`SELECT name, %d AS n FROM things WHERE id = $1`, i), 2, "two")
		}
	}
	if n := preparedStatements(t, db); n > preparedPerConn || n < preparedPerConn-1 {
		t.Errorf("%d statements are prepared, want %d", n, preparedPerConn)
	}
}
