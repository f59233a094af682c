package leader

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"
)

// lockKey is the advisory lock of the leader.
const lockKey = 0x6c656164 // "lead"

// labelPrefix begins the application_name of the session that holds the lock.
const labelPrefix = "gateway "

// LeadersLabel returns the Label of the instance whose session holds the lock; led is false where none
// does. A version of the program that has no labels gives "".
func LeadersLabel(ctx context.Context, db *sql.DB) (label string, led bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	err = db.QueryRowContext(ctx, `
		SELECT s.application_name FROM pg_locks held JOIN pg_stat_activity s ON s.pid = held.pid
		 WHERE held.locktype = 'advisory' AND held.classid = 0 AND held.objid = $1 AND held.objsubid = 1 AND held.granted
		   AND held.database = (SELECT oid FROM pg_database WHERE datname = current_database())`, lockKey).Scan(&label)
	if errors.Is(err, sql.ErrNoRows) {
		return "", false, nil
	}
	if err != nil {
		return "", false, fmt.Errorf("read who leads: %w", err)
	}
	label, labelled := strings.CutPrefix(label, labelPrefix)
	if !labelled {
		label = ""
	}
	return label, true, nil
}

// errTaken says that another session has written the heartbeat.
var errTaken = errors.New("another instance is the leader")

// session is the leader's database session, which holds the lock.
type session struct{ conn *sql.Conn }

// tryLock returns a session that holds the lock, or nil when another session holds it.
func tryLock(ctx context.Context, db *sql.DB, label string) (*session, error) {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	// One statement: a leader that froze between the lock and its first heartbeat would
	// look like one that has just begun.
	result, err := conn.ExecContext(ctx, `
		WITH lock AS MATERIALIZED (SELECT pg_try_advisory_lock($1) AS ours)
		INSERT INTO state.lead (backend, beat_at) SELECT pg_backend_pid(), clock_timestamp() FROM lock WHERE ours
		ON CONFLICT (only_row) DO UPDATE SET backend = excluded.backend, beat_at = excluded.beat_at`, lockKey)
	if err == nil {
		if n, _ := result.RowsAffected(); n != 1 { // lib/pq never fails here
			return nil, conn.Close()
		}
		_, err = conn.ExecContext(ctx, `SELECT set_config('application_name', $1, false)`, labelPrefix+label)
	}
	if err == nil {
		return &session{conn}, nil
	}
	(&session{conn}).close() // it may hold the lock
	return nil, fmt.Errorf("take the leader's lock: %w", err)
}

// renewHeartbeat renews the heartbeat. After any error this instance no longer leads.
func (s *session) renewHeartbeat(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
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

// close ends the session and with it the lock. It does not return the connection to
// the pool, which would keep the lock.
func (s *session) close() {
	// The errors only say that the discarded connection was broken.
	_ = s.conn.Raw(func(any) error { return driver.ErrBadConn })
	_ = s.conn.Close()
}

// endSilentSession ends the session that holds the lock when its heartbeat is too old,
// and reports whether it did. A heartbeat that an earlier leader left names another
// session than the lock's, and has no effect.
func endSilentSession(ctx context.Context, db *sql.DB) (evicted bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	err = db.QueryRowContext(ctx, `
		SELECT coalesce(bool_or(pg_terminate_backend(held.pid)), false)
		  FROM pg_locks held JOIN state.lead ON lead.backend = held.pid
		 WHERE held.locktype = 'advisory' AND held.classid = 0 AND held.objid = $1 AND held.objsubid = 1 AND held.granted
		   AND held.database = (SELECT oid FROM pg_database WHERE datname = current_database())
		   AND lead.beat_at < clock_timestamp() - make_interval(secs => $2)`, lockKey, maxHeartbeatAge.Seconds()).Scan(&evicted)
	if err != nil {
		return false, fmt.Errorf("read the leader's heartbeat: %w", err)
	}
	return evicted, nil
}
