package engine

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"github.com/lib/pq"
)

// A shadow is filled without the indexes that only queries need: to build them in
// the end is far less work than to keep them up to date. Until then their
// definitions lie beside its tables.

// postpone drops the indexes of a new shadow that Apply does not need.
func postpone(ctx context.Context, tx *sql.Tx, schema string, m Model) error {
	var needed []string
	if indexed, ok := m.(Indexed); ok {
		needed = indexed.Indexes()
	}
	var names, definitions []string
	err := tx.QueryRowContext(ctx, `SELECT COALESCE(array_agg(c.relname), '{}'), COALESCE(array_agg(pg_get_indexdef(c.oid)), '{}')
		FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
		WHERE c.relnamespace = to_regnamespace(quote_ident($1)) AND t.relname = ANY($2) AND NOT i.indisunique`,
		schema, pq.Array(m.Tables())).Scan(pq.Array(&names), pq.Array(&definitions))
	if err != nil {
		return fmt.Errorf("list the indexes of %s: %w", m.Name(), err)
	}
	quoted := pq.QuoteIdentifier(schema)
	if _, err := tx.ExecContext(ctx, `CREATE TABLE `+quoted+`.postponed_indexes (definition text)`); err != nil {
		return err
	}
	for i, name := range names {
		if slices.Contains(needed, name) {
			continue
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO `+quoted+`.postponed_indexes VALUES ($1)`, definitions[i]); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `DROP INDEX `+quoted+`.`+pq.QuoteIdentifier(name)); err != nil {
			return err
		}
	}
	return nil
}

// buildIndexes builds what was postponed, one in a transaction.
func (s *shadow) buildIndexes(ctx context.Context) error {
	for {
		more, err := s.buildIndex(ctx)
		if err != nil || !more {
			return err
		}
	}
}

func (s *shadow) buildIndex(ctx context.Context) (more bool, err error) {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return false, err
	}
	defer func() { _ = tx.Rollback() }()
	var definition sql.NullString
	err = tx.QueryRowContext(ctx, `SELECT min(definition) FROM postponed_indexes`).Scan(&definition)
	if err != nil || !definition.Valid {
		return false, err
	}
	for _, statement := range []string{
		`SET LOCAL maintenance_work_mem = '256MB'`, `SET LOCAL synchronous_commit = off`, definition.String,
		`DELETE FROM postponed_indexes WHERE definition = ` + pq.QuoteLiteral(definition.String),
	} {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return false, fmt.Errorf("%s: %w", statement, err)
		}
	}
	return true, tx.Commit()
}
