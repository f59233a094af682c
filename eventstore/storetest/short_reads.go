package storetest

import (
	"context"
	"sync/atomic"
	"testing"

	"gateway/eventstore"
)

// ReadLog reads a whole log.
func ReadLog(tb testing.TB, s eventstore.Store) (events []eventstore.Recorded) {
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

// ShortReads gives a store whose reads of the log are often shorter than they could be,
// as the port allows: by turns one event, half of what was asked for, and all of it.
// Whoever takes a short page for the end of the log is found out.
func ShortReads(s eventstore.Store) eventstore.Store { return &shortReads{Store: s} }

type shortReads struct {
	eventstore.Store
	reads atomic.Int64
}

func (s *shortReads) less(limit int) int {
	switch s.reads.Add(1) % 3 {
	case 1:
		return min(limit, 1)
	case 2:
		return (limit + 1) / 2
	}
	return limit
}

func (s *shortReads) ReadAll(ctx context.Context, after eventstore.Position, limit int) ([]eventstore.Recorded, error) {
	return s.Store.ReadAll(ctx, after, s.less(limit))
}

func (s *shortReads) Subscribe(after eventstore.Position) eventstore.Subscription {
	return shortSubscription{s.Store.Subscribe(after), s}
}

type shortSubscription struct {
	eventstore.Subscription
	store *shortReads
}

func (s shortSubscription) Next(ctx context.Context, limit int) ([]eventstore.Recorded, error) {
	return s.Subscription.Next(ctx, s.store.less(limit))
}
