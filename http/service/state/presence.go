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

const (
	// presenceClass is the first half of the advisory lock of a live process; the second
	// half is the hash of its id.
	presenceClass = 0x67617465 // "gate"
	// movingKey is the advisory lock that all live processes share and that a move of the log holds
	// exclusively.
	movingKey = 0x6d6f7665 // "move"
)

var (
	// ErrMoving says that the log is being moved, so no gateway may run.
	ErrMoving = errors.New("the log is being moved: wait for gateway events copy to end")
	// ErrOccupied says that a gateway is running, so the log cannot be moved.
	ErrOccupied = errors.New("a gateway is at work on this installation: stop it first")
)

// Presence tells other processes that this one is alive. It holds an advisory lock on a separate session, and
// PostgreSQL releases the lock as soon as the process is gone.
type Presence struct {
	// ID identifies the process. Each start has a new one.
	ID    string
	db    *sqlx.DB
	alive func(id string) bool // nil means that the database tells
}

// NewPresence generates an ID. The process counts as alive while Run runs.
func NewPresence(db *sqlx.DB) *Presence { return &Presence{ID: uuid.NewString(), db: db} }

// PresenceIn makes the presence of a process in a simulation, in which alive tells which processes are alive.
// It has no Run.
func PresenceIn(id string, alive func(id string) bool) *Presence {
	return &Presence{ID: id, alive: alive}
}

// Run holds the locks until ctx ends. When a session breaks, it uses a new one. Error: ErrMoving.
func (p *Presence) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		if err := p.holdUntilBroken(ctx); errors.Is(err, ErrMoving) { // after any other error, try the next session
			return err
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
		}
	}
	return nil
}

func (p *Presence) holdUntilBroken(ctx context.Context) error {
	conn, err := p.db.Conn(ctx)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer func() { _ = conn.Close() }()
	defer func() { _, _ = conn.ExecContext(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock_all()`) }()
	var free bool
	if err := conn.QueryRowContext(ctx, `SELECT pg_try_advisory_lock_shared($1)`, movingKey).Scan(&free); err != nil {
		return fmt.Errorf("look for a move of the log: %w", err)
	}
	if !free {
		return ErrMoving
	}
	// This order ensures that a process that counts as alive has kept the log from being moved.
	if _, err := conn.ExecContext(ctx, `SELECT pg_advisory_lock($1, hashtext($2))`, presenceClass, p.ID); err != nil {
		return fmt.Errorf("take the lock of a live process: %w", err)
	}
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(time.Second):
		}
		if _, err := conn.ExecContext(ctx, `SELECT 1`); err != nil {
			return fmt.Errorf("keep the lock of a live process: %w", err)
		}
	}
}

// Alive reports whether the process with this id is alive. This process always is. A look takes the lock of
// the process as a shared one, so that two looks at once don't take each other for it.
func (p *Presence) Alive(ctx context.Context, id string) (bool, error) {
	if id == p.ID {
		return true, nil
	}
	if p.alive != nil {
		return p.alive(id), nil
	}
	var free bool
	err := p.db.QueryRowContext(ctx, `SELECT pg_try_advisory_xact_lock_shared($1, hashtext($2))`, presenceClass, id).Scan(&free)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return false, fmt.Errorf("look for a process: %w", err)
	}
	return !free, nil
}
