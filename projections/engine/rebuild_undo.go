package engine

import (
	"context"
	"fmt"

	"gateway/domain"

	"github.com/lib/pq"
)

// Rollback lets the tables serve again that the last rebuild of a model replaced.
// They are first brought up to date, from where they stood, so that no read goes
// back in time; those that served until now are kept in their place. Refusals:
// not_found, rebuild_under_way, nothing_retired, retired_differs.
func (r *Rebuilder) Rollback(ctx context.Context, name string) (Rebuilt, error) {
	done := Rebuilt{Name: name}
	models, err := r.pick([]string{name})
	if err != nil {
		return done, err
	}
	unlock, err := r.lockAll(ctx, models)
	if err != nil {
		return done, err
	}
	defer unlock()
	if _, err := r.served(ctx, models); err != nil {
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
	if err := r.locate(ctx, s); err != nil {
		return done, err
	}
	// What an interrupted rebuild left would be in the way.
	if err := r.exec(ctx, `DROP SCHEMA IF EXISTS `+pq.QuoteIdentifier(shadowPrefix+name)+` CASCADE`); err != nil {
		return done, err
	}
	err = r.swap(ctx, s)
	done.Position = s.at.Commit
	return done, err
}

// checkRetired: a program that has migrated since can't work with the old tables.
func (r *Rebuilder) checkRetired(ctx context.Context, m Model) error {
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

// Clean removes what rebuilds of a model left: the former tables, and what an
// interrupted one had built. What serves is not touched. Refusals: not_found,
// rebuild_under_way.
func (r *Rebuilder) Clean(ctx context.Context, names []string) error {
	models, err := r.pick(names)
	if err != nil {
		return err
	}
	unlock, err := r.lockAll(ctx, models)
	if err != nil {
		return err
	}
	defer unlock()
	if err := r.draft(ctx, nil, ""); err != nil {
		return err
	}
	for _, m := range models {
		err := r.exec(ctx, `DROP SCHEMA IF EXISTS `+pq.QuoteIdentifier(shadowPrefix+m.Name())+` CASCADE`,
			`DROP SCHEMA IF EXISTS `+pq.QuoteIdentifier(retiredPrefix+m.Name())+` CASCADE`)
		if err != nil {
			return err
		}
	}
	return nil
}
