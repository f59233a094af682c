package storetest

import (
	"context"
	"sync/atomic"

	"gateway/eventstore"
)

// ShortReads returns a store whose reads of the log are shorter than necessary, as the port allows: in turn
// one event, half of the limit, and the full limit. A reader that mistakes a short page for the end of the
// log fails its test.
func ShortReads(s eventstore.Store) eventstore.Store { return &shortReads{Store: s} }

type shortReads struct {
	eventstore.Store
	reads atomic.Int64
}

// shorten returns the limit of the next read.
func (s *shortReads) shorten(limit int) int {
	switch s.reads.Add(1) % 3 {
	case 1:
		return min(limit, 1)
	case 2:
		return (limit + 1) / 2
	}
	return limit
}

func (s *shortReads) ReadAll(ctx context.Context, after eventstore.Position, limit int) ([]eventstore.Recorded, error) {
	return s.Store.ReadAll(ctx, after, s.shorten(limit))
}

func (s *shortReads) ReadAllBackwards(ctx context.Context, before eventstore.Position, limit int) ([]eventstore.Recorded, error) {
	return s.Store.ReadAllBackwards(ctx, before, s.shorten(limit))
}

func (s *shortReads) Subscribe(after eventstore.Position) eventstore.Subscription {
	return shortSubscription{s.Store.Subscribe(after), s}
}

type shortSubscription struct {
	eventstore.Subscription
	store *shortReads
}

func (s shortSubscription) Next(ctx context.Context, limit int) ([]eventstore.Recorded, error) {
	return s.Subscription.Next(ctx, s.store.shorten(limit))
}
