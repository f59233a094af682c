package storetest

import (
	"bytes"
	"context"
	"fmt"
	"sync"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/transfer"

	"github.com/google/uuid"
)

// Memory is a log in memory, for tests and examples that need no database. It fulfils the
// contract of this package, except that nothing is durable.
type Memory struct {
	id string

	mu     sync.Mutex
	events []eventstore.Recorded // event i has position i+1
	grown  chan struct{}         // closed, and replaced, when events are added

	copySource string // transfer.CopyMarker's mark
}

// NewMemory returns an empty log.
func NewMemory() *Memory { return &Memory{id: uuid.NewString(), grown: make(chan struct{})} }

// Open returns a store on the log. Several stores on one log are like several processes.
func (m *Memory) Open() transfer.Store {
	return &memoryStore{Memory: m, quit: make(chan struct{})}
}

type memoryStore struct {
	*Memory
	close sync.Once
	quit  chan struct{} // closed by Close
}

// ID implements eventstore.Store.
func (s *memoryStore) ID() string { return s.id }

// Close implements eventstore.Store. A second call does nothing.
func (s *memoryStore) Close() error {
	s.mu.Lock() // appends in flight have ended
	defer s.mu.Unlock()
	s.close.Do(func() { close(s.quit) })
	return nil
}

// check returns the error of a call that must not begin.
func (s *memoryStore) check(ctx context.Context) error {
	select {
	case <-s.quit:
		return eventstore.ErrClosed
	default:
		return ctx.Err()
	}
}

// Append implements eventstore.Store.
func (s *memoryStore) Append(
	ctx context.Context, stream string, expected eventstore.Revision, events []eventstore.Proposed,
) (eventstore.Appended, error) {
	if err := eventstore.CheckAppend(stream, expected, events); err != nil {
		return eventstore.Appended{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.check(ctx); err != nil {
		return eventstore.Appended{}, err
	}
	held := s.stream(stream)
	if actual := eventstore.Revision(len(held)) - 1; actual != expected {
		return repeated(held, stream, expected, events)
	}
	for i, e := range events {
		e.Data, e.Metadata = bytes.Clone(e.Data), bytes.Clone(e.Metadata)
		s.events = append(s.events, eventstore.Recorded{
			Proposed: e, Stream: stream, Revision: expected + 1 + eventstore.Revision(i),
			Position: memoryPosition(len(s.events) + 1), Created: time.Now().UTC(),
		})
	}
	close(s.grown)
	s.grown = make(chan struct{})
	last := s.events[len(s.events)-1]
	return eventstore.Appended{Revision: last.Revision, Position: last.Position}, nil
}

// repeated answers an append at another revision than the stream's: with the first
// answer if it was done before, else with an error.
func repeated(
	held []eventstore.Recorded, stream string, expected eventstore.Revision, events []eventstore.Proposed,
) (eventstore.Appended, error) {
	same := 0
	var last eventstore.Recorded
	for i, e := range events {
		if at := expected + 1 + eventstore.Revision(i); at < eventstore.Revision(len(held)) && held[at].ID == e.ID {
			last = held[at]
			same++
		}
	}
	switch same {
	case len(events):
		return eventstore.Appended{Revision: last.Revision, Position: last.Position}, nil
	case 0:
		actual := eventstore.Revision(len(held)) - 1
		return eventstore.Appended{}, &eventstore.ConflictError{Stream: stream, Expected: expected, Actual: actual}
	default:
		return eventstore.Appended{}, fmt.Errorf("append to %s: %w", stream, eventstore.ErrPartialRetry)
	}
}

func (m *Memory) stream(name string) (events []eventstore.Recorded) {
	for _, e := range m.events {
		if e.Stream == name {
			events = append(events, e)
		}
	}
	return events
}

func memoryPosition(n int) eventstore.Position {
	return eventstore.Position{Commit: int64(n), Prepare: int64(n)}
}
