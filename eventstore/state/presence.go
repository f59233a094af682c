package state

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jmoiron/sqlx"
)

// presenceClass is the first half of the advisory lock of a process that lives.
const presenceClass = 0x67617465 // "gate"

// Presence is the life sign of one process: an advisory lock on a session of its
// own, which PostgreSQL gives up at the very moment the process is gone.
type Presence struct {
	// ID names the process, anew at each start.
	ID string
	db *sqlx.DB
}

// NewPresence makes a process known; Run keeps it so.
func NewPresence(db *sqlx.DB) *Presence { return &Presence{ID: uuid.NewString(), db: db} }

// Run holds the life sign until ctx ends, on a new session when the old one breaks.
func (p *Presence) Run(ctx context.Context) {
	for ctx.Err() == nil {
		_ = p.hold(ctx) // broken or refused alike: the next one is tried
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
		}
	}
}

func (p *Presence) hold(ctx context.Context) error {
	conn, err := p.db.Conn(ctx)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer func() { _ = conn.Close() }()
	if _, err := conn.ExecContext(ctx, `SELECT pg_advisory_lock($1, hashtext($2))`, presenceClass, p.ID); err != nil {
		return fmt.Errorf("take the life sign: %w", err)
	}
	defer func() {
		_, _ = conn.ExecContext(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock($1, hashtext($2))`, presenceClass, p.ID)
	}()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(time.Second):
		}
		if _, err := conn.ExecContext(ctx, `SELECT 1`); err != nil {
			return fmt.Errorf("keep the life sign: %w", err)
		}
	}
}

// Alive reports whether the process of this id lives. The own one does.
func (p *Presence) Alive(ctx context.Context, id string) (bool, error) {
	if id == p.ID {
		return true, nil
	}
	var free bool
	err := p.db.QueryRowContext(ctx, `SELECT pg_try_advisory_xact_lock($1, hashtext($2))`, presenceClass, id).Scan(&free)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return false, fmt.Errorf("look for a process: %w", err)
	}
	return !free, nil
}
