package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Ranges seals and archives the ranges of a log. It runs beside running gateways, on a connection of the
// owner of the log's tables. Only one process may use it at a time.
type Ranges struct {
	store *Store
	db    *sql.DB
	keep  Keep
}

// NewRanges returns the ranges of the store. owner is a connection of the owner of the log's tables; the
// caller remains responsible for closing it. When a range is archived, the streams in keep also stay in the
// database.
func NewRanges(s *Store, owner *sql.DB, keep Keep) *Ranges {
	return &Ranges{store: s, db: owner, keep: keep}
}

// Range is a range of the log.
type Range struct {
	Number int64 `json:"number"`
	// First and Last are positions.
	First int64 `json:"first"`
	Last  int64 `json:"last"`
	// Events, Root and SealedAt are set when the range is sealed: the number of its events,
	// and the root of the Merkle tree over them.
	Events   int64      `json:"events,omitempty"`
	Root     []byte     `json:"root,omitempty"`
	SealedAt *time.Time `json:"sealed_at,omitempty"`
	// File, Digest and ArchivedAt are set when the range is archived: its file, and the
	// SHA-256 of the file's index.
	File       string     `json:"file,omitempty"`
	Digest     []byte     `json:"digest,omitempty"`
	ArchivedAt *time.Time `json:"archived_at,omitempty"`
}

// State returns open, sealed or archived.
func (r Range) State() string {
	switch {
	case r.ArchivedAt != nil:
		return "archived"
	case r.SealedAt != nil:
		return "sealed"
	}
	return "open"
}

// partition returns the name of the range's table, which exists until the range is archived.
func (r Range) partition() string { return fmt.Sprintf("events_%d", r.Number) }

// ErrNotOwner says that a role may not change the ranges of the log.
var ErrNotOwner = errors.New("is not the owner of the log's tables")

// ErrRange says that a range has events that the log can't have. Nothing was sealed.
var ErrRange = errors.New("the range is not sound")

// List returns all ranges in order.
func (r *Ranges) List(ctx context.Context) (all []Range, err error) {
	rows, err := r.db.QueryContext(ctx, `SELECT number, first, last, coalesce(events, 0), root, sealed_at,
		coalesce(file, ''), digest, archived_at FROM ranges ORDER BY number`)
	if err != nil {
		return nil, fmt.Errorf("list the ranges: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var g Range
		if err := rows.Scan(&g.Number, &g.First, &g.Last, &g.Events, &g.Root, &g.SealedAt, &g.File, &g.Digest, &g.ArchivedAt); err != nil {
			return nil, fmt.Errorf("list the ranges: %w", err)
		}
		all = append(all, g)
	}
	return all, rows.Err()
}

// SetSize sets the number of positions of ranges made from now on (SetRangeSize). Error: ErrNotOwner.
func (r *Ranges) SetSize(ctx context.Context, size int64) error {
	if err := r.requireOwner(ctx); err != nil {
		return err
	}
	return SetRangeSize(ctx, r.db, size)
}

// requireOwner refuses any role other than the owner of the log's tables, even if there is nothing to do: a
// nightly job with a wrong login should fail on its first run, not only when the first range is full.
func (r *Ranges) requireOwner(ctx context.Context) error {
	var role, owner string
	var owns bool
	err := r.db.QueryRowContext(ctx, `SELECT current_user, pg_get_userbyid(relowner), pg_has_role(relowner, 'USAGE')
		FROM pg_class WHERE oid = 'events'::regclass`).Scan(&role, &owner, &owns)
	if err != nil {
		return fmt.Errorf("look for the owner of the log: %w", err)
	}
	if !owns {
		return fmt.Errorf("the role %s %w, which is %s", role, ErrNotOwner, owner)
	}
	return nil
}
