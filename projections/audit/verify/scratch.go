package verify

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"

	"gateway/migrations"

	"github.com/jmoiron/sqlx"
)

// scratchLock is the first key of the advisory lock that a check holds while it uses its scratch schema;
// the second key is a hash of the schema's name.
const scratchLock = 0x61756474 // "audt"

// scratch is a schema beside the read models in which a check rebuilds them. A separate session holds a lock
// from before the schema is created until after it is dropped. When a check is killed, its lock becomes free
// and SweepScratch drops the schema.
type scratch struct {
	name string
	read *sqlx.DB
	db   *sqlx.DB // unqualified names resolve to the schema
	lock *sql.Conn
}

// createScratch creates an empty schema. The caller must drop it, even after an error.
func createScratch(ctx context.Context, read *sqlx.DB, readURL string) (s *scratch, err error) {
	s = &scratch{read: read}
	if s.name, err = scratchName(); err != nil {
		return s, err
	}
	inSchema, err := migrations.InSchema(readURL, s.name)
	if err != nil {
		return s, err
	}
	if s.db, err = sqlx.Open("postgres", inSchema); err != nil {
		return s, fmt.Errorf("open database: %w", err)
	}
	if s.lock, err = s.db.Conn(ctx); err != nil {
		return s, fmt.Errorf("connect to the read models: %w", err)
	}
	// The session is idle while the log is read and must not be ended for that. PostgreSQL before 14 does not
	// have the setting and never ends idle sessions.
	const stay = `SELECT set_config(name, '0', false) FROM pg_settings WHERE name = 'idle_session_timeout'`
	for _, statement := range []string{
		stay, fmt.Sprintf(`SELECT pg_advisory_lock(%d, hashtext('%s'))`, scratchLock, s.name), `CREATE SCHEMA ` + s.name,
	} {
		if _, err := s.lock.ExecContext(ctx, statement); err != nil {
			return s, fmt.Errorf("create a scratch schema: %w", err)
		}
	}
	return s, nil
}

// drop drops the schema and then frees its lock. It also cleans up after a createScratch that failed.
func (s *scratch) drop(ctx context.Context) (err error) {
	if s.db == nil {
		return nil
	}
	if s.lock != nil {
		_, err = s.read.ExecContext(context.WithoutCancel(ctx), `DROP SCHEMA IF EXISTS `+s.name+` CASCADE`)
		err = errors.Join(err, s.lock.Close())
	}
	return errors.Join(err, s.db.Close()) // ends the session
}

// SweepScratch drops the scratch schemas of checks that were killed, if the database role owns them. It keeps
// those of running checks.
func SweepScratch(ctx context.Context, read *sql.DB) error {
	names, err := scratchSchemas(ctx, read)
	if err != nil {
		return fmt.Errorf("look for the schemas of killed checks: %w", err)
	}
	for _, name := range names {
		if err := dropFree(ctx, read, name); err != nil {
			return fmt.Errorf("drop %s, which a killed check left: %w", name, err)
		}
	}
	return nil
}

func scratchSchemas(ctx context.Context, read *sql.DB) (names []string, err error) {
	rows, err := read.QueryContext(ctx,
		`SELECT nspname FROM pg_namespace WHERE nspname ~ '^audit_[0-9a-f]{12}$' AND pg_has_role(nspowner, 'USAGE')`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return names, rows.Err()
}

// dropFree drops a schema whose lock is free. It holds the lock meanwhile.
func dropFree(ctx context.Context, read *sql.DB, name string) error {
	tx, err := read.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // does nothing after the commit
	var free bool
	err = tx.QueryRowContext(ctx, `SELECT pg_try_advisory_xact_lock($1, hashtext($2))`, scratchLock, name).Scan(&free)
	if err != nil || !free {
		return err
	}
	if _, err := tx.ExecContext(ctx, `DROP SCHEMA IF EXISTS `+name+` CASCADE`); err != nil {
		return err
	}
	return tx.Commit()
}

func scratchName() (string, error) {
	var bits [6]byte
	if _, err := rand.Read(bits[:]); err != nil {
		return "", err
	}
	return "audit_" + hex.EncodeToString(bits[:]), nil
}
