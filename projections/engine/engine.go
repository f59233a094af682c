package engine

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"time"

	"gateway/eventstore"

	"github.com/sirupsen/logrus"
	"golang.org/x/sync/errgroup"
)

const (
	// batchLimit is the maximum number of events that one transaction applies.
	batchLimit = 5_000
	// largeBatch is the number of events from which a batch counts as large. A large batch is decoded while
	// the one before it is applied, is applied over all sessions, and writes new rows with COPY.
	largeBatch = 1_000
	// retryAfter is the wait after a connection error.
	retryAfter = 200 * time.Millisecond
)

// Engine applies the log to the read models. Only one Run at a time does work on a database; a second one
// does no harm (see ErrStale).
type Engine struct {
	db      *sql.DB
	log     *eventstore.Log
	models  []Model
	watcher *CheckpointWatcher
	logger  *logrus.Entry

	mu sync.Mutex // protects group, the position of every member, and the sessions of a run
	// group holds the models that share one subscription, and one transaction per batch unless the batch is
	// large.
	group group
}

// group is the set of models at the highest position.
type group struct {
	members  []*member
	position eventstore.Position
}

// member is one model, either in the group or catching up with it.
type member struct {
	model    Model
	position eventstore.Position
	took     time.Duration // for the last batch
}

// New makes an engine. It reports the position after each batch to the watcher.
func New(db *sql.DB, log *eventstore.Log, watcher *CheckpointWatcher, logger *logrus.Entry, models ...Model) *Engine {
	return &Engine{db: db, log: log, watcher: watcher, logger: logger, models: models}
}

// Run applies the log to the models until ctx ends. It starts again after a connection error. The only error
// that it returns is a *ForeignStoreError.
func (e *Engine) Run(ctx context.Context) error {
	e.watcher.setLeading(true)
	defer e.watcher.setLeading(false)
	for {
		err := e.runUntilError(ctx)
		var foreign *ForeignStoreError
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.As(err, &foreign):
			return err
		case err != nil && !errors.Is(err, ErrStale):
			e.logger.WithError(err).Warn("the projections failed; they will be started again")
		}
		if sleep(ctx, retryAfter) != nil {
			return nil
		}
	}
}

// runUntilError reads the checkpoints and applies the log until ctx ends or a checkpoint turns out to be
// stale. All models share the sessions: if each had its own, an event that halts many models would take all
// connections of the pool.
func (e *Engine) runUntilError(ctx context.Context) error {
	lagging, err := e.loadMembers(ctx)
	if err != nil {
		return err
	}
	w := newWorkers(e.db)
	defer w.close()
	if lagging, err = e.joinClose(ctx, w, lagging); err != nil {
		return err
	}
	g, ctx := errgroup.WithContext(ctx)
	for _, m := range lagging {
		g.Go(func() error { return e.catchUp(ctx, w, m) })
	}
	g.Go(func() error { return e.followHead(ctx, w, g) })
	return g.Wait()
}

// loadMembers creates missing checkpoints and divides the models: the models at the highest position form the
// group, and the others are returned.
func (e *Engine) loadMembers(ctx context.Context) (lagging []*member, err error) {
	if err := e.createCheckpoints(ctx); err != nil {
		return nil, err
	}
	checkpoints, err := Checkpoints(ctx, e.db)
	if err != nil {
		return nil, err
	}
	var members []*member
	var highest eventstore.Position
	for _, model := range e.models {
		c := checkpoints[model.Name()]
		if c.StoreID != e.log.Store().ID() {
			return nil, &ForeignStoreError{Name: c.Name, Checkpoint: c.StoreID, Store: e.log.Store().ID()}
		}
		members = append(members, &member{model: model, position: c.Position})
		if highest.Before(c.Position) {
			highest = c.Position
		}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.group = group{position: highest}
	for _, m := range members {
		// A halted model is set to rebuilding, because this version of the program may be able to apply the
		// event.
		state := StateRebuilding
		if m.position == highest {
			state = StateLive
			e.group.members = append(e.group.members, m)
		} else {
			lagging = append(lagging, m)
		}
		if err := setState(ctx, e.db, m.model.Name(), state, ""); err != nil {
			return nil, err
		}
	}
	e.watcher.setPosition(highest)
	return lagging, nil
}

func (e *Engine) createCheckpoints(ctx context.Context) error {
	s := NewSession(e.db)
	defer s.Close()
	return s.Transact(ctx, func(tx *Tx) error {
		for _, model := range e.models {
			if err := CreateCheckpoint(ctx, tx, model, e.log.Store().ID()); err != nil {
				return err
			}
		}
		return nil
	})
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
