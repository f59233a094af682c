// Package state stores data that is not derived from events and must survive the loss
// of the read models: login sessions, the secrets that a sandbox makes for itself, and the locks
// that tell which processes are alive. It is the schema `state` of the event store's
// database (of STATE_URL where the log is EventStoreDB), shared by all instances. Nothing
// about money belongs here.
package state

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/jmoiron/sqlx"
)

// DB is the schema. It is safe for concurrent use.
type DB struct{ db *sqlx.DB }

// New makes a DB of the database that has the schema.
func New(db *sqlx.DB) *DB { return &DB{db: db} }

// Secret gives the secret of this name: 256 random bits as hex, drawn at the first call.
// All instances get the same one.
func (s *DB) Secret(ctx context.Context, name string) (string, error) {
	var bits [32]byte
	_, _ = rand.Read(bits[:])
	_, err := s.db.ExecContext(ctx,
		`INSERT INTO state.secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`, name, hex.EncodeToString(bits[:]))
	if err != nil {
		return "", fmt.Errorf("store secret %s: %w", name, err)
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
