package storetest

import (
	"context"
	"errors"
	"sync"

	"gateway/eventstore"
)

var subscriptions = contract{
	{"a subscription begins after any position", func(h *harness) {
		before := h.head()
		events := h.events(20)
		h.append("a", eventstore.NoStream, events)
		for i, e := range h.readAll(before, 100)[:19] {
			h.mustEqual(h.follow(h.store.Subscribe(e.Position), 4, 19-i), events[i+1:])
		}
	}},
	{"a subscription from the start gets the whole log", func(h *harness) {
		events := h.events(7)
		h.append("a", eventstore.NoStream, events[:3])
		h.append("b", eventstore.NoStream, events[3:])
		h.mustEqual(h.follow(h.store.Subscribe(eventstore.Position{}), 2, 7), events)
		h.store = h.open()
		h.mustEqual(h.follow(h.store.Subscribe(eventstore.Position{}), 2, 7), events)
	}},
	{"a subscription goes on with new events of every process", func(h *harness) {
		const rounds = 20
		live := h.store.Subscribe(h.head())
		other := h.open()
		for i := range rounds {
			events := h.events(2)
			store := []eventstore.Store{h.store, other}[i%2]
			h.appendWhile(store, eventstore.Revision(2*i-1), events, func() {
				h.mustEqual(h.follow(live, 10, 2), events)
			})
		}
	}},
	{"several subscriptions each get every event", func(h *harness) {
		const followers, total = 16, 200
		before := h.head()
		events := h.events(total)
		var wg sync.WaitGroup
		for range followers {
			live := h.store.Subscribe(before)
			wg.Go(func() {
				if got := h.collect(live, total); len(got) == total {
					h.mustRise(before, got)
				} else {
					h.Errorf("a follower got %d of %d events", len(got), total)
				}
			})
		}
		for i := range total {
			h.append("a", eventstore.Revision(i-1), events[i:i+1])
		}
		wg.Wait()
	}},
	{"a subscription goes on after a cancelled wait", func(h *harness) {
		live := h.store.Subscribe(h.head())
		ctx, cancel := context.WithCancel(h.ctx)
		var wg sync.WaitGroup
		wg.Go(func() {
			if _, err := live.Next(ctx, 10); !errors.Is(err, context.Canceled) {
				h.Errorf("a cancelled wait ended with %v", err)
			}
		})
		cancel()
		wg.Wait()
		events := h.events(1)
		h.append("a", eventstore.NoStream, events)
		h.mustEqual(h.follow(live, 10, 1), events)
	}},
}

// appendWhile appends in a goroutine while it runs the given function.
func (h *harness) appendWhile(
	store eventstore.Store, expected eventstore.Revision, events []eventstore.Proposed, meanwhile func(),
) {
	h.Helper()
	done := make(chan error, 1)
	go func() {
		_, err := store.Append(h.ctx, h.stream("a"), expected, events)
		done <- err
	}()
	meanwhile()
	if err := <-done; err != nil {
		h.Fatalf("append: %v", err)
	}
}

// collect is follow for goroutines: on an error it returns early and does not end the test.
func (h *harness) collect(s eventstore.Subscription, n int) (mine []eventstore.Recorded) {
	for len(mine) < n {
		page, err := s.Next(h.ctx, 50)
		if err != nil {
			h.Errorf("subscription: %v", err)
			return mine
		}
		mine = append(mine, h.mine(page)...)
	}
	return mine
}
