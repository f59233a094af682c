package state

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jmoiron/sqlx"
)

// CheckNotMoving refuses while the log is being moved. Error: ErrMoving.
func CheckNotMoving(ctx context.Context, db *sqlx.DB) error {
	var free bool
	// Given back at the end of the statement's own transaction.
	if err := db.QueryRowContext(ctx, `SELECT pg_try_advisory_xact_lock_shared($1)`, movingKey).Scan(&free); err != nil {
		return fmt.Errorf("look for a move of the log: %w", err)
	}
	if !free {
		return ErrMoving
	}
	return nil
}

// Vacated runs work while no gateway runs on this state, and none can be started.
// The work's context ends if that can't be kept up. Error: ErrOccupied.
func Vacated(ctx context.Context, db *sqlx.DB, work func(ctx context.Context) error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return fmt.Errorf("keep gateways away: %w", err)
	}
	defer func() { _ = conn.Close() }()
	var ours bool
	if err := conn.QueryRowContext(ctx, `SELECT pg_try_advisory_lock($1)`, movingKey).Scan(&ours); err != nil {
		return fmt.Errorf("keep gateways away: %w", err)
	}
	if !ours {
		return ErrOccupied
	}
	defer func() {
		_, _ = conn.ExecContext(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock($1)`, movingKey)
	}()
	inner, stop := context.WithCancel(ctx)
	defer stop()
	done := make(chan error, 1)
	go func() { done <- work(inner) }()
	for {
		select {
		case err := <-done:
			return err
		case <-time.After(time.Second):
		}
		if _, lost := conn.ExecContext(context.WithoutCancel(ctx), `SELECT 1`); lost != nil {
			stop()
			return errors.Join(fmt.Errorf("gateways can be kept away no more: %w", lost), <-done)
		}
	}
}
