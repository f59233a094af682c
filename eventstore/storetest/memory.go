package storetest

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"sort"
	"sync"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/transfer"

	"github.com/google/uuid"
)

// Memory is a log in memory, for tests and examples that need no database. It fulfils the contract of this
// package, except that nothing is durable.
type Memory struct {
	id string

	mu     sync.Mutex
	events []eventstore.Recorded
	// streams holds the events of each stream as indexes into events.
	streams map[string][]int
	grown   chan struct{} // closed, and replaced, when events are added

	copySource string // transfer.CopyMarker's mark
}

// NewMemory returns an empty log.
func NewMemory() *Memory { return NewMemoryOf(uuid.NewString()) }

// NewMemoryOf returns an empty log with this id, for simulations from a seed.
func NewMemoryOf(id string) *Memory {
	return &Memory{id: id, streams: make(map[string][]int), grown: make(chan struct{})}
}

// NewMemoryWith returns a log that holds these events, at their positions.
func NewMemoryWith(events []eventstore.Recorded) *Memory {
	m := NewMemory()
	for _, e := range events {
		m.add(e)
	}
	return m
}

func (m *Memory) add(e eventstore.Recorded) {
	m.streams[e.Stream] = append(m.streams[e.Stream], len(m.events))
	m.events = append(m.events, e)
}

// Truncate drops all events after the first n, as the restore of an old backup does. Close stores and
// subscriptions that have read further before.
func (m *Memory) Truncate(n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	kept := m.events[:n]
	m.events, m.streams = nil, make(map[string][]int)
	for _, e := range kept {
		m.add(e)
	}
}

// Len returns how many events the log holds.
func (m *Memory) Len() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.events)
}

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

// check returns an error if a call must not begin.
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
	if actual := eventstore.Revision(len(s.streams[stream])) - 1; actual != expected {
		return repeated(s.stream(stream), stream, expected, events)
	}
	now := s.bookingTime()
	for i, e := range events {
		e.Data, e.Metadata = bytes.Clone(e.Data), bytes.Clone(e.Metadata)
		at := e.FirstBookedAt
		if at.IsZero() {
			at = now
		}
		e.FirstBookedAt = time.Time{}
		next := s.head().Commit + 1
		s.add(eventstore.Recorded{
			Proposed: e, Stream: stream, Revision: expected + 1 + eventstore.Revision(i),
			Position: eventstore.Position{Commit: next, Prepare: next}, BookedAt: at,
		})
	}
	close(s.grown)
	s.grown = make(chan struct{})
	last := s.events[len(s.events)-1]
	return eventstore.Appended{Revision: last.Revision, Position: last.Position}, nil
}

// bookingTime returns the present time, or the time of the newest event if the clock has gone back.
func (m *Memory) bookingTime() time.Time {
	now := time.Now().UTC()
	if n := len(m.events); n > 0 && now.Before(m.events[n-1].BookedAt) {
		return m.events[n-1].BookedAt
	}
	return now
}

// repeated answers an append at a revision other than the stream's: with the first answer if the append was
// done before, otherwise with an error.
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
	for _, i := range m.streams[name] {
		events = append(events, m.events[i])
	}
	return events
}

// head returns the position of the newest event.
func (m *Memory) head() eventstore.Position {
	if n := len(m.events); n > 0 {
		return m.events[n-1].Position
	}
	return eventstore.Position{}
}

// from returns the index of the first event at or after a position of the log.
func (m *Memory) from(position int64) int {
	return sort.Search(len(m.events), func(i int) bool { return m.events[i].Position.Commit >= position })
}

// ReadStream implements eventstore.Store.
func (s *memoryStore) ReadStream(
	ctx context.Context, stream string, from eventstore.Revision, dir eventstore.Direction, limit int,
) ([]eventstore.Recorded, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.check(ctx); err != nil {
		return nil, err
	}
	at := s.streams[stream]
	newest := eventstore.Revision(len(at)) - 1
	var events []eventstore.Recorded
	if dir == eventstore.Backwards {
		for i := min(from, newest); i >= 0 && len(events) < limit; i-- {
			events = append(events, s.events[at[i]])
		}
		return events, nil
	}
	for i := max(from, 0); i <= newest && len(events) < limit; i++ {
		events = append(events, s.events[at[i]])
	}
	return events, nil
}

// ReadAll implements eventstore.Store.
func (s *memoryStore) ReadAll(ctx context.Context, after eventstore.Position, limit int) ([]eventstore.Recorded, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.check(ctx); err != nil {
		return nil, err
	}
	events := s.events[s.from(after.LastNumber()+1):]
	return slices.Clone(events[:min(limit, len(events))]), nil
}

// ReadAllBackwards implements eventstore.Store.
func (s *memoryStore) ReadAllBackwards(ctx context.Context, before eventstore.Position, limit int) ([]eventstore.Recorded, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.check(ctx); err != nil {
		return nil, err
	}
	end := s.from(before.Commit)
	events := slices.Clone(s.events[max(0, end-limit):end])
	slices.Reverse(events)
	return events, nil
}

// Head implements eventstore.Store.
func (s *memoryStore) Head(ctx context.Context) (eventstore.Position, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.head(), s.check(ctx)
}

// Subscribe implements eventstore.Store.
func (s *memoryStore) Subscribe(after eventstore.Position) eventstore.Subscription {
	return &memorySubscription{store: s, after: after}
}

type memorySubscription struct {
	store *memoryStore
	after eventstore.Position
}

// Next implements eventstore.Subscription.
func (s *memorySubscription) Next(ctx context.Context, limit int) ([]eventstore.Recorded, error) {
	for {
		s.store.mu.Lock()
		grown := s.store.grown
		s.store.mu.Unlock()
		events, err := s.store.ReadAll(ctx, s.after, limit)
		if err != nil {
			return nil, err
		}
		if len(events) > 0 {
			s.after = events[len(events)-1].Position
			return events, nil
		}
		select {
		case <-grown:
		case <-s.store.quit:
			return nil, eventstore.ErrClosed
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// MarkCopySource implements transfer.CopyMarker.
func (s *memoryStore) MarkCopySource(ctx context.Context, storeID string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.check(ctx); err != nil {
		return err
	}
	s.copySource = storeID
	return nil
}

// CopySource implements transfer.CopyMarker.
func (s *memoryStore) CopySource(ctx context.Context) (storeID string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.copySource, s.check(ctx)
}
