package engine

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"time"
)

// Tx is a transaction on a connection that a Session keeps. It prepares each
// statement once per connection; the texts of the queries must therefore be of a
// bounded number.
type Tx struct {
	conn     *sql.Conn
	stmts    map[string]*sql.Stmt
	loading  bool
	pipeline pipeline
}

// Loading reports whether the transaction writes many rows: of a rebuild, or of an engine that is
// far behind the log. New rows are then best written by Copy.
func (t *Tx) Loading() bool { return t.loading }

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

// Exec executes a statement and returns the number of rows that it affected.
func (t *Tx) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	if err := t.flushBefore(ctx); err != nil {
		return 0, err
	}
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

// Query runs a query of the model's own tables. The caller closes the rows before the next
// statement.
func (t *Tx) Query(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if err := t.flushBefore(ctx); err != nil {
		return nil, err
	}
	stmt, err := t.prepared(ctx, query)
	if err != nil {
		return nil, err
	}
	return stmt.QueryContext(ctx, args...)
}

// Session runs transactions one after the other on a connection of its own. After an
// error of the connection it opens a new one. One goroutine uses a session. Close it.
type Session struct {
	db *sql.DB
	tx *Tx
	// idle is how long PostgreSQL lets a transaction wait for its next statement.
	idle    time.Duration
	loading bool
	// large says that the next transaction applies a large batch. It writes as one that loads does:
	// the engine applies such batches only while it is far behind the log.
	large bool
	// oneByOne has each statement sent by itself, as those of a session that loads tables are, whose
	// batches are large.
	oneByOne bool
}

const (
	// servingIdle frees the locks of a process that is frozen within a transaction: another one
	// wants to write the same tables.
	servingIdle = 2 * time.Second
	// loadingIdle is longer than the folding of a batch takes on a machine that is overloaded.
	loadingIdle = time.Minute
)

// NewSession makes a session on the read models' database. It connects with the first
// transaction.
func NewSession(db *sql.DB) *Session { return &Session{db: db, idle: servingIdle} }

// NewLoadingSession makes a session for tables that no other process writes, as those that a
// rebuild fills. Its transactions may take longer.
func NewLoadingSession(db *sql.DB) *Session {
	return &Session{db: db, idle: loadingIdle, loading: true}
}

func (s *Session) connect(ctx context.Context) error {
	if s.tx != nil {
		return nil
	}
	conn, err := s.db.Conn(ctx)
	if err != nil {
		return fmt.Errorf("connect to the read models: %w", err)
	}
	// A crash may lose the last commits, but rows and checkpoint together, and the
	// engine applies the events again. So a commit need not wait for the disk.
	if _, err := conn.ExecContext(ctx, `SET synchronous_commit = off`); err != nil {
		return errors.Join(fmt.Errorf("set up the connection: %w", err), conn.Close())
	}
	// Arguments of a pipeline are quoted so.
	if _, err := conn.ExecContext(ctx, `SET standard_conforming_strings = on`); err != nil {
		return errors.Join(fmt.Errorf("set up the connection: %w", err), conn.Close())
	}
	if _, err := conn.ExecContext(ctx, fmt.Sprintf(`SET idle_in_transaction_session_timeout = %d`, s.idle.Milliseconds())); err != nil {
		return errors.Join(fmt.Errorf("set up the connection: %w", err), conn.Close())
	}
	s.tx = &Tx{conn: conn, stmts: make(map[string]*sql.Stmt), pipeline: pipeline{names: make(map[string]string)}}
	return nil
}

// Transact runs f in a transaction: it commits when f returns nil, else it rolls back
// and returns f's error.
func (s *Session) Transact(ctx context.Context, f func(*Tx) error) error {
	if err := s.connect(ctx); err != nil {
		return err
	}
	s.tx.loading = s.loading || s.large
	s.tx.begin(s.tx.loading || s.oneByOne)
	if err := f(s.tx); err != nil {
		if rollback := s.tx.rollBack(ctx); rollback != nil {
			s.Close()
		}
		return err
	}
	if err := s.tx.commit(ctx); err != nil {
		s.Close()
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// Close closes the connection. It does not return it to the pool, which must not hand
// out a connection with the session's settings or an open transaction.
func (s *Session) Close() {
	if s.tx == nil {
		return
	}
	// The error only says that the discarded connection was broken.
	_ = s.tx.conn.Raw(func(any) error { return driver.ErrBadConn })
	_ = s.tx.conn.Close()
	s.tx = nil
}
