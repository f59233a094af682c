package rebuild

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/lib/pq"
)

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
