package storetest

import (
	"context"
	"sync/atomic"
	"testing"

	"gateway/eventstore"
)

// All reads a whole log.
func All(tb testing.TB, s eventstore.Store) (events []eventstore.Recorded) {
	tb.Helper()
	for after := (eventstore.Position{}); ; after = events[len(events)-1].Position {
		page, err := s.ReadAll(context.Background(), after, 1_000)
		if err != nil {
			tb.Fatalf("read the log: %v", err)
		}
		if len(page) == 0 {
			return events
		}
		events = append(events, page...)
	}
}

// Stingy gives a store whose reads of the log are often shorter than they could be,
// as the port allows: by turns one event, half of what was asked for, and all of it.
// Whoever takes a short page for the end of the log is found out.
func Stingy(s eventstore.Store) eventstore.Store { return &stingy{Store: s} }

type stingy struct {
	eventstore.Store
	reads atomic.Int64
}

func (s *stingy) less(limit int) int {
	switch s.reads.Add(1) % 3 {
	case 1:
		return min(limit, 1)
	case 2:
		return (limit + 1) / 2
	}
	return limit
}

func (s *stingy) ReadAll(ctx context.Context, after eventstore.Position, limit int) ([]eventstore.Recorded, error) {
	return s.Store.ReadAll(ctx, after, s.less(limit))
}

func (s *stingy) Subscribe(after eventstore.Position) eventstore.Subscription {
	return stingySubscription{s.Store.Subscribe(after), s}
}

type stingySubscription struct {
	eventstore.Subscription
	store *stingy
}

func (s stingySubscription) Next(ctx context.Context, limit int) ([]eventstore.Recorded, error) {
	return s.Subscription.Next(ctx, s.store.less(limit))
}
