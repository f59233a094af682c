package engine

import (
	"context"
	"sync"

	"gateway/domain"

	"github.com/sirupsen/logrus"
)

// Requests rebuilds read models in the background, as administrators ask for it: one
// after the other, since a rebuild takes all it can get.
type Requests struct {
	rebuilder *Rebuilder
	logger    *logrus.Entry
	wanted    chan string

	mu      sync.Mutex
	waiting map[string]bool // or under way
}

// NewRequests makes it. It starts nothing, and closes the Rebuilder when it is
// closed.
func NewRequests(r *Rebuilder, logger *logrus.Entry) *Requests {
	return &Requests{rebuilder: r, logger: logger, wanted: make(chan string, len(r.models)), waiting: make(map[string]bool)}
}

// Statuses are those of the models; one whose rebuild has yet to begin is shown as
// rebuilding, too.
func (q *Requests) Statuses(ctx context.Context) ([]Status, error) {
	r := q.rebuilder
	all, err := Statuses(ctx, r.db, r.log, r.models)
	if err != nil {
		return nil, err
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	for i := range all {
		if s := &all[i]; q.waiting[s.Name] && s.State != StateRebuilding {
			s.State, s.Progress, s.Error = StateRebuilding, 0, ""
		}
	}
	return all, nil
}

// Rebuild asks for a rebuild and gives the status of the model. Refusals: not_found,
// rebuild_under_way (here or elsewhere).
func (q *Requests) Rebuild(ctx context.Context, name string) (Status, error) {
	if _, err := q.rebuilder.pick([]string{name}); err != nil {
		return Status{}, err
	}
	elsewhere, err := isLocked(ctx, q.rebuilder.db, name)
	if err != nil {
		return Status{}, err
	}
	if elsewhere || !q.enter(name) {
		return Status{}, underWay(name)
	}
	all, err := q.Statuses(ctx)
	for _, s := range all {
		if s.Name == name {
			return s, nil
		}
	}
	return Status{}, err
}

func underWay(name string) error {
	return domain.Refuse(domain.Conflict, "rebuild_under_way", "%s is being rebuilt already", name)
}

func (q *Requests) enter(name string) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.waiting[name] {
		return false
	}
	q.waiting[name] = true
	q.wanted <- name // never full: each name is in it once
	return true
}

// Run rebuilds what is asked for, until the context ends; what it was at then is
// resumed when it is asked for again.
func (q *Requests) Run(ctx context.Context) {
	for {
		select {
		case name := <-q.wanted:
			_, err := q.rebuilder.Rebuild(ctx, []string{name}, RebuildOptions{})
			if err != nil && ctx.Err() == nil {
				q.logger.WithError(err).WithField("projection", name).Error("rebuild failed")
			}
			q.mu.Lock()
			delete(q.waiting, name)
			q.mu.Unlock()
		case <-ctx.Done():
			return
		}
	}
}

// Close closes the connections, after Run has ended.
func (q *Requests) Close() error { return q.rebuilder.Close() }
