package engine

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"gateway/domain"
	"gateway/eventstore"

	"github.com/lib/pq"
)

// Rebuilder builds read models anew from the log while the old ones serve, and
// swaps them. It works beside a running engine, here or on another instance, and
// without one. What it does for one model at a time is guarded by a lock in the
// database; it is safe for concurrent use.
type Rebuilder struct {
	url     string
	db      *sql.DB
	log     *eventstore.Log
	models  []Model
	migrate func(context.Context, *sql.DB) error
	program func() (string, error)
}

// RebuilderConfig says what is rebuilt.
type RebuilderConfig struct {
	// URL is the read models' database.
	URL    string
	Log    *eventstore.Log
	Models []Model
	// Migrate makes the tables of all models, where unqualified names lead.
	Migrate func(context.Context, *sql.DB) error
	// Program identifies the build of this program: only it goes on with a rebuild
	// that it began.
	Program func() (string, error)
}

// NewRebuilder makes a Rebuilder with connections of its own. Close it.
func NewRebuilder(c RebuilderConfig) (*Rebuilder, error) {
	db, err := sql.Open("postgres", c.URL)
	if err != nil {
		return nil, fmt.Errorf("open the read models: %w", err)
	}
	return &Rebuilder{url: c.URL, db: db, log: c.Log, models: c.Models, migrate: c.Migrate, program: c.Program}, nil
}

// Close closes the connections.
func (r *Rebuilder) Close() error { return r.db.Close() }

// RebuildOptions say how to rebuild.
type RebuildOptions struct {
	// Verify compares the new tables with those that serve, at the same position,
	// before they are swapped.
	Verify bool
	// Progress, when set, is told how far the new tables are on their way.
	Progress func(done, total int64)
}

func (o RebuildOptions) progress(at, until eventstore.Position) {
	if o.Progress != nil {
		o.Progress(at.Commit, until.Commit)
	}
}

// Rebuilt is what became of one model.
type Rebuilt struct {
	Name string `json:"name"`
	// Position is that of both at the moment of the swap.
	Position int64 `json:"position"`
	// Differences are what Verify found; the new tables serve all the same.
	Differences []Difference `json:"differences,omitempty"`
}

// Rebuild builds the named models, all when none is named, with one reading of the
// log, and swaps each. What it is interrupted in, by an error of the connection, the
// context or a kill, is resumed by the next Rebuild of the same program, and shows in
// Statuses until then. A model that can't apply an event keeps its old tables: its
// *PoisonError is among the errors, and no trace is left. Other errors: those of pick
// and lockAll, which are refusals.
func (r *Rebuilder) Rebuild(ctx context.Context, names []string, o RebuildOptions) ([]Rebuilt, error) {
	models, err := r.pick(names)
	if err != nil {
		return nil, err
	}
	unlock, err := r.lockAll(ctx, models)
	if err != nil {
		return nil, err
	}
	defer unlock()
	if _, err := r.served(ctx, models); err != nil {
		return nil, err
	}
	shadows, err := r.shadows(ctx, models)
	if err != nil {
		return nil, err
	}
	defer closeAll(shadows)
	if err := r.fill(ctx, shadows, o); err != nil {
		return nil, err
	}
	var done []Rebuilt
	var failed []error
	for _, s := range shadows {
		result, err := r.finish(ctx, s, o)
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", s.model.Name(), r.abandon(ctx, s, err)))
			continue
		}
		done = append(done, result)
	}
	return done, errors.Join(failed...)
}

// pick finds models by name. Refusal: not_found.
func (r *Rebuilder) pick(names []string) ([]Model, error) {
	if len(names) == 0 {
		return r.models, nil
	}
	var picked []Model
	for _, name := range names {
		m, known := r.find(name)
		if !known {
			return nil, domain.Refuse(domain.NotFound, "not_found", "there is no read model %q, only %s", name, r.names())
		}
		picked = append(picked, m)
	}
	return picked, nil
}

func (r *Rebuilder) find(name string) (Model, bool) {
	for _, m := range r.models {
		if m.Name() == name {
			return m, true
		}
	}
	return nil, false
}

