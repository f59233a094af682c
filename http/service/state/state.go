// Package state keeps what is not derived from events and must outlive the read
// models: login sessions and the secrets a sandbox makes for itself. It is the
// schema `state` of the event store's database, shared by all instances. Nothing
// about money belongs here.
package state

import (
	"bytes"
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

// Session is one that is open.
type Session struct {
	// Subject is whose it is.
	Subject      int64  `db:"subject_id"`
	PasswordHash []byte `db:"password_hash"`
}

// OpenedWith reports whether it was opened with the password of this hash: one that
// was not has ended with the change of the password.
func (s Session) OpenedWith(passwordHash string) bool {
	return bytes.Equal(s.PasswordHash, hash(passwordHash))
}

// Login makes a session, opened with the password of this hash, and gives its token:
// 256 random bits, of which only the SHA-256 is kept, as of the hash.
func (s *DB) Login(
	ctx context.Context, kind string, subject int64, passwordHash string, now, expires time.Time,
) (token string, err error) {
	var bits [32]byte
	_, _ = rand.Read(bits[:]) // never fails (crypto/rand)
	token = hex.EncodeToString(bits[:])
	_, err = s.db.ExecContext(ctx,
		`INSERT INTO state.sessions (token_hash, kind, subject_id, password_hash, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6)`,
		hash(token), kind, subject, hash(passwordHash), now, expires)
	if err != nil {
		return "", fmt.Errorf("create session: %w", err)
	}
	return token, nil
}

// Session gives the one of the token. Error: ErrNoSession.
func (s *DB) Session(ctx context.Context, kind, token string, now time.Time) (open Session, err error) {
	err = s.db.GetContext(ctx, &open,
		`SELECT subject_id, password_hash FROM state.sessions WHERE token_hash = $1 AND kind = $2 AND expires_at > $3`,
		hash(token), kind, now)
	if errors.Is(err, sql.ErrNoRows) {
		return open, ErrNoSession
	}
	if err != nil {
		return open, fmt.Errorf("read session: %w", err)
	}
	return open, nil
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

func hash(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}
