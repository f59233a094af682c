package leader

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"gateway/eventstore/wire"
)

// lockKey is the advisory lock of the leader.
const lockKey = 0x6c656164 // "lead"

// labelPrefix starts the application_name of the session that holds the lock.
const labelPrefix = "gateway "

// LeadersLabel returns the Label of the instance whose session holds the lock. led is false when no session
// holds it. label is "" when the leader's program version has no labels.
func LeadersLabel(ctx context.Context, db *sql.DB) (label string, led bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	// The lock must be read before the sessions, because a session sets its label before it takes the lock. A
	// query that reads the sessions first may see the session of a new leader from before it had its label.
	err = db.QueryRowContext(ctx, `
		WITH held AS MATERIALIZED (
			SELECT pid FROM pg_locks
			 WHERE locktype = 'advisory' AND classid = 0 AND objid = $1 AND objsubid = 1 AND granted
			   AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))
		SELECT s.application_name FROM held CROSS JOIN LATERAL pg_stat_get_activity(held.pid) s`, lockKey).Scan(&label)
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
	s := &session{conn}
	// The label is set first, because a session that holds the lock without a label looks like a leader of
	// another version.
	_, err = conn.ExecContext(ctx, `SELECT set_config('application_name', $1, false)`, labelPrefix+label)
	if err == nil {
		var ours bool
		switch ours, err = s.lock(ctx); {
		case ours:
			return s, nil
		case err == nil:
			if _, err = conn.ExecContext(ctx, `RESET application_name`); err == nil {
				return nil, conn.Close()
			}
		}
	}
	s.close() // it may hold the lock
	return nil, fmt.Errorf("take the leader's lock: %w", err)
}

// lock takes the lock, if it is free, and writes the first heartbeat in the same statement. A leader that
// froze between the two would look like one that has just started.
func (s *session) lock(ctx context.Context) (ours bool, err error) {
	result, err := s.conn.ExecContext(ctx, `
		WITH lock AS MATERIALIZED (SELECT pg_try_advisory_lock($1) AS ours)
		INSERT INTO state.lead (backend, beat_at) SELECT pg_backend_pid(), clock_timestamp() FROM lock WHERE ours
		ON CONFLICT (only_row) DO UPDATE SET backend = excluded.backend, beat_at = excluded.beat_at`, lockKey)
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n == 1, err
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

// close ends the session and with it the lock. It does not return the connection to the pool, where the
// session would keep the lock.
func (s *session) close() { wire.Discard(s.conn) }

// endSilentSession ends the session that holds the lock if its heartbeat is too old, and reports whether it
// did. A heartbeat left by an earlier leader names a different session and has no effect.
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
