package rebuild

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"gateway/eventstore"
	"gateway/projections/engine"

	"github.com/lib/pq"
)

// swap replaces the serving tables with the tables of a shadow. The shadow is at the same position, or at a
// higher one when the serving model is halted or lags, so no query sees an older state than before. The
// replaced tables are kept as retired.
func (r *Rebuilder) swap(ctx context.Context, s *shadow) error {
	if retired := retiredPrefix + s.model.Name(); s.schema != retired {
		// This does not happen while the model is frozen, because dropping big tables takes long.
		if err := r.exec(ctx, dropSchema(retired)); err != nil {
			return err
		}
	}
	for {
		if err := r.loadToHighest(ctx, s); err != nil {
			return err
		}
		err := r.freeze(ctx, s.model.Name(), func(tx *sql.Tx, served engine.Checkpoint) error {
			if err := r.applyFinalEvents(ctx, s, served.Position); err != nil {
				return err
			}
			return swapTables(ctx, tx, s, served)
		})
		if !errors.Is(err, errTooFarBehind) {
			return err
		}
	}
}

// swapTables moves the tables between the schemas and updates the checkpoint.
func swapTables(ctx context.Context, tx *sql.Tx, s *shadow, served engine.Checkpoint) error {
	var live string
	if err := tx.QueryRowContext(ctx, `SELECT quote_ident(current_schema())`).Scan(&live); err != nil {
		return err
	}
	missing, err := missingTables(ctx, tx, live, s.model)
	if err != nil {
		return err
	}
	var event eventstore.Mark // the last event that the shadow applied; its schema is gone after the swap
	if err := tx.QueryRowContext(ctx, `SELECT event_id, event_stream, event_revision FROM `+pq.QuoteIdentifier(s.schema)+`.checkpoints
		WHERE name = $1`, s.model.Name()).Scan(&event.ID, &event.Stream, &event.Revision); err != nil {
		return err
	}
	if err := execAll(ctx, tx, swapStatements(s, live, missing)); err != nil {
		return err
	}
	state := served.State
	if served.State == engine.StateHalted || served.Position != s.position {
		state = engine.StateRebuilding // until the engine notices that the checkpoint moved
	}
	_, err = tx.ExecContext(ctx, `UPDATE checkpoints SET commit_position = $2, prepare_position = $3, state = $4, error = '',
		event_id = $5, event_stream = $6, event_revision = $7, updated_at = now() WHERE name = $1`,
		s.model.Name(), s.position.Commit, s.position.Prepare, state, event.ID, event.Stream, event.Revision)
	return err
}

// missingTables returns the tables of a model that were dropped from the schema.
func missingTables(ctx context.Context, tx *sql.Tx, schema string, m engine.Model) (missing []string, err error) {
	for _, table := range m.Tables() {
		var exists bool
		name := schema + "." + pq.QuoteIdentifier(table)
		if err := tx.QueryRowContext(ctx, `SELECT to_regclass($1) IS NOT NULL`, name).Scan(&exists); err != nil {
			return nil, fmt.Errorf("look for table %s: %w", table, err)
		}
		if !exists {
			missing = append(missing, table)
		}
	}
	return missing, nil
}

func swapStatements(s *shadow, live string, missing []string) []string {
	if len(missing) > 0 {
		return replaceStatements(s, live)
	}
	name := s.model.Name()
	from, to := pq.QuoteIdentifier(shadowPrefix+name), pq.QuoteIdentifier(retiredPrefix+name)
	statements := []string{`SET LOCAL lock_timeout = '` + lockTimeout + `'`}
	for _, table := range s.model.Tables() {
		statements = append(statements, `LOCK TABLE `+live+`.`+pq.QuoteIdentifier(table)+` IN ACCESS EXCLUSIVE MODE`)
	}
	if s.schema != shadowPrefix+name { // a rollback
		statements = append(statements, `ALTER SCHEMA `+pq.QuoteIdentifier(s.schema)+` RENAME TO `+from)
	}
	statements = append(statements,
		`CREATE SCHEMA `+to,
		`CREATE TABLE `+to+`.checkpoints (LIKE `+live+`.checkpoints INCLUDING ALL)`,
		`INSERT INTO `+to+`.checkpoints SELECT * FROM `+live+`.checkpoints WHERE name = `+pq.QuoteLiteral(name))
	for _, table := range s.model.Tables() {
		table = pq.QuoteIdentifier(table)
		statements = append(statements,
			`ALTER TABLE `+live+`.`+table+` SET SCHEMA `+to,
			`ALTER TABLE `+from+`.`+table+` SET SCHEMA `+live)
	}
	return append(statements, `DROP SCHEMA `+from+` CASCADE`)
}

// replaceStatements swaps the tables when a serving table is missing. It keeps nothing for a rollback, since
// the remaining former tables cannot serve.
func replaceStatements(s *shadow, live string) []string {
	from := pq.QuoteIdentifier(s.schema)
	statements := []string{`SET LOCAL lock_timeout = '` + lockTimeout + `'`}
	for _, table := range s.model.Tables() {
		table = pq.QuoteIdentifier(table)
		statements = append(statements, `DROP TABLE IF EXISTS `+live+`.`+table, `ALTER TABLE `+from+`.`+table+` SET SCHEMA `+live)
	}
	return append(statements, `DROP SCHEMA `+from+` CASCADE`)
}
