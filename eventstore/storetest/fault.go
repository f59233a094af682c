package storetest

import (
	"strconv"
	"sync"

	"gateway/eventstore"

	"github.com/google/go-cmp/cmp"
)

var faults = contract{
	{"an append whose reply is lost succeeds, once", func(h *harness) {
		h.needs(h.LoseReply != nil)
		events := h.events(4)
		h.append("a", eventstore.NoStream, events[:2])
		h.LoseReply(h)
		appended := h.append("a", 1, events[2:])
		h.mustHold("a", events...)
		last := h.read("a", 3, eventstore.Forwards, 1)[0]
		if diff := cmp.Diff(last.Position, appended.Position); diff != "" {
			h.Errorf("position (-read +answer):\n%s", diff)
		}
	}},
	{"followers miss nothing of appends whose reply is lost", func(h *harness) {
		h.needs(h.LoseReply != nil)
		const rounds = 5
		before := h.head()
		live := h.store.Subscribe(before)
		events := h.events(2 * rounds)
		var got []eventstore.Recorded
		for i := range rounds {
			h.append("a", eventstore.Revision(2*i-1), events[2*i:2*i+1])
			h.LoseReply(h)
			h.append("a", eventstore.Revision(2*i), events[2*i+1:2*i+2])
			got = append(got, h.follow(live, 10, 2)...)
		}
		h.mustEqual(got, events)
		h.mustRise(before, got)
		h.mustEqual(h.readAll(before, 3), events)
	}},
	{"a conflict stays a conflict when its reply is lost", func(h *harness) {
		h.needs(h.LoseReply != nil)
		h.append("a", eventstore.NoStream, h.events(3))
		h.LoseReply(h)
		_, err := h.store.Append(h.ctx, h.stream("a"), 0, h.events(1))
		h.mustConflict(err, "a", 0, 2)
	}},
	{"calls succeed after the loss of all connections", func(h *harness) {
		h.needs(h.Disconnect != nil)
		events := h.events(10)
		for i := range events {
			h.append("a", eventstore.Revision(i-1), events[i:i+1])
			h.Disconnect(h)
			h.mustHold("a", events[:i+1]...)
			h.head()
		}
	}},
	{"appends succeed during the loss of their connections", func(h *harness) {
		h.needs(h.Disconnect != nil)
		if h.DelayCommits != nil {
			h.DelayCommits(h)
		}
		const streams, perStream = 16, 10
		events := make([][]eventstore.Proposed, streams)
		var wg sync.WaitGroup
		for i := range streams {
			events[i] = h.events(perStream)
			wg.Go(func() {
				for n := range perStream {
					expected := eventstore.Revision(n - 1)
					_, err := h.store.Append(h.ctx, h.stream(strconv.Itoa(i)), expected, events[i][n:n+1])
					if err != nil {
						h.Errorf("append: %v", err)
						return
					}
				}
			})
			h.Disconnect(h)
		}
		wg.Wait()
		for i := range streams {
			h.mustHold(strconv.Itoa(i), events[i]...)
		}
	}},
	{"a waiting subscription reconnects", func(h *harness) {
		h.needs(h.Disconnect != nil)
		live := h.store.Subscribe(h.head())
		other := h.open()
		for i := range 5 {
			events := h.events(1)
			var wg sync.WaitGroup
			wg.Go(func() { h.mustSee(live, events[0]) })
			h.Disconnect(h)
			if _, err := other.Append(h.ctx, h.stream("a"), eventstore.Revision(i-1), events); err != nil {
				h.Errorf("append: %v", err)
			}
			wg.Wait()
		}
	}},
}

// needs skips the test if the fixture lacks a fault.
func (h *harness) needs(fault bool) {
	h.Helper()
	if !fault {
		h.Skip("the fixture has no such fault")
	}
}

// mustSee expects this event next. It may run in a goroutine, because it does not end the test.
func (h *harness) mustSee(live eventstore.Subscription, want eventstore.Proposed) {
	for {
		page, err := live.Next(h.ctx, 10)
		if err != nil {
			h.Errorf("subscription: %v", err)
			return
		}
		if mine := h.mine(page); len(mine) > 0 {
			if len(mine) > 1 || mine[0].ID != want.ID {
				h.Errorf("got %d events, the first is %s, want %s", len(mine), mine[0].ID, want.ID)
			}
			return
		}
	}
}
