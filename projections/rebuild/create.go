package rebuild

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"gateway/projections/engine"

	"github.com/lib/pq"
)

// draftSchema is the schema in which the migrations create the tables of new shadows.
const draftSchema = "rebuild_draft"

// createShadows creates an empty shadow of each model. The migrations create the tables of all models in the
// draft schema; each model's tables are then moved to its shadow in one transaction. It also removes a draft
// schema left by a killed rebuild, even when there is no shadow to create.
func (r *Rebuilder) createShadows(ctx context.Context, models []engine.Model, mark string) error {
	unlock, err := r.waitForLock(ctx, draftSchema)
	if err != nil {
		return err
	}
	defer unlock()
	if err := r.exec(ctx, dropSchema(draftSchema)); err != nil || len(models) == 0 {
		return err
	}
	if err := r.exec(ctx, `CREATE SCHEMA `+draftSchema); err != nil {
		return err
	}
	db, err := openSchema(r.url, draftSchema)
	if err != nil {
		return err
	}
	err = errors.Join(r.migrate(ctx, db), db.Close())
	if err != nil {
		return err
	}
	for _, m := range models {
		err := r.transact(ctx, func(tx *sql.Tx) error {
			if err := execAll(ctx, tx, createShadowStatements(m, mark)); err != nil {
				return err
			}
			return postponeIndexes(ctx, tx, shadowPrefix+m.Name(), m)
		})
		if err != nil {
			return err
		}
	}
	return r.exec(ctx, dropSchema(draftSchema))
}

func createShadowStatements(m engine.Model, mark string) []string {
	schema := pq.QuoteIdentifier(shadowPrefix + m.Name())
	statements := []string{
		dropSchema(shadowPrefix + m.Name()),
		`CREATE SCHEMA ` + schema,
		`COMMENT ON SCHEMA ` + schema + ` IS ` + pq.QuoteLiteral(mark),
		`CREATE TABLE ` + schema + `.checkpoints (LIKE ` + draftSchema + `.checkpoints INCLUDING ALL)`,
	}
	for _, table := range m.Tables() {
		statements = append(statements, `ALTER TABLE `+draftSchema+`.`+pq.QuoteIdentifier(table)+` SET SCHEMA `+schema)
	}
	return statements
}

func dropSchema(name string) string {
	return `DROP SCHEMA IF EXISTS ` + pq.QuoteIdentifier(name) + ` CASCADE`
}

// exec executes statements in one transaction.
func (r *Rebuilder) exec(ctx context.Context, statements ...string) error {
	return r.transact(ctx, func(tx *sql.Tx) error { return execAll(ctx, tx, statements) })
}

// transact runs f in a transaction of the live schema.
func (r *Rebuilder) transact(ctx context.Context, f func(*sql.Tx) error) error {
	tx, err := r.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("connect to the read models: %w", err)
	}
	defer func() { _ = tx.Rollback() }()
	if err := f(tx); err != nil {
		return err
	}
	return tx.Commit()
}

func execAll(ctx context.Context, tx *sql.Tx, statements []string) error {
	for _, statement := range statements {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}
