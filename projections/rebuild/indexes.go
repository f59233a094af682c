package rebuild

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"gateway/projections/engine"

	"github.com/lib/pq"
)

// A shadow is filled without the indexes that only queries need, because building an index over all rows
// costs far less than updating it with each batch. Meanwhile the shadow's table postponed_indexes holds their
// definitions.

// postponeIndexes drops the indexes of a new shadow that are neither unique nor needed
// by Apply.
func postponeIndexes(ctx context.Context, tx *sql.Tx, schema string, m engine.Model) error {
	var needed []string
	if indexed, ok := m.(engine.Indexed); ok {
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

// buildIndexes creates the postponed indexes, each in a separate transaction.
func (s *shadow) buildIndexes(ctx context.Context) error {
	for {
		built, err := s.buildNextIndex(ctx)
		if err != nil || !built {
			return err
		}
	}
}

// buildNextIndex creates the next postponed index and reports whether there was one.
func (s *shadow) buildNextIndex(ctx context.Context) (built bool, err error) {
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
