// Package state keeps what is not derived from events and must outlive the read
// models: login sessions and the secrets a sandbox makes for itself. It is the
// schema `state` of the event store's database, shared by all instances. Nothing
// about money belongs here.
package state

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"gateway/domain"

	"github.com/jmoiron/sqlx"
)

// Kinds of session.
const (
	ClientSession = "client"
	AdminSession  = "admin"
)

// ErrNoSession says that the token is unknown, has expired, or was logged out.
var ErrNoSession = domain.Refuse(domain.Unauthorized, "invalid_token", "the token is missing, expired or not valid")

// DB is the schema. It is safe for concurrent use.
type DB struct{ db *sqlx.DB }

// New uses the event store's database.
func New(db *sqlx.DB) *DB { return &DB{db: db} }

// Login makes a session and gives its token: 256 random bits, of which only the
// SHA-256 is kept.
func (s *DB) Login(ctx context.Context, kind string, subject int64, now, expires time.Time) (token string, err error) {
	var bits [32]byte
	_, _ = rand.Read(bits[:]) // never fails (crypto/rand)
	token = hex.EncodeToString(bits[:])
	_, err = s.db.ExecContext(ctx,
		`INSERT INTO state.sessions (token_hash, kind, subject_id, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)`,
		hash(token), kind, subject, now, expires)
	if err != nil {
		return "", fmt.Errorf("create session: %w", err)
	}
	return token, nil
}

// Session gives whose token it is. Error: ErrNoSession.
func (s *DB) Session(ctx context.Context, kind, token string, now time.Time) (subject int64, err error) {
	err = s.db.QueryRowContext(ctx,
		`SELECT subject_id FROM state.sessions WHERE token_hash = $1 AND kind = $2 AND expires_at > $3`,
		hash(token), kind, now).Scan(&subject)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, ErrNoSession
	}
	if err != nil {
		return 0, fmt.Errorf("read session: %w", err)
	}
	return subject, nil
}

// Logout ends a session at once, on every instance, and clears away the expired.
func (s *DB) Logout(ctx context.Context, token string, now time.Time) error {
	_, err := s.db.ExecContext(ctx, `DELETE FROM state.sessions WHERE token_hash = $1 OR expires_at <= $2`, hash(token), now)
	if err != nil {
		return fmt.Errorf("end session: %w", err)
	}
	return nil
}

// Secret gives the secret of this name, made at the first call: 256 random bits,
// hex. All instances get the same one.
func (s *DB) Secret(ctx context.Context, name string) (string, error) {
	var bits [32]byte
	_, _ = rand.Read(bits[:])
	_, err := s.db.ExecContext(ctx,
		`INSERT INTO state.secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`, name, hex.EncodeToString(bits[:]))
	if err != nil {
		return "", fmt.Errorf("keep secret %s: %w", name, err)
	}
	var value string
	err = s.db.QueryRowContext(ctx, `SELECT value FROM state.secrets WHERE name = $1`, name).Scan(&value)
	if err != nil {
		return "", fmt.Errorf("read secret %s: %w", name, err)
	}
	return value, nil
}

func hash(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}
