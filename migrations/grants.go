package migrations

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"strings"

	"github.com/lib/pq"
)

//go:embed grants/*.sql
var grants embed.FS

// ErrNoRole says that a role that should get rights does not exist.
var ErrNoRole = errors.New("there is no such role")

// Kind names a schema in the files of grants.
type Kind string

// The kinds of schemas.
const (
	KindEventStore Kind = "eventstore"
	KindState      Kind = "state"
	KindReadModel  Kind = "readmodel"
)

// GrantServe gives a role the rights that `gateway serve` needs on a migrated schema. The connection must be
// the owner's. It may be repeated. Error: ErrNoRole.
func GrantServe(ctx context.Context, db *sql.DB, kind Kind, role string) error {
	return grant(ctx, db, string(kind)+"_serve", role, role)
}

// GrantAudit gives a role the rights that `gateway audit` needs on a migrated schema. creator is the role
// that makes the read models; "" stands for the connection's role. The connection must be the owner's. It may
// be repeated. Error: ErrNoRole.
func GrantAudit(ctx context.Context, db *sql.DB, kind Kind, role, creator string) error {
	return grant(ctx, db, string(kind)+"_audit", role, creator)
}

// grant executes a file of grants in one transaction.
func grant(ctx context.Context, db *sql.DB, name, role, creator string) error {
	text, err := grants.ReadFile("grants/" + name + ".sql")
	if err != nil {
		return fmt.Errorf("read the grants %s: %w", name, err)
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("connect for the grants %s: %w", name, err)
	}
	defer func() { _ = tx.Rollback() }() // does nothing after the commit
	var database, owner string
	var exists bool
	err = tx.QueryRowContext(ctx, `SELECT current_database(), current_user, EXISTS (SELECT FROM pg_roles WHERE rolname = $1)`, role).
		Scan(&database, &owner, &exists)
	if err != nil {
		return fmt.Errorf("look for the role %s: %w", role, err)
	}
	if !exists {
		return fmt.Errorf("%s: %w: CREATE ROLE %s LOGIN PASSWORD '...'", role, ErrNoRole, pq.QuoteIdentifier(role))
	}
	if creator == "" {
		creator = owner
	}
	// The variables are those of psql, so that an administrator may run the file by hand.
	statements := strings.NewReplacer(
		`:"role"`, pq.QuoteIdentifier(role), `:'role'`, pq.QuoteLiteral(role), `:"database"`, pq.QuoteIdentifier(database),
		`:"creator"`, pq.QuoteIdentifier(creator),
	).Replace(string(text))
	if _, err := tx.ExecContext(ctx, statements); err != nil {
		return fmt.Errorf("grant %s to %s: %w", name, role, err)
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("grant %s to %s: %w", name, role, err)
	}
	return nil
}
