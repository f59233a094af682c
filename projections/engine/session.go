package engine

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"gateway/eventstore/wire"
)

// Session runs transactions one after the other on its own connection, and opens a new connection after a
// connection error. It must be used by one goroutine. Close it after use.
type Session struct {
	db *sql.DB
	tx *Tx
	// idle is how long PostgreSQL lets a transaction wait between statements.
	idle    time.Duration
	loading bool
	// large says that the transaction applies a batch of at least largeBatch events. It then writes like a
	// loading transaction.
	large bool
	// oneByOne sends each statement separately, as a loading transaction does.
	oneByOne bool
}

const (
	// servingIdle frees the locks of a process that froze within a transaction, because another process needs
	// to write the same tables.
	servingIdle = 2 * time.Second
	// largeIdle is longer than it takes to fold a large batch while another one is folded.
	largeIdle = 15 * time.Second
	// loadingIdle is longer than it takes to fold a batch on an overloaded machine.
	loadingIdle = time.Minute
)

// NewSession makes a session on the read models' database. It connects at its first transaction.
func NewSession(db *sql.DB) *Session { return &Session{db: db, idle: servingIdle} }

// NewLoadingSession makes a session for tables that no other process writes, such as those that a rebuild
// fills. Its transactions may take longer.
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
	// A crash may lose the last commits, but rows and checkpoints together, so the engine applies the events
	// again. Commits therefore need not wait for the disk.
	if _, err := conn.ExecContext(ctx, fmt.Sprintf(`SET synchronous_commit = off; SET idle_in_transaction_session_timeout = %d`,
		s.idle.Milliseconds())); err != nil {
		return errors.Join(fmt.Errorf("set up the connection: %w", err), conn.Close())
	}
	p, err := wire.OpenPipeline(ctx, conn)
	if err != nil {
		return errors.Join(fmt.Errorf("set up the connection: %w", err), conn.Close())
	}
	s.tx = &Tx{conn: conn, stmts: make(map[string]*sql.Stmt), pipeline: p}
	return nil
}

// Transact runs f in a transaction. It commits when f returns nil; otherwise it rolls back and returns f's
// error.
func (s *Session) Transact(ctx context.Context, f func(*Tx) error) error {
	if err := s.connect(ctx); err != nil {
		return err
	}
	begin := "BEGIN;"
	if s.large && !s.loading {
		begin += fmt.Sprintf("SET LOCAL idle_in_transaction_session_timeout = %d;", largeIdle.Milliseconds())
	}
	s.tx.loading = s.loading || s.large
	s.tx.direct, s.tx.ofModel = s.tx.loading || s.oneByOne, false
	s.tx.pipeline.Begin(begin)
	if err := f(s.tx); err != nil {
		if rollback := s.tx.pipeline.RollBack(ctx); rollback != nil {
			s.Close()
		}
		return err
	}
	if err := s.tx.pipeline.Commit(ctx); err != nil {
		s.Close()
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// Close closes the connection instead of returning it to the pool, because the pool must not hand out a
// connection with the session's settings or an open transaction.
func (s *Session) Close() {
	if s.tx == nil {
		return
	}
	wire.Discard(s.tx.conn)
	s.tx = nil
}
