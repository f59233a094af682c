package rebuild

import (
	"context"
	"sync"

	"gateway/projections/engine"

	"github.com/sirupsen/logrus"
)

// Queue rebuilds read models in the background at the request of administrators, one
// after the other, because a rebuild uses all the capacity it can get. It is safe for
// concurrent use.
type Queue struct {
	rebuilder *Rebuilder
	logger    *logrus.Entry
	names     chan string

	mu     sync.Mutex
	queued map[string]bool // waiting or being rebuilt
}

// NewQueue makes a queue. It takes over the Rebuilder and closes it in Close. It does
// nothing until Run.
func NewQueue(r *Rebuilder, logger *logrus.Entry) *Queue {
	return &Queue{rebuilder: r, logger: logger, names: make(chan string, len(r.models)), queued: make(map[string]bool)}
}

// Statuses returns the statuses of the models, rebuilds included. A model that waits
// for its rebuild is shown as rebuilding.
func (q *Queue) Statuses(ctx context.Context) ([]engine.Status, error) {
	r := q.rebuilder
	all, err := Statuses(ctx, r.db, r.log, r.models)
	if err != nil {
		return nil, err
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	for i := range all {
		if s := &all[i]; q.queued[s.Name] && s.State != engine.StateRebuilding {
			s.State, s.Progress, s.Error = engine.StateRebuilding, 0, ""
		}
	}
	return all, nil
}

// Rebuild puts a model into the queue and returns its status. Refusals: not_found;
// rebuild_under_way, here or on another instance.
func (q *Queue) Rebuild(ctx context.Context, name string) (engine.Status, error) {
	if _, err := q.rebuilder.modelsNamed([]string{name}); err != nil {
		return engine.Status{}, err
	}
	locked, err := isLocked(ctx, q.rebuilder.db, name)
	if err != nil {
		return engine.Status{}, err
	}
	if locked || !q.enqueue(name) {
		return engine.Status{}, errUnderWay(name)
	}
	all, err := q.Statuses(ctx)
	for _, s := range all {
		if s.Name == name {
			return s, nil
		}
	}
	return engine.Status{}, err
}

// enqueue reports whether the name was not in the queue.
func (q *Queue) enqueue(name string) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.queued[name] {
		return false
	}
	q.queued[name] = true
	q.names <- name // does not block: it has room for each name once
	return true
}

// Run rebuilds the queued models until ctx ends. A rebuild that this interrupts is
// resumed by the next request for it.
func (q *Queue) Run(ctx context.Context) {
	for {
		select {
		case name := <-q.names:
			_, err := q.rebuilder.Rebuild(ctx, []string{name}, Options{})
			if err != nil && ctx.Err() == nil {
				q.logger.WithError(err).WithField("projection", name).Error("rebuild failed")
			}
			q.mu.Lock()
			delete(q.queued, name)
			q.mu.Unlock()
		case <-ctx.Done():
			return
		}
	}
}

// Close closes the connections. Call it after Run has returned.
func (q *Queue) Close() { q.rebuilder.Close() }
