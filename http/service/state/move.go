package state

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jmoiron/sqlx"
)

// CheckNotMoving refuses to start while the log is being moved. Error: ErrMoving.
func CheckNotMoving(ctx context.Context, db *sqlx.DB) error {
	var free bool
	// The lock is released with the transaction, which is only this statement.
	if err := db.QueryRowContext(ctx, `SELECT pg_try_advisory_xact_lock_shared($1)`, movingKey).Scan(&free); err != nil {
		return fmt.Errorf("look for a move of the log: %w", err)
	}
	if !free {
		return ErrMoving
	}
	return nil
}

// WhileNoGatewayRuns runs work while it holds a lock that keeps every gateway of this state from starting. If
// the lock's session breaks, the context of work ends. It returns ErrOccupied when a gateway is already
// running.
func WhileNoGatewayRuns(ctx context.Context, db *sqlx.DB, work func(ctx context.Context) error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return fmt.Errorf("lock out gateways: %w", err)
	}
	defer func() { _ = conn.Close() }()
	var locked bool
	if err := conn.QueryRowContext(ctx, `SELECT pg_try_advisory_lock($1)`, movingKey).Scan(&locked); err != nil {
		return fmt.Errorf("lock out gateways: %w", err)
	}
	if !locked {
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
		if _, broken := conn.ExecContext(context.WithoutCancel(ctx), `SELECT 1`); broken != nil {
			stop()
			return errors.Join(fmt.Errorf("the lock that keeps gateways from starting is lost: %w", broken), <-done)
		}
	}
}
