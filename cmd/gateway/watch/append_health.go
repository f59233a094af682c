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
	// tryInterval is the time between two test appends while appends fail.
	tryInterval = time.Second
	// tryTimeout limits one test append.
	tryTimeout = 5 * time.Second
	// conflictsInARow is how many test appends must end in a conflict in a row.
	conflictsInARow = 10
)

// errNotKnown says that more conflicts are needed.
var errNotKnown = errors.New("that conflicts are found does not show yet that events are written")

// AppendHealth knows whether the appends of this instance succeed. After a failed append it is unhealthy
// until one succeeds. Meanwhile a balancer sends no requests, so there may be no appends; Run therefore makes
// test appends, which leave no event.
type AppendHealth struct {
	// try does what an append does, but leaves no event.
	try    func(context.Context) error
	logger *logrus.Entry

	mu     sync.Mutex
	failed error
	// begin wakes Run after the first failed append.
	begin chan struct{}
}

// NewAppendHealth makes the health of the appends to a store. Run checks whether they work again.
func NewAppendHealth(store eventstore.Store, logger *logrus.Entry) *AppendHealth {
	h := &AppendHealth{try: tryByConflict(store), logger: logger, begin: make(chan struct{}, 1)}
	if can, ok := store.(interface {
		TryAppend(ctx context.Context) error
	}); ok {
		h.try = can.TryAppend
	}
	return h
}

// tryByConflict tries an append to a stream that is never at the expected revision. A conflict shows that the
// server answers as the leader, but not that a majority would store the event: EventStoreDB detects conflicts
// before that, and a leader that lost its majority steps down some seconds later. So the check succeeds only
// at the tenth conflict in a row. More cannot be known without an event: if a leader that cannot write stays,
// appends fail again, and readiness alternates.
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

// Err returns why the last append failed, or nil.
func (h *AppendHealth) Err() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.failed
}

// saw records the outcome of an append. Conflicts, refusals of the content and callers that disconnected are
// ignored.
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

// Run checks with test appends, while appends fail, whether they would succeed. It returns when ctx ends.
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
