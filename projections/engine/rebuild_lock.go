package engine

import (
	"context"
	"database/sql"
	"fmt"
)

// rebuildLocks is the first half of the advisory locks of rebuilds; the second is a
// hash of the name.
const rebuildLocks = 0x72627564 // "rbud"

// lockAll takes the lock of each model. Refusal: rebuild_under_way.
func (r *Rebuilder) lockAll(ctx context.Context, models []Model) (unlock func(), err error) {
	conn, err := r.db.Conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("connect to the read models: %w", err)
	}
	for _, m := range models {
		var ours bool
		err := conn.QueryRowContext(ctx, `SELECT pg_try_advisory_lock($1, hashtext($2))`, rebuildLocks, m.Name()).Scan(&ours)
		if err != nil {
			release(ctx, conn)
			return nil, fmt.Errorf("lock %s: %w", m.Name(), err)
		}
		if !ours {
			release(ctx, conn)
			return nil, underWay(m.Name())
		}
	}
	return func() { release(ctx, conn) }, nil
}

// lock waits for the lock of a name.
func (r *Rebuilder) lock(ctx context.Context, name string) (unlock func(), err error) {
	conn, err := r.db.Conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("connect to the read models: %w", err)
	}
	if _, err := conn.ExecContext(ctx, `SELECT pg_advisory_lock($1, hashtext($2))`, rebuildLocks, name); err != nil {
		release(ctx, conn)
		return nil, fmt.Errorf("lock %s: %w", name, err)
	}
	return func() { release(ctx, conn) }, nil
}

// release gives all locks of a connection back. A broken one has lost them.
func release(ctx context.Context, conn *sql.Conn) {
	_, _ = conn.ExecContext(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock_all()`)
	_ = conn.Close()
}

// isLocked reports whether somebody holds the lock of a name.
func isLocked(ctx context.Context, db *sql.DB, name string) (held bool, err error) {
	err = db.QueryRowContext(ctx, `SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 2
		AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
		AND classid = $1 AND objid = (hashtext($2)::bigint & 4294967295)::oid)`, rebuildLocks, name).Scan(&held)
	return held, err
}
