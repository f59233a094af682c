// Package lead makes one instance at a time do what only one should: projections
// and reactors. The lead is a session's advisory lock, so it is free again the
// moment its holder is gone. It spares work and contention, no more: expected
// revisions, checkpoints and idempotency keys are what make two leaders harmless.
package lead

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

const (
	// lockKey is the advisory lock of the lead.
	lockKey = 0x6c656164 // "lead"
	// interval between attempts to take the lead, and between looks at whether it
	// is still ours.
	interval = time.Second
)

// Run waits for the lead, runs work while it has it, and begins again when it was
// lost; work's context ends at once then. It returns when ctx ends, or with the
// error of work.
func Run(ctx context.Context, db *sql.DB, work func(ctx context.Context) error) error {
	for ctx.Err() == nil {
		conn, err := take(ctx, db)
		if err == nil && conn != nil {
			err = hold(ctx, conn, work)
			_ = conn.Close() // a broken connection is what may have brought us here
			if err != nil {
				return err
			}
		}
		select {
		case <-time.After(interval):
		case <-ctx.Done():
		}
	}
	return nil
}

// take gives the connection that holds the lead, or nil when another has it.
func take(ctx context.Context, db *sql.DB) (*sql.Conn, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	var ours bool
	err = conn.QueryRowContext(ctx, `SELECT pg_try_advisory_lock($1)`, lockKey).Scan(&ours)
	if err != nil || !ours {
		_ = conn.Close()
		return nil, err
	}
	return conn, nil
}

func hold(ctx context.Context, conn *sql.Conn, work func(ctx context.Context) error) error {
	inner, stop := context.WithCancel(ctx)
	defer stop()
	done := make(chan error, 1)
	go func() { done <- work(inner) }()
	for {
		select {
		case err := <-done:
			release(ctx, conn)
			return err
		case <-time.After(interval):
			if err := alive(ctx, conn); err != nil {
				stop()
				_ = <-done // the loss is what ended it
				return nil // lost, not failed: the lead is sought again
			}
		}
	}
}

func alive(ctx context.Context, conn *sql.Conn) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), interval)
	defer cancel()
	_, err := conn.ExecContext(ctx, `SELECT 1`)
	return err
}

func release(ctx context.Context, conn *sql.Conn) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), interval)
	defer cancel()
	_, _ = conn.ExecContext(ctx, `SELECT pg_advisory_unlock($1)`, lockKey)
}
