package watch

import (
	"context"
	"fmt"

	"gateway/eventstore"
	"gateway/eventstore/transfer"
)

// GuardedStore is the store of a running gateway. It tells the guard the newest event, refuses appends when
// the guard refuses the log, and reports the outcomes of appends.
type GuardedStore struct {
	transfer.Store
	Guard   *LogGuard
	Appends *AppendHealth
}

// Append implements eventstore.Store.
func (s GuardedStore) Append(
	ctx context.Context, stream string, expected eventstore.Revision, events []eventstore.Proposed,
) (eventstore.Appended, error) {
	if err := s.Guard.Err(); err != nil {
		return eventstore.Appended{}, fmt.Errorf("append to %s: %w: %w", stream, eventstore.ErrUnavailable, err)
	}
	at, err := s.Store.Append(ctx, stream, expected, events)
	s.Appends.saw(err)
	if err == nil {
		s.Guard.saw(eventstore.Mark{
			Position: at.Position, ID: events[len(events)-1].ID.String(), Stream: stream, Revision: at.Revision,
		})
	}
	return at, err
}

// Subscribe implements eventstore.Store.
func (s GuardedStore) Subscribe(after eventstore.Position) eventstore.Subscription {
	return guardedSubscription{s.Store.Subscribe(after), s.Guard}
}

type guardedSubscription struct {
	eventstore.Subscription
	guard *LogGuard
}

// Next implements eventstore.Subscription.
func (s guardedSubscription) Next(ctx context.Context, limit int) ([]eventstore.Recorded, error) {
	events, err := s.Subscription.Next(ctx, limit)
	if len(events) > 0 {
		s.guard.saw(eventstore.MarkOf(events[len(events)-1]))
	}
	return events, err
}

// saw remembers the event if it is the newest one.
func (g *LogGuard) saw(m eventstore.Mark) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.newest.Position.Before(m.Position) {
		g.newest = m
	}
}
