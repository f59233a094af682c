package engine

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"

	"gateway/eventstore"

	"github.com/lib/pq"
)

// A read model that does not serve lies in a schema of its own, with its
// checkpoint: shadow_<name> while it is being built, retired_<name> once another
// has taken its place.
const (
	shadowPrefix  = "shadow_"
	retiredPrefix = "retired_"
	// draftSchema is where the migrations make the tables of new shadows.
	draftSchema = "rebuild_draft"
)

// shadow is a read model in such a schema.
type shadow struct {
	lane
	schema string
	db     *sql.DB // unqualified names mean the schema
}

func (s *shadow) close() {
	s.session.close()
	_ = s.db.Close() // nothing is under way any more
}

// openShadow opens what lies in a schema. It may be there, incomplete or not at
// all: whoever looks finds out.
func (r *Rebuilder) openShadow(model Model, prefix string) (*shadow, error) {
	s := &shadow{schema: prefix + model.Name()}
	var err error
	if s.db, err = openIn(r.url, s.schema); err != nil {
		return nil, err
	}
	s.lane = lane{model: model, session: session{db: s.db}}
	return s, nil
}

// openIn connects so that unqualified names mean the schema.
func openIn(raw, schema string) (*sql.DB, error) {
	u, err := url.Parse(raw)
	if err != nil {
		return nil, errors.New("the read models' URL is not valid") // it may hold a password
	}
	q := u.Query()
	q.Set("search_path", pq.QuoteIdentifier(schema))
	u.RawQuery = q.Encode()
	return sql.Open("postgres", u.String())
}

// shadows gives a shadow of each model: what an interrupted rebuild by this very
// program left, or a new and empty one.
func (r *Rebuilder) shadows(ctx context.Context, models []Model) (all []*shadow, err error) {
	program, err := r.program()
	if err != nil {
		return nil, fmt.Errorf("identify this program: %w", err)
	}
	mark := program + " " + r.log.Store().ID()
	var missing []Model
	for _, m := range models {
		ours, err := r.resumable(ctx, m, mark)
		if err != nil {
			return nil, err
		}
		if !ours {
			missing = append(missing, m)
		}
	}
	if err := r.draft(ctx, missing, mark); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			closeAll(all)
		}
	}()
	for _, m := range models {
		s, err := r.openShadow(m, shadowPrefix)
		if err != nil {
			return all, err
		}
		all = append(all, s)
		if err := r.begin(ctx, s); err != nil {
			return all, err
		}
	}
	return all, nil
}

func closeAll(shadows []*shadow) {
	for _, s := range shadows {
		s.close()
	}
}

// resumable reports whether there is a shadow that this program began on this log,
// by the mark it bears. Another version of the program may project otherwise: its
// half is of no use.
func (r *Rebuilder) resumable(ctx context.Context, model Model, mark string) (bool, error) {
	var found string
	err := r.db.QueryRowContext(ctx,
		`SELECT COALESCE(obj_description(oid, 'pg_namespace'), '') FROM pg_namespace WHERE nspname = $1`,
		shadowPrefix+model.Name()).Scan(&found)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("look for a shadow of %s: %w", model.Name(), err)
	}
	return found == mark, nil
}

// draft makes empty shadows: the migrations make all tables in a schema of their
// own, from which those of each model are moved to its shadow, at once. What a
// killed rebuild left of that is removed, even where there is nothing to make.
func (r *Rebuilder) draft(ctx context.Context, models []Model, mark string) error {
	unlock, err := r.lock(ctx, draftSchema)
	if err != nil {
		return err
	}
	defer unlock()
	if err := r.exec(ctx, `DROP SCHEMA IF EXISTS `+draftSchema+` CASCADE`); err != nil || len(models) == 0 {
		return err
	}
	if err := r.exec(ctx, `CREATE SCHEMA `+draftSchema); err != nil {
		return err
	}
	db, err := openIn(r.url, draftSchema)
	if err != nil {
		return err
	}
	err = errors.Join(r.migrate(ctx, db), db.Close())
	if err != nil {
		return err
	}
	for _, m := range models {
		err := r.atOnce(ctx, func(tx *sql.Tx) error {
			if err := execAll(ctx, tx, moveToShadow(m, mark)); err != nil {
				return err
			}
			return postpone(ctx, tx, shadowPrefix+m.Name(), m)
		})
		if err != nil {
			return err
		}
	}
	return r.exec(ctx, `DROP SCHEMA `+draftSchema+` CASCADE`)
}

func moveToShadow(m Model, mark string) []string {
	schema := pq.QuoteIdentifier(shadowPrefix + m.Name())
	statements := []string{
		`DROP SCHEMA IF EXISTS ` + schema + ` CASCADE`,
		`CREATE SCHEMA ` + schema,
		`COMMENT ON SCHEMA ` + schema + ` IS ` + pq.QuoteLiteral(mark),
		`CREATE TABLE ` + schema + `.checkpoints (LIKE ` + draftSchema + `.checkpoints INCLUDING ALL)`,
	}
	for _, table := range m.Tables() {
		statements = append(statements, `ALTER TABLE `+draftSchema+`.`+pq.QuoteIdentifier(table)+` SET SCHEMA `+schema)
	}
	return statements
}

// exec executes statements, all or none.
func (r *Rebuilder) exec(ctx context.Context, statements ...string) error {
	return r.atOnce(ctx, func(tx *sql.Tx) error { return execAll(ctx, tx, statements) })
}

func (r *Rebuilder) atOnce(ctx context.Context, do func(*sql.Tx) error) error {
	tx, err := r.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("connect to the read models: %w", err)
	}
	defer func() { _ = tx.Rollback() }()
	if err := do(tx); err != nil {
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

// begin fills a new shadow with what is there before the first event, and finds out
// where one that is resumed stands.
func (r *Rebuilder) begin(ctx context.Context, s *shadow) error {
	err := s.session.do(ctx, func(tx *Tx) error { return begin(ctx, tx, s.model, r.log.Store().ID()) })
	if err != nil {
		return err
	}
	return r.locate(ctx, s)
}

// locate reads the checkpoint of a shadow.
func (r *Rebuilder) locate(ctx context.Context, s *shadow) error {
	all, err := Checkpoints(ctx, s.db)
	if err != nil {
		return err
	}
	c, known := all[s.model.Name()]
	if !known {
		return fmt.Errorf("the schema %s has no checkpoint of %s", s.schema, s.model.Name())
	}
	if c.StoreID != r.log.Store().ID() {
		return &ForeignStoreError{Name: c.Name, Checkpoint: c.StoreID, Store: r.log.Store().ID()}
	}
	s.at = c.Position
	return nil
}

// position is how far a shadow is, for those who only look.
func position(ctx context.Context, db *sql.DB, schema, name string) (p eventstore.Position, err error) {
	err = db.QueryRowContext(ctx, `SELECT commit_position, prepare_position FROM `+
		pq.QuoteIdentifier(schema)+`.checkpoints WHERE name = $1`, name).Scan(&p.Commit, &p.Prepare)
	return p, err
}
