package engine

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"

	"gateway/eventstore"

	"github.com/sirupsen/logrus"
	"golang.org/x/sync/errgroup"
)

const (
	// batchLimit is how many events one transaction applies at most.
	batchLimit = 5_000
	// retryAfter is the wait after an error of the connection.
	retryAfter = 200 * time.Millisecond
)

// Engine feeds the log to the read models. At most one Run at a time does work on
// one database; a second one is harmless (see errStale) but pointless.
type Engine struct {
	db      *sql.DB
	log     *eventstore.Log
	models  []Model
	watcher *Watcher
	logger  *logrus.Entry

	mu sync.Mutex // guards group and every field of every member
	// group is what the read models at the head of the log share: one
	// subscription, one transaction a batch.
	group   group
	members []*member
}

type group struct {
	members  []*member
	position eventstore.Position
}

type member struct {
	model    Model
	position eventstore.Position
	state    string
	problem  string
}

// NewEngine makes an engine. The watcher is told of every batch.
func NewEngine(db *sql.DB, log *eventstore.Log, watcher *Watcher, logger *logrus.Entry, models ...Model) *Engine {
	return &Engine{db: db, log: log, watcher: watcher, logger: logger, models: models}
}

// Run feeds the models until ctx ends. A broken connection is waited out. Errors:
// *ForeignStoreError, and those of a database that can't be used at all.
func (e *Engine) Run(ctx context.Context) error {
	e.watcher.lead(true)
	defer e.watcher.lead(false)
	for {
		err := e.run(ctx)
		var foreign *ForeignStoreError
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.As(err, &foreign):
			return err
		case err != nil && !errors.Is(err, errStale):
			e.logger.WithError(err).Warn("projections start over")
		}
		if wait(ctx, retryAfter) != nil {
			return nil
		}
	}
}

// run reads the checkpoints and works until the context ends or they turn out to
// be stale.
func (e *Engine) run(ctx context.Context) error {
	behind, err := e.prepare(ctx)
	if err != nil {
		return err
	}
	g, ctx := errgroup.WithContext(ctx)
	for _, m := range behind {
		g.Go(func() error { return e.follow(ctx, m) })
	}
	g.Go(func() error { return e.lead(ctx, g) })
	return g.Wait()
}

// prepare creates missing checkpoints and sorts the models: those at the highest
// position are the group, the others are behind.
func (e *Engine) prepare(ctx context.Context) (behind []*member, err error) {
	s := session{db: e.db}
	defer s.close()
	err = s.do(ctx, func(tx *Tx) error { return e.seed(ctx, tx) })
	if err != nil {
		return nil, err
	}
	checkpoints, err := Checkpoints(ctx, e.db)
	if err != nil {
		return nil, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.group, e.members = group{}, nil
	for _, model := range e.models {
		c := checkpoints[model.Name()]
		if c.StoreID != e.log.Store().ID() {
			return nil, &ForeignStoreError{Name: c.Name, Checkpoint: c.StoreID, Store: e.log.Store().ID()}
		}
		e.members = append(e.members, &member{model: model, position: c.Position, state: StateRebuilding})
		if e.group.position.Before(c.Position) {
			e.group.position = c.Position
		}
	}
	for _, m := range e.members {
		if m.position == e.group.position {
			e.group.members = append(e.group.members, m)
		} else {
			behind = append(behind, m)
		}
	}
	return behind, e.markAll(ctx)
}

// markAll writes the states down. A model that was halted is tried again: whoever
// started the program may have brought the fix.
func (e *Engine) markAll(ctx context.Context) error {
	for _, m := range e.members {
		if m.position == e.group.position {
			m.state = StateLive
		}
		if err := mark(ctx, e.db, m.model.Name(), m.state, ""); err != nil {
			return err
		}
	}
	e.watcher.set(e.group.position)
	return nil
}

func (e *Engine) seed(ctx context.Context, tx *Tx) error {
	for _, model := range e.models {
		if err := begin(ctx, tx, model, e.log.Store().ID()); err != nil {
			return err
		}
	}
	return nil
}

// begin makes the checkpoint of a model, and what is in its tables before the first
// event, unless that was done.
func begin(ctx context.Context, tx *Tx, model Model, store string) error {
	created, err := create(ctx, tx, model.Name(), store)
	if err != nil {
		return fmt.Errorf("create checkpoint of %s: %w", model.Name(), err)
	}
	seeder, ok := model.(Seeder)
	if !created || !ok {
		return nil
	}
	if err := seeder.Seed(ctx, tx); err != nil {
		return fmt.Errorf("seed %s: %w", model.Name(), err)
	}
	return nil
}

func wait(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
