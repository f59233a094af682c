// Package state stores data that is not derived from events and must survive the loss of the read models:
// login sessions, generated secrets of a sandbox, and the locks that tell which processes are alive. It uses
// the schema `state` in the event store's database (or at STATE_URL when the log is in EventStoreDB), which
// all instances share. Nothing about money belongs here.
package state

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/jmoiron/sqlx"
)

// DB accesses the schema. It is safe for concurrent use.
type DB struct{ db *sqlx.DB }

// New makes a DB on the database that has the schema.
func New(db *sqlx.DB) *DB { return &DB{db: db} }

// Secret returns the secret with this name: 256 random bits as hex, generated at the first call. All
// instances get the same one.
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
