package rebuild

import (
	"context"
	"database/sql"
	"fmt"

	"gateway/domain"
	"gateway/projections/engine"
)

// lockClass is the first key of the advisory locks of rebuilds; the second key is a
// hash of the locked name.
const lockClass = 0x72627564 // "rbud"

// lockModels takes the locks of all the models, or none. Refusal: rebuild_under_way.
func (r *Rebuilder) lockModels(ctx context.Context, models []engine.Model) (unlock func(), err error) {
	conn, err := r.db.Conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("connect to the read models: %w", err)
	}
	for _, m := range models {
		var locked bool
		err := conn.QueryRowContext(ctx, `SELECT pg_try_advisory_lock($1, hashtext($2))`, lockClass, m.Name()).Scan(&locked)
		if err != nil {
			unlockAll(ctx, conn)
			return nil, fmt.Errorf("lock %s: %w", m.Name(), err)
		}
		if !locked {
			unlockAll(ctx, conn)
			return nil, errUnderWay(m.Name())
		}
	}
	return func() { unlockAll(ctx, conn) }, nil
}

// waitForLock waits for the lock of a name and takes it.
func (r *Rebuilder) waitForLock(ctx context.Context, name string) (unlock func(), err error) {
	conn, err := r.db.Conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("connect to the read models: %w", err)
	}
	if _, err := conn.ExecContext(ctx, `SELECT pg_advisory_lock($1, hashtext($2))`, lockClass, name); err != nil {
		unlockAll(ctx, conn)
		return nil, fmt.Errorf("lock %s: %w", name, err)
	}
	return func() { unlockAll(ctx, conn) }, nil
}

// unlockAll releases all locks of a connection and returns it to the pool.
func unlockAll(ctx context.Context, conn *sql.Conn) {
	// A broken connection has lost its locks already.
	_, _ = conn.ExecContext(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock_all()`)
	_ = conn.Close()
}

// isLocked reports whether any process holds the lock of a name.
func isLocked(ctx context.Context, db *sql.DB, name string) (held bool, err error) {
	err = db.QueryRowContext(ctx, `SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 2
		AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
		AND classid = $1 AND objid = (hashtext($2)::bigint & 4294967295)::oid)`, lockClass, name).Scan(&held)
	return held, err
}

func errUnderWay(name string) error {
	return domain.Refuse(domain.Conflict, "rebuild_under_way", "%s is being rebuilt already", name)
}