func (r *Rebuilder) names() string {
	names := make([]string, len(r.models))
	for i, m := range r.models {
		names[i] = m.Name()
	}
	return strings.Join(names, ", ")
}

// served is how far the models are that serve. They must have been built once.
func (r *Rebuilder) served(ctx context.Context, models []Model) (map[string]Checkpoint, error) {
	all, err := Checkpoints(ctx, r.db)
	if err != nil {
		return nil, err
	}
	for _, m := range models {
		c, known := all[m.Name()]
		if !known {
			return nil, fmt.Errorf("%s has never been built: the next start of the gateway does that", m.Name())
		}
		if c.StoreID != r.log.Store().ID() {
			return nil, &ForeignStoreError{Name: c.Name, Checkpoint: c.StoreID, Store: r.log.Store().ID()}
		}
	}
	return all, nil
}

// frontier is how far the foremost of the models that serve is. Nothing is built
// beyond it: what is ahead of the others would make the engine take them for late.
func frontier(served map[string]Checkpoint, models []Model) (p eventstore.Position) {
	for _, m := range models {
		if c := served[m.Name()]; p.Before(c.Position) {
			p = c.Position
		}
	}
	return p
}

// near is how few events behind is near enough for the rest to be applied while the
// model that serves stands still.
const near = 500

// fill applies the log to shadows until they are near.
func (r *Rebuilder) fill(ctx context.Context, shadows []*shadow, o RebuildOptions) error {
	for {
		served, err := r.served(ctx, r.models)
		if err != nil {
			return err
		}
		lanes := aim(shadows, served, frontier(served, r.models), o.Verify)
		_, until := span(lanes)
		// Counted in events: positions may be byte offsets.
		n, err := load(ctx, r.log, lanes, func(at eventstore.Position) { o.progress(at, until) })
		if err != nil || n <= near {
			return err
		}
	}
}

// aim sets how far shadows are to go: to the frontier, or no farther than the
// halted model that they are first to be compared with.
func aim(shadows []*shadow, served map[string]Checkpoint, front eventstore.Position, verify bool) (lanes []*lane) {
	for _, s := range shadows {
		s.until = front
		if c := served[s.model.Name()]; verify && c.State == StateHalted && s.at.Before(c.Position) {
			s.until = c.Position
		}
		if s.poisoned == nil {
			lanes = append(lanes, &s.lane)
		}
	}
	return lanes
}

// finish makes a filled shadow ready to serve, and swaps.
func (r *Rebuilder) finish(ctx context.Context, s *shadow, o RebuildOptions) (done Rebuilt, err error) {
	done.Name = s.model.Name()
	if s.poisoned != nil {
		return done, s.poisoned
	}
	if err := s.buildIndexes(ctx); err != nil {
		return done, err
	}
	for _, table := range s.model.Tables() { // or the first queries would be planned blindly
		if _, err := s.db.ExecContext(ctx, `VACUUM (ANALYZE) `+pq.QuoteIdentifier(table)); err != nil {
			return done, fmt.Errorf("vacuum %s: %w", table, err)
		}
	}
	if o.Verify {
		if done.Differences, err = r.compare(ctx, s); err != nil {
			return done, err
		}
	}
	err = r.swap(ctx, s)
	done.Position = s.at.Commit
	return done, err
}

// abandon removes the shadow of a model that can't apply an event, and shows it. Any
// other error leaves it to be resumed.
func (r *Rebuilder) abandon(ctx context.Context, s *shadow, cause error) error {
	var poison *PoisonError
	if !errors.As(cause, &poison) {
		return cause
	}
	s.close()
	_, err := r.db.ExecContext(ctx, `UPDATE checkpoints SET error = $2 WHERE name = $1 AND state <> 'halted'`,
		s.model.Name(), "the last rebuild failed: "+cause.Error())
	return errors.Join(cause, err, r.exec(ctx, `DROP SCHEMA IF EXISTS `+pq.QuoteIdentifier(s.schema)+` CASCADE`))
}
