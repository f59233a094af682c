package state

import (
	"bytes"
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"gateway/domain"
)

// Kinds of session.
const (
	ClientSession = "client"
	AdminSession  = "admin"
)

// ErrNoSession refuses a token that is unknown, has expired, or was logged out.
var ErrNoSession = domain.Refuse(domain.Unauthorized, "invalid_token", "the token is missing, expired or not valid")

// Session is an open login session.
type Session struct {
	// Subject is the id of the client or administrator.
	Subject      int64  `db:"subject_id"`
	PasswordHash []byte `db:"password_hash"` // SHA-256 of the hash
}

// OpenedWith reports whether the session was opened with the password of this hash. One
// that was not has ended, because the password was changed since.
func (s Session) OpenedWith(passwordHash string) bool {
	return bytes.Equal(s.PasswordHash, hash(passwordHash))
}

// OpenSession opens a session with the password of this hash and gives its token: 256
// random bits as hex. Only the SHA-256 of the token and of the hash are stored.
func (s *DB) OpenSession(
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

// FindSession gives the open session of the token. Error: ErrNoSession.
func (s *DB) FindSession(ctx context.Context, kind, token string, now time.Time) (open Session, err error) {
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

// EndSession ends a session at once, on every instance, and deletes the expired ones.
func (s *DB) EndSession(ctx context.Context, token string, now time.Time) error {
	_, err := s.db.ExecContext(ctx, `DELETE FROM state.sessions WHERE token_hash = $1 OR expires_at <= $2`, hash(token), now)
	if err != nil {
		return fmt.Errorf("end session: %w", err)
	}
	return nil
}
