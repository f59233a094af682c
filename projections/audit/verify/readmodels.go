package verify

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"gateway/eventstore"
	"gateway/projections/engine"

	"github.com/jmoiron/sqlx"
	"github.com/lib/pq"
)

const modelsCheck = "every read model equals a replay of the log"

// served is the content of the read models at one moment.
type served struct {
	checkpoints map[string]engine.Checkpoint
	hashes      map[string]string // by table; a missing table has no entry
	// posting is the position of the posting reactor. It is nil while the reactor has parked a client or its
	// position is unknown.
	posting *eventstore.Position
}

// readServed reads checkpoints and hashes in one snapshot of the database. It reports missing tables as
// findings.
func readServed(ctx context.Context, in Installation, r *Report) *served {
	s := &served{hashes: make(map[string]string)}
	if err := s.read(ctx, in, r); err != nil {
		r.addUnchecked(modelsCheck, "the read models", err)
		return &served{}
	}
	return s
}

func (s *served) read(ctx context.Context, in Installation, r *Report) error {
	tx, err := in.Read.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // it only reads
	tables, err := existingTables(ctx, in)
	if err != nil {
		return err
	}
	// This must come before the snapshot, which would lack the rows of tables that a rebuild swaps in later.
	if len(tables) > 0 {
		if _, err := tx.ExecContext(ctx, `LOCK TABLE `+strings.Join(tables, ", ")+` IN ACCESS SHARE MODE`); err != nil {
			return err
		}
	}
	if s.checkpoints, err = readCheckpoints(ctx, tx); err != nil {
		return err
	}
	if posting, ok := s.checkpoints["posting"]; ok && posting.Error == "" {
		s.posting = &posting.Position
	}
	for _, m := range in.Models {
		for _, table := range m.Tables() {
			if !slices.Contains(tables, pq.QuoteIdentifier(table)) {
				r.addFinding(modelsCheck, "table "+table, "is missing: gateway projections rebuild %s", m.Name())
				continue
			}
			if s.hashes[table], err = hash(ctx, tx, table); err != nil {
				return err
			}
		}
	}
	return nil
}

// existingTables returns the quoted names of the models' tables that exist.
func existingTables(ctx context.Context, in Installation) (tables []string, err error) {
	for _, m := range in.Models {
		for _, table := range m.Tables() {
			var exists bool
			name := pq.QuoteIdentifier(table)
			if err := in.Read.GetContext(ctx, &exists, `SELECT to_regclass($1) IS NOT NULL`, name); err != nil {
				return nil, err
			}
			if exists {
				tables = append(tables, name)
			}
		}
	}
	return tables, nil
}

func readCheckpoints(ctx context.Context, tx *sql.Tx) (map[string]engine.Checkpoint, error) {
	rows, err := tx.QueryContext(ctx, `SELECT name, commit_position, prepare_position, state, error FROM checkpoints`)
	if err != nil {
		return nil, fmt.Errorf("read checkpoints: %w", err)
	}
	defer rows.Close()
	all := make(map[string]engine.Checkpoint)
	for rows.Next() {
		var c engine.Checkpoint
		if err := rows.Scan(&c.Name, &c.Position.Commit, &c.Position.Prepare, &c.State, &c.Error); err != nil {
			return nil, fmt.Errorf("read checkpoints: %w", err)
		}
		all[c.Name] = c
	}
	return all, rows.Err()
}

type queryer interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// hash hashes all rows of a table, regardless of their order.
func hash(ctx context.Context, q queryer, table string) (string, error) {
	var sum string
	err := q.QueryRowContext(ctx, `SELECT count(*) || ':' || COALESCE(sum(hashtextextended(t::text, 0)), 0) FROM `+
		pq.QuoteIdentifier(table)+` AS t`).Scan(&sum)
	if err != nil {
		return "", fmt.Errorf("hash table %s: %w", table, err)
	}
	return sum, nil
}

// differingRows describes a few rows that differ. It reads the tables that serve now, which may have changed
// since the comparison. After an error it returns the rows found so far.
func differingRows(ctx context.Context, db *sqlx.DB, schema, table string) string {
	text := ""
	for _, side := range []struct{ label, first, second string }{
		{"served", "public", schema}, {"replayed", schema, "public"},
	} {
		var rows []string
		name := pq.QuoteIdentifier(table)
		err := db.SelectContext(ctx, &rows, fmt.Sprintf(
			`SELECT t::text FROM %s.%s t EXCEPT SELECT t::text FROM %s.%s t LIMIT 3`, side.first, name, side.second, name))
		if err != nil {
			return text
		}
		for _, row := range rows {
			text += "; " + side.label + " " + row
		}
	}
	return text
}
