package state

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"gateway/domain"
	"gateway/domain/text"
)

// The kinds of sessions.
const (
	PersonSession = "person"
	AdminSession  = "admin"
)

// maxUserAgent is how many characters of a program's name are stored.
const maxUserAgent = 255

// ErrNoSession refuses a token that is unknown, has expired, or was logged out.
var ErrNoSession = domain.Refuse(domain.Unauthorized, "invalid_token", "the token is missing, expired or not valid")

// ErrSessionNotFound refuses to end a session that the person does not have.
var ErrSessionNotFound = domain.Refuse(domain.NotFound, "not_found", "not found")

// Session is an open login session.
type Session struct {
	// ID is shown to the person. It is not secret and gives no access.
	ID int64 `db:"id"`
	// Subject is the id of the person within the kind of session.
	Subject int64 `db:"subject_id"`
	// Generation is the person's generation of sessions at the login. The session has ended if the person's
	// generation now differs.
	Generation int `db:"generation"`
	// Address is the IP address of the login. UserAgent is the name that the caller's program sent.
	Address   string    `db:"address"`
	UserAgent string    `db:"user_agent"`
	CreatedAt time.Time `db:"created_at"`
	ExpiresAt time.Time `db:"expires_at"`
	// ProvenAt is when the person was last authenticated: at the login, or since.
	ProvenAt time.Time `db:"proven_at"`
}

const sessionColumns = `id, subject_id, generation, address, user_agent, created_at, expires_at,
	coalesce(proven_at, created_at) AS proven_at`

// OpenSession stores a new session (it ignores the ID) and returns its token: 256 random bits as hex. Only
// the SHA-256 of the token is stored.
func (s *DB) OpenSession(ctx context.Context, kind string, open Session) (token string, err error) {
	var bits [32]byte
	_, _ = rand.Read(bits[:]) // never fails (crypto/rand)
	token = hex.EncodeToString(bits[:])
	_, err = s.db.ExecContext(ctx,
		`INSERT INTO state.sessions (token_hash, kind, subject_id, generation, address, user_agent, created_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		hash(token), kind, open.Subject, open.Generation, open.Address, storable(open.UserAgent), open.CreatedAt, open.ExpiresAt)
	if err != nil {
		return "", fmt.Errorf("create session: %w", err)
	}
	return token, nil
}

// storable returns a header's text in the form that is stored and shown. The text is cleaned, because a login
// is not refused for the name that a program sends.
func storable(header string) string { return text.Cleaned(header, maxUserAgent) }

// storableText returns a text of any length in a form that PostgreSQL can store.
func storableText(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "?"), "\x00", "?")
}

// FindSession returns the open session of the token. Error: ErrNoSession.
func (s *DB) FindSession(ctx context.Context, kind, token string, now time.Time) (open Session, err error) {
	err = s.db.GetContext(ctx, &open,
		`SELECT `+sessionColumns+` FROM state.sessions WHERE token_hash = $1 AND kind = $2 AND expires_at > $3`,
		hash(token), kind, now)
	if errors.Is(err, sql.ErrNoRows) {
		return open, ErrNoSession
	}
	if err != nil {
		return open, fmt.Errorf("read session: %w", err)
	}
	return open, nil
}

// SessionsOf returns the person's open sessions of this generation, newest first.
func (s *DB) SessionsOf(ctx context.Context, kind string, subject int64, generation int, now time.Time) (open []Session, err error) {
	err = s.db.SelectContext(ctx, &open,
		`SELECT `+sessionColumns+` FROM state.sessions WHERE kind = $1 AND subject_id = $2 AND generation = $3 AND expires_at > $4
		ORDER BY id DESC`, kind, subject, generation, now)
	if err != nil {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	return open, nil
}

// ProveSession records that the person of the token's session was authenticated again.
func (s *DB) ProveSession(ctx context.Context, token string, now time.Time) error {
	_, err := s.db.ExecContext(ctx, `UPDATE state.sessions SET proven_at = $2 WHERE token_hash = $1`, hash(token), now)
	if err != nil {
		return fmt.Errorf("record the proof of a session: %w", err)
	}
	return nil
}

// EndSession ends a session at once, on every instance, and deletes expired sessions.
func (s *DB) EndSession(ctx context.Context, token string, now time.Time) error {
	_, err := s.db.ExecContext(ctx, `DELETE FROM state.sessions WHERE token_hash = $1 OR expires_at <= $2`, hash(token), now)
	return ended(err)
}

// EndSessionOf ends one session of the person at once, on every instance. Refusal:
// ErrSessionNotFound.
func (s *DB) EndSessionOf(ctx context.Context, kind string, subject, id int64) error {
	result, err := s.db.ExecContext(ctx, `DELETE FROM state.sessions WHERE kind = $1 AND subject_id = $2 AND id = $3`, kind, subject, id)
	if err != nil {
		return ended(err)
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, ErrSessionNotFound)
	}
	return nil
}

// EndSessionsOf ends the person's sessions of earlier generations at once, on every instance. The session
// with the token keep, if any, continues in this generation.
func (s *DB) EndSessionsOf(ctx context.Context, kind string, subject int64, generation int, keep string) error {
	_, err := s.db.ExecContext(ctx,
		`WITH kept AS (UPDATE state.sessions SET generation = $3 WHERE kind = $1 AND subject_id = $2 AND generation < $3 AND token_hash = $4)
		DELETE FROM state.sessions WHERE kind = $1 AND subject_id = $2 AND generation < $3 AND token_hash <> $4`,
		kind, subject, generation, hash(keep))
	return ended(err)
}

func ended(err error) error {
	if err != nil {
		return fmt.Errorf("end session: %w", err)
	}
	return nil
}

// SignedIn reports whether the account has signed in from the network since the given time.
func (s *DB) SignedIn(ctx context.Context, account, network string, since time.Time) (found bool, err error) {
	err = s.db.GetContext(ctx, &found,
		`SELECT EXISTS (SELECT FROM state.sign_ins WHERE account_and_network = $1 AND at >= $2)`, hash(account+"\x00"+network), since)
	if err != nil {
		return false, fmt.Errorf("read sign-ins: %w", err)
	}
	return found, nil
}

// RememberSignIn records that the account signed in from the network now, and deletes the sign-ins before the
// given time.
func (s *DB) RememberSignIn(ctx context.Context, account, network string, now, before time.Time) error {
	_, err := s.db.ExecContext(ctx, `
		WITH forgotten AS (DELETE FROM state.sign_ins WHERE at < $3 AND account_and_network <> $1)
		INSERT INTO state.sign_ins (account_and_network, at) VALUES ($1, $2)
		ON CONFLICT (account_and_network) DO UPDATE SET at = EXCLUDED.at`, hash(account+"\x00"+network), now, before)
	if err != nil {
		return fmt.Errorf("remember sign-in: %w", err)
	}
	return nil
}
