package reactor

import (
	"context"
	"fmt"
	"runtime/pprof"
	"sync"
	"time"

	"gateway/domain"
	"gateway/eventstore"
	"gateway/eventstore/tracing"
	"gateway/projections/engine"

	"github.com/sirupsen/logrus"
)

// Progress tells up to which position the read models have been updated. *engine.CheckpointWatcher
// implements it.
type Progress interface {
	Position() eventstore.Position
	Wait(ctx context.Context, p eventstore.Position) error
}

// JobLabel is the profiler label (runtime/pprof) in a job's context that holds the key of the job.
const JobLabel = "job"

// pollEvery is how often a to-do list is read when no event arrives, because work also becomes due as time
// passes.
const pollEvery = time.Second

// Worker is what all reactors with a to-do list share: it decides when to read the list, and bounds the
// jobs that run at once.
type Worker struct {
	name string
	// Log, Progress and Logger are those of NewWorker; the logger also names the reactor.
	Log      *eventstore.Log
	Progress Progress
	Logger   *logrus.Entry
	// limit bounds the number of jobs that run at once.
	limit int
	// gap is the shortest time between two readings of the list.
	gap time.Duration
	// StartDue reads the list and starts the jobs that are due.
	StartDue func(context.Context) error

	wake chan struct{}
	// ended receives a value when a job has ended.
	ended chan struct{}
	jobs  sync.WaitGroup

	mu   sync.Mutex
	busy map[string]struct{}
	// groups counts the jobs under way by their group.
	groups map[string]int
	// running is true while Run reads the list.
	running bool
	// problem is the error of the last reading of the list.
	problem string
}

// NewWorker makes a worker without a list; StartDue is to be set. limit bounds the jobs that run at once, and gap is
// the shortest time between two readings of the list.
func NewWorker(name string, log *eventstore.Log, progress Progress, logger *logrus.Entry, limit int, gap time.Duration) *Worker {
	return &Worker{
		name: name, Log: log, Progress: progress, Logger: logger.WithField("reactor", name), limit: limit, gap: gap,
		wake: make(chan struct{}, 1), ended: make(chan struct{}, 1), busy: make(map[string]struct{}), groups: make(map[string]int),
	}
}

// Name implements Reactor.
func (w *Worker) Name() string { return w.name }

// Status implements Reactor. The position is the one up to which the to-do list is current.
func (w *Worker) Status(context.Context) (engine.Status, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return engine.Status{
		Name: w.name, Position: w.Progress.Position().Commit, State: engine.StateLive, Error: w.problem,
	}, nil
}

// Run implements Reactor. It first waits for the read models to catch up. Then it reads the list whenever
// the read models advance, and at least every pollEvery, until the context ends. Its jobs end with the
// context, and Run waits for them. If the list can't be read, Run tries again without stopping the jobs
// under way.
func (w *Worker) Run(ctx context.Context) error {
	ctx = WithReactorAsActor(ctx, w.name)
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
		w.recordProblem(ctx, w.StartDue(ctx))
		if err := w.waitForWork(ctx); err != nil {
			return err
		}
	}
}

// RunOnce reads the list once, and returns when all jobs that it started are done.
func (w *Worker) RunOnce(ctx context.Context) error {
	err := w.StartDue(WithReactorAsActor(ctx, w.name))
	w.jobs.Wait()
	return err
}

// CatchUp waits until the read models have reached the head of the log. Otherwise finished work could look
// unfinished. Run begins with it.
func (w *Worker) CatchUp(ctx context.Context) error {
	head, err := w.Log.Store().Head(ctx)
	if err != nil {
		return fmt.Errorf("read the head of the log: %w", err)
	}
	return w.Progress.Wait(ctx, head)
}

func (w *Worker) wakeOnProgress(ctx context.Context) {
	at := w.Progress.Position()
	for {
		at.Prepare++ // the smallest later position
		if w.Progress.Wait(ctx, at) != nil {
			return
		}
		at = w.Progress.Position()
		w.wakeUp()
	}
}

func (w *Worker) wakeUp() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

func (w *Worker) waitForWork(ctx context.Context) error {
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

func (w *Worker) recordProblem(ctx context.Context, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case err == nil:
		w.problem = ""
	case ctx.Err() == nil && w.problem != err.Error():
		w.problem = err.Error()
		w.Logger.WithError(err).Warn("can't read the to-do list")
	}
}

// IsBusy reports whether a job with this key is under way.
func (w *Worker) IsBusy(key string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	_, busy := w.busy[key]
	return busy
}

// IsFull reports whether no further job may start.
func (w *Worker) IsFull() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.busy) >= w.limit
}

// join takes a place for a job of the group, unless the group has half of them.
func (w *Worker) join(group string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.groups[group] >= max(1, w.limit/2) {
		return false
	}
	w.groups[group]++
	return true
}

// leave gives the place of a job of the group back. It does nothing for a job without a group.
func (w *Worker) leave(group string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.groups[group]--; w.groups[group] <= 0 {
		delete(w.groups, group)
	}
}

func (w *Worker) setRunning(running bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.running = running
}

// AwaitRoom waits until another job may start. It returns false if the context ends first. Under RunOnce
// it does not wait: it returns false at once if too many jobs are under way.
func (w *Worker) AwaitRoom(ctx context.Context) bool {
	for w.IsFull() {
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

// StartJobFor works like StartJob for work that the event at the position caused. The job becomes part of
// that event's trace.
func (w *Worker) StartJobFor(ctx context.Context, position int64, key string, job func(context.Context) error) bool {
	return w.StartJob(ctx, key, func(ctx context.Context) (err error) {
		ctx, span := tracing.Continue(ctx, w.name, w.Log.TraceAt(ctx, position))
		defer func() { span.End(err) }()
		return job(ctx)
	})
}

// StartJob runs the job in the background and returns true. It returns false if a job with this key, or
// too many jobs, are under way.
func (w *Worker) StartJob(ctx context.Context, key string, job func(context.Context) error) bool {
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
			w.Logger.WithError(err).WithField("job", key).Warn("a job failed; it will be tried again")
		}
	})
	return true
}

func (w *Worker) finishJob(key string) {
	w.mu.Lock()
	delete(w.busy, key)
	w.mu.Unlock()
	select {
	case w.ended <- struct{}{}:
	default:
	}
	w.wakeUp()
}

// Appended reports whether the events that a command appended begin with one of the type E.
func Appended[E domain.Event](events []domain.Event) bool {
	if len(events) == 0 {
		return false
	}
	_, is := events[0].(E)
	return is
}

// appendAfterStop bounds an append that is made after the reactor was told to stop.
const appendAfterStop = 2 * time.Second

// AfterStop returns a context for the append that follows a call: it outlasts the end of ctx, because the call
// was made.
func AfterStop(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), appendAfterStop)
}

// recoverPanic turns a panic of the job into an error, so that one job does not crash the gateway.
func recoverPanic(ctx context.Context, job func(context.Context) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return job(ctx)
}
