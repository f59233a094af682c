package state

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Installation identifies the log that this installation works on, as accepted by an operator or at the first
// start.
type Installation struct {
	StoreID    string `db:"store_id"`
	Generation int64  `db:"generation"`
	// System, Timeline and Database identify the server and the database of a log in PostgreSQL
	// (postgres.Identity). "" and 0 mean unknown.
	System   string `db:"system"`
	Timeline int64  `db:"timeline"`
	Database string `db:"database"`
}

// Installation returns the accepted log. ok is false before the first start.
func (s *DB) Installation(ctx context.Context) (i Installation, ok bool, err error) {
	err = s.db.GetContext(ctx, &i, `SELECT store_id, generation, system, timeline, database FROM state.installation`)
	if errors.Is(err, sql.ErrNoRows) {
		return i, false, nil
	}
	if err != nil {
		return i, false, fmt.Errorf("read which log was accepted: %w", err)
	}
	return i, true, nil
}

// SetInstallation records the log as accepted.
func (s *DB) SetInstallation(ctx context.Context, i Installation) error {
	_, err := s.db.NamedExecContext(ctx, `INSERT INTO state.installation (store_id, generation, system, timeline, database)
		VALUES (:store_id, :generation, :system, :timeline, :database)
		ON CONFLICT (only_row) DO UPDATE SET store_id = excluded.store_id, generation = excluded.generation,
			system = excluded.system, timeline = excluded.timeline, database = excluded.database, accepted_at = now()`, i)
	if err != nil {
		return fmt.Errorf("record which log was accepted: %w", err)
	}
	return nil
}

// EndSessions ends all logins of clients and administrators.
func (s *DB) EndSessions(ctx context.Context) error {
	if _, err := s.db.ExecContext(ctx, `DELETE FROM state.sessions`); err != nil {
		return fmt.Errorf("end all sessions: %w", err)
	}
	return nil
}
