package reactor

import (
	"context"
	"fmt"
	"sync"
	"time"

	"gateway/eventstore"
	"gateway/projections/engine"

	"github.com/sirupsen/logrus"
)

// Progress is how far the read models are. *projections.Watcher implements it.
type Progress interface {
	Position() eventstore.Position
	Wait(ctx context.Context, p eventstore.Position) error
}

// pollEvery is how often a to-do list is read when nothing has happened: for what
// falls due by the clock.
const pollEvery = time.Second

// worker is what the reactors share that work off a to-do list: when to read it,
// and how many jobs run at once.
type worker struct {
	name     string
	log      *eventstore.Log
	progress Progress
	logger   *logrus.Entry
	// limit bounds the jobs at once.
	limit int
	// gap is the least time between two readings of the list.
	gap time.Duration

	wake chan struct{}
	jobs sync.WaitGroup

	mu   sync.Mutex
	busy map[string]struct{}
	// problem is what was wrong with the last reading of the list.
	problem string
}

func newWorker(name string, log *eventstore.Log, progress Progress, logger *logrus.Entry, limit int, gap time.Duration) *worker {
	return &worker{
		name: name, log: log, progress: progress, logger: logger.WithField("reactor", name), limit: limit, gap: gap,
		wake: make(chan struct{}, 1), busy: make(map[string]struct{}),
	}
}

// Name implements Reactor.
func (w *worker) Name() string { return w.name }

// Status implements Reactor. The position is that of the to-do list.
func (w *worker) Status(context.Context) (engine.Status, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return engine.Status{
		Name: w.name, Position: w.progress.Position().Commit, State: engine.StateLive, Error: w.problem,
	}, nil
}

// run calls pass when the read models move and every pollEvery, until the context
// ends; jobs that pass has started end with it. A list that can't be read is read
// again: it must not end the jobs under way.
func (w *worker) run(ctx context.Context, pass func(context.Context) error) error {
	ctx = asReactor(ctx, w.name)
	if err := w.catchUp(ctx); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer w.jobs.Wait()
	defer cancel()
	w.jobs.Go(func() { w.follow(ctx) })
	for {
		w.note(ctx, pass(ctx))
		if err := w.rest(ctx); err != nil {
			return err
		}
	}
}

// runOnce is one pass, with all that it started.
func (w *worker) runOnce(ctx context.Context, pass func(context.Context) error) error {
	err := pass(asReactor(ctx, w.name))
	w.jobs.Wait()
	return err
}

// catchUp waits until the list knows all that is in the log: what was done already
// must not look as if it were to do.
func (w *worker) catchUp(ctx context.Context) error {
	head, err := w.log.Store().Head(ctx)
	if err != nil {
		return fmt.Errorf("read the head of the log: %w", err)
	}
	return w.progress.Wait(ctx, head)
}

func (w *worker) follow(ctx context.Context) {
	at := w.progress.Position()
	for {
		at.Prepare++ // the least position after it
		if w.progress.Wait(ctx, at) != nil {
			return
		}
		at = w.progress.Position()
		w.signal()
	}
}

func (w *worker) signal() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

func (w *worker) rest(ctx context.Context) error {
	poll := time.NewTimer(pollEvery)
	defer poll.Stop()
	select {
	case <-time.After(w.gap):
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case <-w.wake:
	case <-poll.C:
	case <-ctx.Done():
		return ctx.Err()
	}
	return nil
}

func (w *worker) note(ctx context.Context, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case err == nil:
		w.problem = ""
	case ctx.Err() == nil && w.problem != err.Error():
		w.problem = err.Error()
		w.logger.WithError(err).Warn("the to-do list can't be worked off")
	}
}

// full reports whether no further job may start.
func (w *worker) full() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.busy) >= w.limit
}

// start does the job in the background, unless one of this key is under way or there
// are too many.
func (w *worker) start(ctx context.Context, key string, job func(context.Context) error) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, busy := w.busy[key]; busy || len(w.busy) >= w.limit {
		return false
	}
	w.busy[key] = struct{}{}
	w.jobs.Go(func() {
		defer w.done(key)
		if err := guarded(ctx, job); err != nil && ctx.Err() == nil {
			w.logger.WithError(err).WithField("job", key).Warn("it will be tried again")
		}
	})
	return true
}

func (w *worker) done(key string) {
	w.mu.Lock()
	delete(w.busy, key)
	w.mu.Unlock()
	w.signal()
}

// guarded turns a panic into an error: one job must not take the gateway down.
func guarded(ctx context.Context, do func(context.Context) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return do(ctx)
}
