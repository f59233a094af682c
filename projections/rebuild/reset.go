package rebuild

import (
	"context"
	"database/sql"
	"fmt"

	"gateway/projections/engine"

	"github.com/lib/pq"
)

// Reset drops all tables of the read models, including those that rebuilds keep, and creates them empty. The
// next leader fills them from the log. No gateway may run.
func (r *Rebuilder) Reset(ctx context.Context) error {
	unlock, err := r.lockModels(ctx, r.models)
	if err != nil {
		return err
	}
	defer unlock()
	if err := r.dropKept(ctx, r.models); err != nil {
		return err
	}
	if err := r.transact(ctx, func(tx *sql.Tx) error { return dropLive(ctx, tx) }); err != nil {
		return err
	}
	return r.migrate(ctx, r.db)
}

// dropKept drops the schemas that rebuilds of the models left.
func (r *Rebuilder) dropKept(ctx context.Context, models []engine.Model) error {
	if err := r.createShadows(ctx, nil, ""); err != nil { // drops the draft schema
		return err
	}
	for _, m := range models {
		if err := r.exec(ctx, dropSchema(shadowPrefix+m.Name()), dropSchema(retiredPrefix+m.Name())); err != nil {
			return err
		}
	}
	return nil
}

// dropLive drops the tables and functions of the schema that serves, except those of extensions.
func dropLive(ctx context.Context, tx *sql.Tx) error {
	var statements []string
	err := tx.QueryRowContext(ctx, `SELECT array(
		SELECT format('DROP TABLE %s CASCADE', oid::regclass) FROM pg_class
		 WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
		   AND oid NOT IN (SELECT objid FROM pg_depend WHERE deptype = 'e')
		UNION ALL
		SELECT format('DROP ROUTINE %s CASCADE', oid::regprocedure) FROM pg_proc
		 WHERE pronamespace = current_schema()::regnamespace AND oid NOT IN (SELECT objid FROM pg_depend WHERE deptype = 'e'))`).
		Scan(pq.Array(&statements))
	if err != nil {
		return err
	}
	return execAll(ctx, tx, statements)
}

// CleanFormer drops the read models of other program versions, which have their own PostgreSQL schemas
// (migrations.ReadModelSchema). No instance of another version may run. Refusal: rebuild_under_way.
func (r *Rebuilder) CleanFormer(ctx context.Context) error {
	unlock, err := r.lockModels(ctx, r.models)
	if err != nil {
		return err
	}
	defer unlock()
	var former []string
	err = r.db.QueryRowContext(ctx, `SELECT array(SELECT nspname::text FROM pg_namespace
		WHERE (nspname = 'public' OR nspname ~ '^readmodel_[0-9a-f]{12}$') AND nspname <> current_schema())`).Scan(pq.Array(&former))
	if err != nil {
		return fmt.Errorf("look for read models of other versions: %w", err)
	}
	for _, schema := range former {
		err := r.transact(ctx, func(tx *sql.Tx) error {
			if schema != "public" {
				return execAll(ctx, tx, []string{dropSchema(schema)})
			}
			if err := execAll(ctx, tx, []string{`SET LOCAL search_path = public`}); err != nil {
				return err
			}
			return dropLive(ctx, tx)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
