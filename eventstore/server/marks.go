package server

import (
	"context"
	"encoding/json"
	"errors"
	"sync"

	"github.com/google/uuid"

	"gateway/eventstore"
)

const (
	marksStream = "$marks"
	typeMarked  = "$marked"
	// page is how many events are read from the store at once.
	page = 500
)

// marks are the streams that have metadata or a tombstone, or had them. Most logs
// have none: for all other streams nothing has to be looked up.
type marks struct {
	mu       sync.RWMutex
	streams  map[string]struct{}
	revision eventstore.Revision // of the stream that keeps them
}

type marked struct {
	Stream string `json:"stream"`
}

func loadMarks(ctx context.Context, store eventstore.Store) (*marks, error) {
	m := &marks{streams: make(map[string]struct{}), revision: eventstore.NoStream}
	return m, m.load(ctx, store)
}

// load takes in what was added since the last look.
func (m *marks) load(ctx context.Context, store eventstore.Store) error {
	for {
		events, err := store.ReadStream(ctx, marksStream, m.known()+1, eventstore.Forwards, page)
		if err != nil {
			return err
		}
		for _, e := range events {
			if err := m.take(e); err != nil {
				return err
			}
		}
		if len(events) < page {
			return nil
		}
	}
}

func (m *marks) take(e eventstore.Recorded) error {
	var mark marked
	if err := json.Unmarshal(e.Data, &mark); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.streams[mark.Stream] = struct{}{}
	m.revision = max(m.revision, e.Revision)
	return nil
}

func (m *marks) known() eventstore.Revision {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.revision
}

func (m *marks) has(stream string) bool {
	m.mu.RLock()
	defer m.mu.RUnlock()
	_, there := m.streams[stream]
	return there
}

// add marks a stream for good. It is called by one goroutine at a time.
func (m *marks) add(ctx context.Context, store eventstore.Store, stream string) error {
	data, err := json.Marshal(marked{stream})
	if err != nil {
		return err
	}
	event := eventstore.Proposed{ID: uuid.New(), Type: typeMarked, Data: data}
	for !m.has(stream) {
		_, err := store.Append(ctx, marksStream, m.known(), []eventstore.Proposed{event})
		if _, conflict := errors.AsType[*eventstore.ConflictError](err); err != nil && !conflict {
			return err
		}
		if err := m.load(ctx, store); err != nil {
			return err
		}
	}
	return nil
}
