package engine

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
)

// Tx is the transaction of one batch, on a connection of its own. It keeps the
// statements prepared from batch to batch, since the same few are executed for
// ever; the text of a query must therefore be one of a bounded number.
type Tx struct {
	conn  *sql.Conn
	stmts map[string]*sql.Stmt
}

func (t *Tx) prepared(ctx context.Context, query string) (*sql.Stmt, error) {
	if stmt, ok := t.stmts[query]; ok {
		return stmt, nil
	}
	stmt, err := t.conn.PrepareContext(ctx, query)
	if err != nil {
		return nil, fmt.Errorf("prepare: %w", err)
	}
	t.stmts[query] = stmt
	return stmt, nil
}

// Exec executes a statement and gives the number of rows it touched.
func (t *Tx) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	stmt, err := t.prepared(ctx, query)
	if err != nil {
		return 0, err
	}
	res, err := stmt.ExecContext(ctx, args...)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// session is a connection on which transactions are run one after the other. A
// session that saw an error of its connection is closed and opened anew.
type session struct {
	db *sql.DB
	tx *Tx
}

func (s *session) open(ctx context.Context) error {
	if s.tx != nil {
		return nil
	}
	conn, err := s.db.Conn(ctx)
	if err != nil {
		return fmt.Errorf("connect to the read models: %w", err)
	}
	// A read model can always be had again from the log, so its commit need not
	// wait for the disk: rows and checkpoint are lost together or not at all.
	if _, err := conn.ExecContext(ctx, `SET synchronous_commit = off`); err != nil {
		return errors.Join(fmt.Errorf("set up the connection: %w", err), conn.Close())
	}
	if _, err := conn.ExecContext(ctx, `SET idle_in_transaction_session_timeout = '2s'`); err != nil {
		return errors.Join(fmt.Errorf("set up the connection: %w", err), conn.Close())
	}
	s.tx = &Tx{conn: conn, stmts: make(map[string]*sql.Stmt)}
	return nil
}

// do runs f in a transaction, all or nothing.
func (s *session) do(ctx context.Context, f func(*Tx) error) error {
	if err := s.open(ctx); err != nil {
		return err
	}
	if _, err := s.tx.conn.ExecContext(ctx, `BEGIN`); err != nil {
		s.close()
		return fmt.Errorf("begin: %w", err)
	}
	if err := f(s.tx); err != nil {
		if _, rollback := s.tx.conn.ExecContext(ctx, `ROLLBACK`); rollback != nil {
			s.close()
		}
		return err
	}
	if _, err := s.tx.conn.ExecContext(ctx, `COMMIT`); err != nil {
		s.close()
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// close gives the connection up for good: the pool must not hand out one with our
// settings or an open transaction.
func (s *session) close() {
	if s.tx == nil {
		return
	}
	// The error says that a connection which is thrown away was broken.
	_ = s.tx.conn.Raw(func(any) error { return driver.ErrBadConn })
	_ = s.tx.conn.Close()
	s.tx = nil
}
