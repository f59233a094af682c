package leader

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
)

// lockKey is the advisory lock of the lead.
const lockKey = 0x6c656164 // "lead"

// errTaken says that the heartbeat is another session's by now.
var errTaken = errors.New("another instance has the lead")

// session is the one that holds the lock.
type session struct{ conn *sql.Conn }

// take gives a session that has the lead, or nil when another one has it.
func take(ctx context.Context, db *sql.DB) (*session, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	// One statement: who froze between the lock and the first heartbeat could not
	// be told from a leader that has just begun.
	result, err := conn.ExecContext(ctx, `
		WITH lock AS MATERIALIZED (SELECT pg_try_advisory_lock($1) AS ours)
		INSERT INTO state.lead (backend, beat_at) SELECT pg_backend_pid(), clock_timestamp() FROM lock WHERE ours
		ON CONFLICT (only_row) DO UPDATE SET backend = excluded.backend, beat_at = excluded.beat_at`, lockKey)
	if err == nil {
		if n, _ := result.RowsAffected(); n == 1 { // lib/pq always knows
			return &session{conn}, nil
		}
		return nil, conn.Close()
	}
	(&session{conn}).close() // it may have the lock
	return nil, fmt.Errorf("take the lead: %w", err)
}

// beat renews the heartbeat. After any error the lead is lost.
func (s *session) beat(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	result, err := s.conn.ExecContext(ctx,
		`UPDATE state.lead SET beat_at = clock_timestamp() WHERE backend = pg_backend_pid()`)
	if err != nil {
		return fmt.Errorf("renew the heartbeat: %w", err)
	}
	if n, _ := result.RowsAffected(); n != 1 {
		return errTaken
	}
	return nil
}

// close ends the session and with it the lock: the pool must not get it back.
func (s *session) close() {
	// The errors are those of a connection that is thrown away.
	_ = s.conn.Raw(func(any) error { return driver.ErrBadConn })
	_ = s.conn.Close()
}

// evictSilent ends the session that has the lock, if its heartbeat is old. A row
// that some earlier leader left behind does not match the lock, and harms nobody.
func evictSilent(ctx context.Context, db *sql.DB) (evicted bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	err = db.QueryRowContext(ctx, `
		SELECT coalesce(bool_or(pg_terminate_backend(held.pid)), false)
		  FROM pg_locks held JOIN state.lead ON lead.backend = held.pid
		 WHERE held.locktype = 'advisory' AND held.classid = 0 AND held.objid = $1 AND held.objsubid = 1 AND held.granted
		   AND held.database = (SELECT oid FROM pg_database WHERE datname = current_database())
		   AND lead.beat_at < clock_timestamp() - make_interval(secs => $2)`, lockKey, silence.Seconds()).Scan(&evicted)
	if err != nil {
		return false, fmt.Errorf("look at the leader: %w", err)
	}
	return evicted, nil
}
