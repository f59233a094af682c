package wire

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"strings"
	"testing"
	"time"
)

func TestAPipelineRunsItsStatementsInOrderInOneTransaction(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	onConn(t, open(t, connector(t)), func(conn *sql.Conn) error {
		p, err := OpenPipeline(ctx, conn)
		if err != nil {
			return err
		}
		p.Begin("BEGIN;")
		if err := p.RollBack(ctx); err != nil || p.Begun {
			t.Errorf("an empty transaction was begun (%t) or not rolled back: %v", p.Begun, err)
		}
		p.Begin("BEGIN;")
		err = errors.Join(
			p.Add(ctx, `INSERT INTO texts VALUES (1, $1)`, []string{"first"}), p.Add(ctx, `UPDATE texts SET text = text || $1`, []string{" second"}),
			p.Add(ctx, `DELETE FROM texts WHERE text <> 'first second'`, nil))
		if err != nil {
			return err
		}
		if n, err := p.Flush(ctx, `UPDATE texts SET n = 2`); n != 1 || err != nil {
			t.Errorf("%d rows have what the statements made: %v", n, err)
		}
		if err := p.RollBack(ctx); err != nil {
			return err
		}
		p.Begin("BEGIN;")
		if err := p.Add(ctx, `INSERT INTO texts VALUES ($1, 'third')`, []string{"no number"}); err != nil {
			return err
		}
		err = p.Commit(ctx)
		if _, together := errors.AsType[PipelineError](err); !together || !strings.Contains(err.Error(), "no number") {
			t.Errorf("a statement that fails: %v", err)
		}
		if err := p.RollBack(ctx); err != nil {
			return err
		}
		p.Begin("BEGIN;")
		if err := errors.Join(p.Add(ctx, `INSERT INTO texts VALUES ($1, 'third')`, []string{"3"}), p.Commit(ctx)); err != nil {
			return err
		}
		var n, prepared int
		return errors.Join(conn.QueryRowContext(ctx, `SELECT count(*), (SELECT count(*) FROM pg_prepared_statements WHERE name ~ '^[0-9] [A-Z]')
			FROM texts`).Scan(&n, &prepared), wanted(t, "rows", n, 1), wanted(t, "names", prepared, 4))
	})
}

func wanted(t *testing.T, what string, got, want int) error {
	t.Helper()
	if got != want {
		t.Errorf("%d %s, want %d", got, what, want)
	}
	return nil
}

func TestCopySendsManyLinesOverAWrappedConnection(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t, Measured(Preparing(connector(t)), func(string, time.Time) {}))
	texts := make([]*string, 3*copyChunk/100)
	for i := range texts {
		texts[i] = new(strings.Repeat("x", 100))
	}
	onConn(t, db, func(conn *sql.Conn) error {
		if err := copyTexts(ctx, conn, []byte("no number\ttext\n")); err == nil {
			t.Error("a line that does not fit was copied")
		}
		return copyTexts(ctx, conn, copyLines(texts)) // the connection is usable
	})
	if got := len(readTexts(t, db)); got != len(texts) {
		t.Errorf("%d of %d lines", got, len(texts))
	}
}

func TestADiscardedConnectionIsNotUsedAgain(t *testing.T) {
	t.Parallel()
	db := open(t, connector(t))
	var former, next int
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	err = conn.QueryRowContext(t.Context(), `SELECT pg_backend_pid()`).Scan(&former)
	Discard(conn)
	if err := errors.Join(err, db.QueryRowContext(t.Context(), `SELECT pg_backend_pid()`).Scan(&next)); err != nil || next == former {
		t.Errorf("session %d follows %d: %v", next, former, err)
	}
}

func TestMeasuredReportsEachStatementOnce(t *testing.T) {
	t.Parallel()
	var queries []string
	db := open(t, Measured(connector(t), func(query string, began time.Time) {
		if took := time.Since(began); took > time.Minute {
			t.Errorf("%s took %s", query, took)
		}
		queries = append(queries, query)
	}))
	queries = nil
	var n int
	if err := db.QueryRowContext(t.Context(), `SELECT 1`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	execute(t, db, `INSERT INTO texts VALUES ($1, 'a')`, 1)
	stmt, err := db.PrepareContext(t.Context(), `SELECT 2`)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(stmt.QueryRowContext(t.Context()).Scan(&n), stmt.Close()); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(queries, "|"); got != `SELECT 1|INSERT INTO texts VALUES ($1, 'a')|SELECT 2` {
		t.Errorf("measured: %s", got)
	}
}

func TestAConnectionThatIsRefusedAtItsOpeningIsNotUsed(t *testing.T) {
	t.Parallel()
	errRefused := errors.New("refused")
	refusing := true
	db := sql.OpenDB(Opening(connector(t), func(ctx context.Context, c driver.Connector) (driver.Conn, error) {
		conn, err := c.Connect(ctx)
		if err != nil {
			return nil, err
		}
		one, err := Scalar(ctx, conn, `SELECT 1`)
		if err != nil || one != int64(1) {
			t.Errorf("a new connection answers %v: %v", one, err)
		}
		if refusing {
			return nil, errors.Join(errRefused, conn.Close())
		}
		return conn, nil
	}))
	defer db.Close()
	if err := db.PingContext(t.Context()); !errors.Is(err, errRefused) {
		t.Errorf("ping: %v", err)
	}
	refusing = false
	if err := db.PingContext(t.Context()); err != nil {
		t.Errorf("ping: %v", err)
	}
}
