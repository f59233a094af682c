package rebuild

import (
	"context"
	"fmt"
	"maps"
	"sync"

	"gateway/eventstore"
	"gateway/projections/engine"

	"github.com/sirupsen/logrus"
)

// Queue runs the rebuilds and other jobs that administrators request, in the background, one after the other,
// because a rebuild uses all the capacity that it can get. It is safe for concurrent use.
type Queue struct {
	rebuilder *Rebuilder
	logger    *logrus.Entry
	jobs      chan job

	mu     sync.Mutex
	queued map[string]bool // waiting or being worked on
}

// job is a task to run on a read model.
type job struct {
	name, what, by string
	run            func(ctx context.Context) error
}

// NewQueue makes a queue. It takes over the Rebuilder and closes it in Close. The queue does nothing until
// Run is called.
func NewQueue(r *Rebuilder, logger *logrus.Entry) *Queue {
	return &Queue{rebuilder: r, logger: logger, jobs: make(chan job, len(r.models)), queued: make(map[string]bool)}
}

// Statuses returns the statuses of the models, including rebuilds. A model that waits for its rebuild is
// shown as rebuilding.
func (q *Queue) Statuses(ctx context.Context) ([]engine.Status, error) {
	r, queued := q.rebuilder, q.names()
	all, err := Statuses(ctx, r.db, r.log, r.models)
	for i := range all {
		all[i] = q.withQueued(all[i], queued)
	}
	return all, err
}

// names returns the models that are queued now. Take them before a status is read: a rebuild that ends in between
// would look like one that was interrupted.
func (q *Queue) names() map[string]bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return maps.Clone(q.queued)
}

// withQueued shows a model that waits for its turn, or did so before the status was read, as rebuilding.
func (q *Queue) withQueued(s engine.Status, before map[string]bool) engine.Status {
	q.mu.Lock()
	defer q.mu.Unlock()
	if (q.queued[s.Name] || before[s.Name]) && s.State != engine.StateRebuilding {
		s.State, s.Progress, s.Error = engine.StateRebuilding, 0, ""
	}
	return s
}

// Rebuild queues a rebuild of a model and returns its status. The model is rebuilt beside the tables that
// serve, and swapped in. Tables that Compare has built are brought up to date and used. Refusals: not_found;
// rebuild_under_way, here or on another instance.
func (q *Queue) Rebuild(ctx context.Context, name string) (engine.Status, error) {
	return q.enqueue(ctx, name, "rebuild", func(ctx context.Context) error {
		_, err := q.rebuilder.Rebuild(ctx, []string{name}, Options{})
		return err
	})
}

// Compare queues a comparison of a model and returns its status. The model is rebuilt beside the tables that
// serve and compared with them, and then waits for Rebuild or Clean. Refusals: as for Rebuild.
func (q *Queue) Compare(ctx context.Context, name string) (engine.Status, error) {
	return q.enqueue(ctx, name, "comparison", func(ctx context.Context) error {
		_, err := q.rebuilder.Rebuild(ctx, []string{name}, Options{Hold: true})
		return err
	})
}

// Rollback queues a rollback of a model and returns its status. The tables that the last rebuild replaced are
// brought up to date and serve again. Refusals: as for Rebuilder.Rollback.
func (q *Queue) Rollback(ctx context.Context, name string) (engine.Status, error) {
	models, err := q.rebuilder.modelsNamed([]string{name})
	if err != nil {
		return engine.Status{}, err
	}
	if err := q.rebuilder.checkRetired(ctx, models[0]); err != nil {
		return engine.Status{}, err
	}
	return q.enqueue(ctx, name, "rollback", func(ctx context.Context) error {
		_, err := q.rebuilder.Rollback(ctx, name)
		return err
	})
}

// Clean removes what rebuilds of a model keep: the tables for a rollback, and rebuilt tables that were not
// swapped in. Refusals: not_found, rebuild_under_way.
func (q *Queue) Clean(ctx context.Context, name string) (Detail, error) {
	if q.isQueued(name) {
		return Detail{}, errUnderWay(name)
	}
	if err := q.rebuilder.Clean(ctx, []string{name}); err != nil {
		return Detail{}, err
	}
	return q.Detail(ctx, name)
}

// enqueue queues a job for a model and returns the model's status.
func (q *Queue) enqueue(ctx context.Context, name, what string, run func(context.Context) error) (engine.Status, error) {
	if _, err := q.rebuilder.modelsNamed([]string{name}); err != nil {
		return engine.Status{}, err
	}
	locked, err := isLocked(ctx, q.rebuilder.db, name)
	if err != nil {
		return engine.Status{}, err
	}
	if locked || !q.add(job{name: name, what: what, by: eventstore.MetadataFrom(ctx).Actor, run: run}) {
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

// add queues a job, and returns false when the model is already in the queue.
func (q *Queue) add(j job) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.queued[j.name] {
		return false
	}
	q.queued[j.name] = true
	q.jobs <- j // does not block, because there is room for each model once
	return true
}

func (q *Queue) isQueued(name string) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.queued[name]
}

// Run runs the queued jobs until ctx ends. The next request for an interrupted rebuild resumes it.
func (q *Queue) Run(ctx context.Context) {
	for {
		select {
		case j := <-q.jobs:
			q.do(ctx, j)
			q.mu.Lock()
			delete(q.queued, j.name)
			q.mu.Unlock()
		case <-ctx.Done():
			return
		}
	}
}

func (q *Queue) do(ctx context.Context, j job) {
	logger := q.logger.WithFields(logrus.Fields{"projection": j.name, "by": j.by})
	err := j.run(ctx)
	switch {
	case err == nil:
		logger.Info(j.what + " of a read model is done")
	case ctx.Err() == nil:
		logger.WithError(err).Error(j.what + " of a read model failed")
		if err := q.rebuilder.noteFailure(ctx, j.name, fmt.Sprintf("the last %s failed: %v", j.what, err)); err != nil {
			logger.WithError(err).Warn("the failure can't be noted")
		}
	}
}

// noteFailure shows a failure in the status of a model, unless the status already says why the model halted
// or a rebuild failed. The failure stays until the model's tables are swapped or the engine starts.
func (r *Rebuilder) noteFailure(ctx context.Context, name, reason string) error {
	_, err := r.db.ExecContext(ctx, `UPDATE checkpoints SET error = $2 WHERE name = $1 AND state <> 'halted' AND error = ''`, name, reason)
	return err
}

// Close closes the connections. Call it after Run has returned.
func (q *Queue) Close() { q.rebuilder.Close() }
