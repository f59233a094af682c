package rebuild

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"gateway/eventstore"
	"gateway/migrations"
	"gateway/projections/engine"
)

// A read model's tables that do not serve are in a separate schema, together with their checkpoint:
// shadow_<name> while they are being built, retired_<name> after a swap has replaced them.
const (
	shadowPrefix  = "shadow_"
	retiredPrefix = "retired_"
)

// shadow is the set of a model's tables in such a schema, with a connection.
type shadow struct {
	model   engine.Model
	schema  string
	db      *sql.DB // unqualified names resolve to the schema
	session *engine.Session
	// position is the position of the shadow's checkpoint. goal is the position up to which to load it.
	position, goal eventstore.Position
	// poisoned is a *engine.PoisonError when the model cannot apply an event.
	poisoned error
}

// openShadow connects to the schema of a model. It does not check that the schema
// exists.
func (r *Rebuilder) openShadow(model engine.Model, prefix string) (*shadow, error) {
	s := &shadow{model: model, schema: prefix + model.Name()}
	var err error
	if s.db, err = openSchema(r.url, s.schema); err != nil {
		return nil, err
	}
	s.session = engine.NewLoadingSession(s.db)
	return s, nil
}

// openSchema opens a connection on which unqualified names resolve to the schema.
func openSchema(rawURL, schema string) (*sql.DB, error) {
	inSchema, err := migrations.InSchema(rawURL, schema)
	if err != nil {
		return nil, err
	}
	return sql.Open("postgres", inSchema)
}

func (s *shadow) close() {
	s.session.Close()
	_ = s.db.Close() // no statement is running
}

func closeAll(shadows []*shadow) {
	for _, s := range shadows {
		s.close()
	}
}

// openOrCreateShadows opens a shadow of each model: the one that an interrupted rebuild by this program left,
// or else a new one.
func (r *Rebuilder) openOrCreateShadows(ctx context.Context, models []engine.Model) (all []*shadow, err error) {
	program, err := r.program()
	if err != nil {
		return nil, fmt.Errorf("identify this program: %w", err)
	}
	mark := program + " " + r.log.Store().ID()
	var missing []engine.Model
	for _, m := range models {
		resumable, err := r.hasShadow(ctx, m, mark)
		if err != nil {
			return nil, err
		}
		if !resumable {
			missing = append(missing, m)
		}
	}
	if err := r.createShadows(ctx, missing, mark); err != nil {
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
		err = s.session.Transact(ctx, func(tx *engine.Tx) error {
			return engine.CreateCheckpoint(ctx, tx, m, r.log.Store().ID())
		})
		if err != nil {
			return all, err
		}
		if err := r.readPosition(ctx, s); err != nil {
			return all, err
		}
	}
	return all, nil
}

// hasShadow reports whether the model has a shadow with this mark, which identifies the program that started
// it and the event store. A shadow of another program version is not resumed, because that version may
// project the events differently.
func (r *Rebuilder) hasShadow(ctx context.Context, model engine.Model, mark string) (bool, error) {
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

// readPosition sets a shadow's position from its checkpoint.
func (r *Rebuilder) readPosition(ctx context.Context, s *shadow) error {
	all, err := engine.Checkpoints(ctx, s.db)
	if err != nil {
		return err
	}
	c, known := all[s.model.Name()]
	if !known {
		return fmt.Errorf("the schema %s has no checkpoint of %s", s.schema, s.model.Name())
	}
	if c.StoreID != r.log.Store().ID() {
		return &engine.ForeignStoreError{Name: c.Name, Checkpoint: c.StoreID, Store: r.log.Store().ID()}
	}
	s.position = c.Position
	return nil
}
