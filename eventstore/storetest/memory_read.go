package storetest

import (
	"context"
	"slices"

	"gateway/eventstore"
)

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
