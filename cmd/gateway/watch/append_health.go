package watch

import (
	"context"
	"errors"
	"sync"
	"time"

	"gateway/eventstore"

	"github.com/google/uuid"
	"github.com/sirupsen/logrus"
)

const (
	// tryInterval is the time between two tries while appends fail.
	tryInterval = time.Second
	// tryTimeout bounds one try.
	tryTimeout = 5 * time.Second
	// conflictsInARow is how many tries by conflict must succeed one after the other.
	conflictsInARow = 10
)

// errNotKnown says that more conflicts are waited for.
var errNotKnown = errors.New("that conflicts are found does not show yet that events are written")

// AppendHealth knows whether the appends of this instance succeed. After one that failed it is unhealthy until one
// succeeds. A balancer sends no requests meanwhile, so that none may come: Run tries by itself, and leaves no event.
type AppendHealth struct {
	// try does what an append does, and leaves no event.
	try    func(context.Context) error
	logger *logrus.Entry

	mu     sync.Mutex
	failed error
	// begin wakes Run after the first append that failed.
	begin chan struct{}
}

// NewAppendHealth makes the health of the appends to a store. Run looks whether they work again.
func NewAppendHealth(store eventstore.Store, logger *logrus.Entry) *AppendHealth {
	h := &AppendHealth{try: tryByConflict(store), logger: logger, begin: make(chan struct{}, 1)}
	if can, ok := store.(interface {
		TryAppend(ctx context.Context) error
	}); ok {
		h.try = can.TryAppend
	}
	return h
}

// tryByConflict asks for an append to a stream that is never at the expected revision. A conflict shows that the server answers
// as the leader, and not that a majority would store the event: EventStoreDB finds conflicts before that, and a leader that lost its
// majority steps down some seconds later. So it succeeds with the tenth conflict in a row. More can't be known without an event: where
// a leader stays that can't write, appends fail again, and readiness comes and goes.
func tryByConflict(store eventstore.Store) func(context.Context) error {
	const never = 1 << 40
	inARow := 0
	return func(ctx context.Context) error {
		_, err := store.Append(ctx, "tried", never, []eventstore.Proposed{{ID: uuid.New(), Type: "tried", Data: []byte(`{}`)}})
		if _, conflicts := errors.AsType[*eventstore.ConflictError](err); !conflicts {
			inARow = 0
			return err
		}
		if inARow++; inARow < conflictsInARow {
			return errNotKnown
		}
		inARow = 0
		return nil
	}
}

// Err returns why the last append failed, nil when it did not.
func (h *AppendHealth) Err() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.failed
}

// saw takes the outcome of an append into account. A conflict, a refusal of what was to be appended and a caller who left
// say nothing.
func (h *AppendHealth) saw(err error) {
	failed := errors.Is(err, eventstore.ErrUnavailable) || errors.Is(err, context.DeadlineExceeded)
	if !failed && err != nil {
		return
	}
	h.mu.Lock()
	changed := (h.failed != nil) != failed
	h.failed = err
	h.mu.Unlock()
	switch {
	case changed && failed:
		h.logger.WithError(err).Error("an append failed: /readyz answers 503 until one succeeds")
		select {
		case h.begin <- struct{}{}:
		default:
		}
	case changed:
		h.logger.Info("appends succeed again")
	}
}

// Run tries, while appends fail, whether they would succeed. It returns when ctx ends.
func (h *AppendHealth) Run(ctx context.Context) {
	for {
		select {
		case <-h.begin:
		case <-ctx.Done():
			return
		}
		for h.Err() != nil {
			trying, cancel := context.WithTimeout(ctx, tryTimeout)
			if h.try(trying) == nil {
				h.saw(nil)
			}
			cancel()
			select {
			case <-time.After(tryInterval):
			case <-ctx.Done():
				return
			}
		}
	}
}
