package storetest

import (
	"context"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"gateway/eventstore"

	"github.com/google/go-cmp/cmp"
)

var reads = contract{
	{"a stream is read in both directions, from any revision, up to a limit", func(h *harness) {
		h.append("a", eventstore.NoStream, h.events(5))
		h.append("b", eventstore.NoStream, h.events(5))
		for _, c := range []struct {
			from  eventstore.Revision
			dir   eventstore.Direction
			limit int
			want  []eventstore.Revision
		}{
			{0, eventstore.Forwards, 100, []eventstore.Revision{0, 1, 2, 3, 4}},
			{0, eventstore.Forwards, 2, []eventstore.Revision{0, 1}},
			{3, eventstore.Forwards, 100, []eventstore.Revision{3, 4}},
			{4, eventstore.Forwards, 1, []eventstore.Revision{4}},
			{5, eventstore.Forwards, 100, nil},
			{eventstore.End, eventstore.Backwards, 100, []eventstore.Revision{4, 3, 2, 1, 0}},
			{eventstore.End, eventstore.Backwards, 1, []eventstore.Revision{4}},
			{3, eventstore.Backwards, 2, []eventstore.Revision{3, 2}},
			{0, eventstore.Backwards, 100, []eventstore.Revision{0}},
			{99, eventstore.Backwards, 2, []eventstore.Revision{4, 3}},
		} {
			var got []eventstore.Revision
			for _, e := range h.read("a", c.from, c.dir, c.limit) {
				got = append(got, e.Revision)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				h.Errorf("from %d in direction %d up to %d (-want +got):\n%s", c.from, c.dir, c.limit, diff)
			}
		}
	}},
	{"a stream that does not exist gives no events", func(h *harness) {
		for _, dir := range []eventstore.Direction{eventstore.Forwards, eventstore.Backwards} {
			if got := h.read("none", 0, dir, 10); len(got) != 0 {
				h.Errorf("%d events", len(got))
			}
		}
	}},
	{"concurrent reads each get their own answer", testConcurrentReads},
	{"a read whose context has ended fails", func(h *harness) {
		ctx, cancel := context.WithCancel(h.ctx)
		cancel()
		_, err := h.store.ReadStream(ctx, h.stream("a"), 0, eventstore.Forwards, 1)
		h.mustFail(err, context.Canceled)
	}},
	{"the log is read in its order, in pages of any size", func(h *harness) {
		before := h.head()
		events := h.events(30)
		for i := range 10 {
			h.append(string(rune('a'+i)), eventstore.NoStream, events[3*i:3*i+3])
		}
		for _, page := range []int{1, 2, 7, 29, 30, 1_000} {
			got := h.readAll(before, page)
			h.mustEqual(got, events)
			h.mustRise(before, got)
		}
		if left := h.readAll(h.head(), 10); len(left) != 0 {
			h.Errorf("%d events after the head", len(left))
		}
	}},
	{"the log is read backwards, from its end or from any event, in pages of any size", func(h *harness) {
		before := h.head()
		events := h.events(30)
		for i := range 10 {
			h.append(string(rune('a'+i)), eventstore.NoStream, events[3*i:3*i+3])
		}
		all := h.readAll(before, 100)
		for _, limit := range []int{1, 2, 7, 30, 1_000} {
			got := h.readBack(eventstore.EndOfLog, before, limit)
			slices.Reverse(got)
			if diff := cmp.Diff(all, got); diff != "" {
				h.Errorf("in pages of %d (-forwards +backwards):\n%s", limit, diff)
			}
		}
		h.store = h.open()
		for i := range all {
			got := h.readBack(all[i].Position, before, 7)
			slices.Reverse(got)
			if diff := cmp.Diff(texts(proposed(all[:i])), texts(proposed(got))); diff != "" {
				h.Errorf("before event %d (-forwards +backwards):\n%s", i, diff)
			}
		}
		if none, err := h.store.ReadAllBackwards(h.ctx, eventstore.Position{}, 10); err != nil || len(none) != 0 {
			h.Errorf("%d events before the start: %v", len(none), err)
		}
	}},
	{"the log is read from any position, in this process and in another", func(h *harness) {
		before := h.head()
		events := h.events(20)
		for i := range events {
			h.append("a", eventstore.Revision(i-1), events[i:i+1])
		}
		all := h.readAll(before, 100)
		for range 2 {
			for i, e := range all {
				h.mustEqual(h.readAll(e.Position, 3), events[i+1:])
			}
			h.store = h.open()
		}
	}},
	{"the log is read from just before any event, in this process and in another", func(h *harness) {
		before := h.head()
		events := h.events(20)
		for i := range events {
			h.append("a", eventstore.Revision(i-1), events[i:i+1])
		}
		all := h.readAll(before, 100)
		for range 2 {
			for i, e := range all {
				h.mustEqual(h.readAll(e.Position.JustBefore(), 3), events[i:])
			}
			h.store = h.open()
		}
	}},
	{"an event is the same by every way of reading", func(h *harness) {
		before := h.head()
		h.append("a", eventstore.NoStream, h.events(3))
		other := h.open()
		stream := h.read("a", 0, eventstore.Forwards, 10)
		if diff := cmp.Diff(stream, h.readAll(before, 10)); diff != "" {
			h.Errorf("(-stream +log):\n%s", diff)
		}
		if diff := cmp.Diff(stream, h.follow(h.store.Subscribe(before), 10, 3)); diff != "" {
			h.Errorf("(-stream +subscription):\n%s", diff)
		}
		h.store = other
		if diff := cmp.Diff(stream, h.readAll(before, 10)); diff != "" {
			h.Errorf("(-this process +other):\n%s", diff)
		}
	}},
	{"the head is the position of the newest event", func(h *harness) {
		if h.Dense && h.head() != (eventstore.Position{}) {
			h.Errorf("the head of an empty log is %v", h.head())
		}
		appended := h.append("a", eventstore.NoStream, h.events(2))
		if head := h.head(); head.Before(appended.Position) || h.Dense && head != appended.Position {
			h.Errorf("the head is %v, want %v", head, appended.Position)
		}
	}},
}

func testConcurrentReads(h *harness) {
	const streams, rounds = 40, 5
	events := make([][]eventstore.Proposed, streams)
	for i := range streams {
		if i%4 > 0 { // every fourth stream does not exist
			events[i] = h.events(i)
			h.append(strconv.Itoa(i), eventstore.NoStream, events[i])
		}
	}
	var wg sync.WaitGroup
	for i := range streams * rounds {
		stream, from, limit := i%streams, i/streams, 1+i%7
		want := events[stream][min(from, len(events[stream])):]
		want = want[:min(limit, len(want))]
		wg.Go(func() {
			got, err := h.store.ReadStream(h.ctx, h.stream(strconv.Itoa(stream)),
				eventstore.Revision(from), eventstore.Forwards, limit)
			if diff := cmp.Diff(texts(want), texts(proposed(got))); err != nil || diff != "" {
				h.Errorf("stream %d from %d up to %d: %v (-want +got):\n%s", stream, from, limit, err, diff)
			}
		})
	}
	wg.Wait()
}

// ReadLog returns all events of a log, in order.
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
