package reactor

import (
	"context"
	"fmt"
	"runtime/pprof"
	"sync"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/tracing"
	"gateway/projections/engine"

	"github.com/sirupsen/logrus"
)

// Progress tells how far the read models are. *engine.CheckpointWatcher implements it.
type Progress interface {
	Position() eventstore.Position
	Wait(ctx context.Context, p eventstore.Position) error
}

// JobLabel is the profiler label (runtime/pprof) of a job's context: the key of the job.
const JobLabel = "job"

// pollEvery is how often a to-do list is read when no event arrives, for work that
// becomes due by the clock.
const pollEvery = time.Second

// worker is the part that reactors with a to-do list share: it decides when the list
// is read, and bounds the jobs that run at once.
type worker struct {
	name     string
	log      *eventstore.Log
	progress Progress
	logger   *logrus.Entry
	// limit bounds the jobs at once.
	limit int
	// gap is the least time between two readings of the list.
	gap time.Duration
	// startDue reads the list and starts the jobs that are due.
	startDue func(context.Context) error

	wake chan struct{}
	// ended gets a value when a job has ended.
	ended chan struct{}
	jobs  sync.WaitGroup

	mu   sync.Mutex
	busy map[string]struct{}
	// running is true while run is.
	running bool
	// problem is the error of the last reading of the list.
	problem string
}

func newWorker(name string, log *eventstore.Log, progress Progress, logger *logrus.Entry, limit int, gap time.Duration) *worker {
	return &worker{
		name: name, log: log, progress: progress, logger: logger.WithField("reactor", name), limit: limit, gap: gap,
		wake: make(chan struct{}, 1), ended: make(chan struct{}, 1), busy: make(map[string]struct{}),
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

// Run implements Reactor. It reads the list when the read models move, and every pollEvery, until the
// context ends. Jobs that it has started end with the context. When the list can't be
// read, Run tries again and leaves the jobs under way alone.
func (w *worker) Run(ctx context.Context) error {
	ctx = withReactorAsActor(ctx, w.name)
	if err := w.CatchUp(ctx); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer w.jobs.Wait()
	defer cancel()
	w.setRunning(true)
	defer w.setRunning(false)
	w.jobs.Go(func() { w.wakeOnProgress(ctx) })
	for {
		w.recordProblem(ctx, w.startDue(ctx))
		if err := w.waitForWork(ctx); err != nil {
			return err
		}
	}
}

// RunOnce reads the list once, and returns when all jobs that it started are done.
func (w *worker) RunOnce(ctx context.Context) error {
	err := w.startDue(withReactorAsActor(ctx, w.name))
	w.jobs.Wait()
	return err
}

// CatchUp waits until the read models have reached the head of the log, so that work
// that is done already does not look undone. Run begins with it.
func (w *worker) CatchUp(ctx context.Context) error {
	head, err := w.log.Store().Head(ctx)
	if err != nil {
		return fmt.Errorf("read the head of the log: %w", err)
	}
	return w.progress.Wait(ctx, head)
}

func (w *worker) wakeOnProgress(ctx context.Context) {
	at := w.progress.Position()
	for {
		at.Prepare++ // the smallest later position
		if w.progress.Wait(ctx, at) != nil {
			return
		}
		at = w.progress.Position()
		w.wakeUp()
	}
}

func (w *worker) wakeUp() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

func (w *worker) waitForWork(ctx context.Context) error {
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

func (w *worker) recordProblem(ctx context.Context, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case err == nil:
		w.problem = ""
	case ctx.Err() == nil && w.problem != err.Error():
		w.problem = err.Error()
		w.logger.WithError(err).Warn("can't read the to-do list")
	}
}

// isFull reports whether no further job may start.
func (w *worker) isFull() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.busy) >= w.limit
}

func (w *worker) setRunning(running bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.running = running
}

// awaitRoom waits until a further job may start. It returns false when the context ends first,
// and at once where the caller is RunOnce and too many jobs are under way.
func (w *worker) awaitRoom(ctx context.Context) bool {
	for w.isFull() {
		w.mu.Lock()
		running := w.running
		w.mu.Unlock()
		if !running {
			return false
		}
		select {
		case <-w.ended:
		case <-ctx.Done():
			return false
		}
	}
	return ctx.Err() == nil
}

// startJobFor is startJob for work that the event at the position caused: the job is part of its trace.
func (w *worker) startJobFor(ctx context.Context, position int64, key string, job func(context.Context) error) bool {
	return w.startJob(ctx, key, func(ctx context.Context) (err error) {
		ctx, span := tracing.Continue(ctx, w.name, w.log.TraceAt(ctx, position))
		defer func() { span.End(err) }()
		return job(ctx)
	})
}

// startJob runs the job in the background, unless a job with this key is under way or
// too many are.
func (w *worker) startJob(ctx context.Context, key string, job func(context.Context) error) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, busy := w.busy[key]; busy || len(w.busy) >= w.limit {
		return false
	}
	w.busy[key] = struct{}{}
	w.jobs.Go(func() {
		defer w.finishJob(key)
		// The label names the job in Go's profiles, and to a simulation.
		ctx := pprof.WithLabels(ctx, pprof.Labels(JobLabel, key))
		if err := recoverPanic(ctx, job); err != nil && ctx.Err() == nil {
			w.logger.WithError(err).WithField("job", key).Warn("a job failed; it will be tried again")
		}
	})
	return true
}

func (w *worker) finishJob(key string) {
	w.mu.Lock()
	delete(w.busy, key)
	w.mu.Unlock()
	select {
	case w.ended <- struct{}{}:
	default:
	}
	w.wakeUp()
}

// recoverPanic turns a panic of the job into an error, so that one job does not end
// the gateway.
func recoverPanic(ctx context.Context, job func(context.Context) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return job(ctx)
}
