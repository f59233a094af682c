package rebuild

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"gateway/domain"
	"gateway/eventstore"
	"gateway/projections/engine"
)

// Rebuilder rebuilds read models, rolls rebuilds back and cleans up after them. It works beside a running
// engine, in this process or another, and without one. A lock in the database allows one operation on a model
// at a time. It is safe for concurrent use.
type Rebuilder struct {
	url     string
	db      *sql.DB
	log     *eventstore.Log
	models  []engine.Model
	migrate func(context.Context, *sql.DB) error
	program func() (string, error)
}

// Config configures a Rebuilder.
type Config struct {
	// URL is the URL of the read models' database.
	URL    string
	Log    *eventstore.Log
	Models []engine.Model
	// Migrate creates the tables of all models in the schema that unqualified names
	// resolve to.
	Migrate func(context.Context, *sql.DB) error
	// Program identifies this build of the program. Only the build that started a rebuild may resume it.
	Program func() (string, error)
}

// New makes a Rebuilder with its own connections. Close it after use.
func New(c Config) (*Rebuilder, error) {
	db, err := sql.Open("postgres", c.URL)
	if err != nil {
		return nil, fmt.Errorf("open the read models: %w", err)
	}
	return &Rebuilder{url: c.URL, db: db, log: c.Log, models: c.Models, migrate: c.Migrate, program: c.Program}, nil
}

// Close closes the connections. Closing fails only when the server has already ended a connection, as in a
// failover, so the error is ignored.
func (r *Rebuilder) Close() { _ = r.db.Close() }

// Options are options of a rebuild.
type Options struct {
	// Verify compares the new tables with those that serve, at the same position, before the swap.
	Verify bool
	// Hold compares like Verify, and then leaves the new tables beside those that serve, with the result. The
	// next rebuild without Hold brings them up to date and swaps them in.
	Hold bool
	// Progress, if set, is called with the position that all new tables have reached, and the position of the
	// goal.
	Progress func(done, total int64)
}

// Result is the result of a rebuild or a rollback of one model.
type Result struct {
	Name string `json:"name"`
	// Position is the position of the new tables at the swap.
	Position int64 `json:"position"`
	// Differences are what Verify found. They do not prevent the swap.
	Differences []Difference `json:"differences,omitempty"`
}

// Rebuild rebuilds the named models, or all when no name is given, in one pass over the log, and swaps each
// in. When a connection error, the end of ctx or a crash interrupts a rebuild, the next Rebuild by the same
// program resumes it; Statuses shows it until then. A model that cannot apply an event keeps its tables and
// its shadow is removed; the errors include its *engine.PoisonError. Refusals: not_found, rebuild_under_way.
func (r *Rebuilder) Rebuild(ctx context.Context, names []string, o Options) ([]Result, error) {
	models, err := r.modelsNamed(names)
	if err != nil {
		return nil, err
	}
	unlock, err := r.lockModels(ctx, models)
	if err != nil {
		return nil, err
	}
	defer unlock()
	if _, err := r.servedCheckpoints(ctx, models); err != nil {
		return nil, err
	}
	shadows, err := r.openOrCreateShadows(ctx, models)
	if err != nil {
		return nil, err
	}
	defer closeAll(shadows)
	if err := r.fill(ctx, shadows, o); err != nil {
		return nil, err
	}
	return r.finish(ctx, shadows, o)
}

// dropIfPoisoned removes the shadow of a model that cannot apply an event, and records the error in the
// model's checkpoint. After any other error the shadow stays, so that a later rebuild can resume it. It
// returns the cause.
func (r *Rebuilder) dropIfPoisoned(ctx context.Context, s *shadow, cause error) error {
	var poison *engine.PoisonError
	if !errors.As(cause, &poison) {
		return cause
	}
	s.close()
	_, err := r.db.ExecContext(ctx, `UPDATE checkpoints SET error = $2 WHERE name = $1 AND state <> 'halted'`,
		s.model.Name(), "the last rebuild failed: "+cause.Error())
	return errors.Join(cause, err, r.exec(ctx, dropSchema(s.schema)))
}

// modelsNamed finds models by name; without names it returns all. Refusal: not_found.
func (r *Rebuilder) modelsNamed(names []string) ([]engine.Model, error) {
	if len(names) == 0 {
		return r.models, nil
	}
	byName := make(map[string]engine.Model)
	known := make([]string, len(r.models))
	for i, m := range r.models {
		byName[m.Name()], known[i] = m, m.Name()
	}
	var models []engine.Model
	for _, name := range names {
		m, ok := byName[name]
		if !ok {
			return nil, domain.Refuse(domain.NotFound, "not_found", "there is no read model %q, only %s", name, strings.Join(known, ", "))
		}
		models = append(models, m)
	}
	return models, nil
}

// servedCheckpoints reads all checkpoints. It fails when one of the models has no checkpoint or one of
// another event store.
func (r *Rebuilder) servedCheckpoints(ctx context.Context, models []engine.Model) (map[string]engine.Checkpoint, error) {
	all, err := engine.Checkpoints(ctx, r.db)
	if err != nil {
		return nil, err
	}
	for _, m := range models {
		c, known := all[m.Name()]
		if !known {
			return nil, fmt.Errorf("%s has never been built: the next start of the gateway does that", m.Name())
		}
		if c.StoreID != r.log.Store().ID() {
			return nil, &engine.ForeignStoreError{Name: c.Name, Checkpoint: c.StoreID, Store: r.log.Store().ID()}
		}
	}
	return all, nil
}
