package rebuild

import (
	"context"
	"fmt"

	"gateway/domain"
	"gateway/projections/engine"

	"github.com/lib/pq"
)

// Rollback swaps back the tables that the last rebuild or rollback of a model replaced. It first brings them
// up to date from their own position, so that no query sees an older state than before. The tables that
// served until now become the retired ones. Refusals: not_found, rebuild_under_way, nothing_retired,
// retired_differs.
func (r *Rebuilder) Rollback(ctx context.Context, name string) (Result, error) {
	done := Result{Name: name}
	models, err := r.modelsNamed([]string{name})
	if err != nil {
		return done, err
	}
	unlock, err := r.lockModels(ctx, models)
	if err != nil {
		return done, err
	}
	defer unlock()
	if _, err := r.servedCheckpoints(ctx, models); err != nil {
		return done, err
	}
	if err := r.checkRetired(ctx, models[0]); err != nil {
		return done, err
	}
	s, err := r.openShadow(models[0], retiredPrefix)
	if err != nil {
		return done, err
	}
	defer s.close()
	if err := r.readPosition(ctx, s); err != nil {
		return done, err
	}
	// The swap renames the retired schema to the shadow's name.
	if err := r.exec(ctx, dropSchema(shadowPrefix+name)); err != nil {
		return done, err
	}
	err = r.swap(ctx, s)
	done.Position = s.position.Commit
	return done, err
}

// checkRetired refuses retired tables whose columns differ from the live ones, because a migration has
// changed those since. Refusals: nothing_retired, retired_differs.
func (r *Rebuilder) checkRetired(ctx context.Context, m engine.Model) error {
	const columns = `SELECT COALESCE(string_agg(concat_ws(' ', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull),
		', ' ORDER BY c.relname, a.attnum), '') FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
		WHERE c.relnamespace = to_regnamespace(%s) AND c.relname = ANY($1) AND a.attnum > 0 AND NOT a.attisdropped`
	var retired, live string
	tables := pq.Array(m.Tables())
	schema := pq.QuoteLiteral(pq.QuoteIdentifier(retiredPrefix + m.Name()))
	if err := r.db.QueryRowContext(ctx, fmt.Sprintf(columns, schema), tables).Scan(&retired); err != nil {
		return err
	}
	if err := r.db.QueryRowContext(ctx, fmt.Sprintf(columns, `quote_ident(current_schema())`), tables).Scan(&live); err != nil {
		return err
	}
	switch retired {
	case "":
		return domain.Refuse(domain.Invalid, "nothing_retired", "no former tables of %s are kept", m.Name())
	case live:
		return nil
	}
	return domain.Refuse(domain.Invalid, "retired_differs", "the former tables of %s are of another version of the program", m.Name())
}

// Clean removes what rebuilds of the named models, or of all when no name is given, left behind: retired
// tables, and the shadows of interrupted rebuilds. Refusals: not_found, rebuild_under_way.
func (r *Rebuilder) Clean(ctx context.Context, names []string) error {
	models, err := r.modelsNamed(names)
	if err != nil {
		return err
	}
	unlock, err := r.lockModels(ctx, models)
	if err != nil {
		return err
	}
	defer unlock()
	return r.dropKept(ctx, models)
}
