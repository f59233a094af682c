package storetest

import (
	"errors"
	"sync"
	"time"

	"gateway/eventstore"

	"github.com/google/go-cmp/cmp"
)

var appends = contract{
	{"an append begins a stream", func(h *harness) {
		events := h.events(3)
		if got := h.append("a", eventstore.NoStream, events); got.Revision != 2 {
			h.Errorf("the last revision is %d, want 2", got.Revision)
		}
		h.mustHold("a", events...)
	}},
	{"an append goes on where its expected revision says", func(h *harness) {
		events := h.events(3)
		h.append("a", eventstore.NoStream, events[:2])
		if got := h.append("a", 1, events[2:]); got.Revision != 2 {
			h.Errorf("the last revision is %d, want 2", got.Revision)
		}
		h.mustHold("a", events...)
	}},
	{"the answer has the position of the last event", func(h *harness) {
		appended := h.append("a", eventstore.NoStream, h.events(3))
		last := h.read("a", 2, eventstore.Forwards, 1)[0]
		if diff := cmp.Diff(last.Position, appended.Position); diff != "" {
			h.Errorf("position (-read +answer):\n%s", diff)
		}
	}},
	{"positions rise from append to append", func(h *harness) {
		first := h.append("a", eventstore.NoStream, h.events(1))
		second := h.append("b", eventstore.NoStream, h.events(1))
		if !first.Position.Before(second.Position) {
			h.Errorf("%v is not before %v", first.Position, second.Position)
		}
	}},
	{"an event knows when it was booked", func(h *harness) {
		began := time.Now().Add(-time.Minute)
		h.append("a", eventstore.NoStream, h.events(1))
		booked := h.read("a", 0, eventstore.Forwards, 1)[0].BookedAt
		if booked.Location() != time.UTC || booked.Before(began) || booked.After(time.Now().Add(time.Minute)) {
			h.Errorf("booked at %v", booked)
		}
	}},
	{"a copied event keeps the time of its first booking, and its bytes", testCopiedEvents},
	{"a conflict carries the actual revision and writes nothing", func(h *harness) {
		events := h.events(3)
		h.append("a", eventstore.NoStream, events)
		for _, expected := range []eventstore.Revision{eventstore.NoStream, 0, 1, 3, 1_000_000} {
			_, err := h.store.Append(h.ctx, h.stream("a"), expected, h.events(1))
			h.mustConflict(err, "a", expected, 2)
		}
		h.mustHold("a", events...)
	}},
	{"a stream that does not exist is at NoStream", func(h *harness) {
		_, err := h.store.Append(h.ctx, h.stream("a"), 0, h.events(1))
		h.mustConflict(err, "a", 0, eventstore.NoStream)
		h.mustHold("a")
	}},
	{"one of many that begin a stream at once wins", testOneWins},
	{"a conflict does not fail its neighbours", testNeighbours},
	{"an append of nothing is refused", func(h *harness) {
		if _, err := h.store.Append(h.ctx, h.stream("a"), eventstore.NoStream, nil); err == nil {
			h.Error("it succeeded")
		}
	}},
	{"the caller may use its events again at once", func(h *harness) {
		want, mine := h.events(1), h.events(1)
		mine[0].ID, mine[0].Type = want[0].ID, want[0].Type
		mine[0].Data = append(mine[0].Data[:0], want[0].Data...)
		mine[0].Metadata = append(mine[0].Metadata[:0], want[0].Metadata...)
		before := h.head()
		h.append("a", eventstore.NoStream, mine)
		clear(mine[0].Data)
		clear(mine[0].Metadata)
		h.mustEqual(h.readAll(before, 10), want)
	}},
}

func testOneWins(h *harness) {
	const writers = 32
	other := h.open()
	var won, lost int
	var mu sync.Mutex
	var wg sync.WaitGroup
	for i := range writers {
		store := []eventstore.Store{h.store, other}[i%2]
		events := h.events(2)
		wg.Go(func() {
			_, err := store.Append(h.ctx, h.stream("a"), eventstore.NoStream, events)
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				won++
				return
			}
			lost++
			if conflict, ok := errors.AsType[*eventstore.ConflictError](err); !ok || conflict.Actual != 1 {
				h.Errorf("a loser got %v", err)
			}
		})
	}
	wg.Wait()
	if won != 1 || lost != writers-1 {
		h.Errorf("%d won and %d lost", won, lost)
	}
}

// testNeighbours appends to many streams at once, every other one at a wrong revision.
func testNeighbours(h *harness) {
	const streams = 64
	name := func(i int) string { return string(rune('A' + i)) }
	for i := range streams {
		h.append(name(i), eventstore.NoStream, h.events(1))
	}
	errs := make([]error, streams)
	var wg sync.WaitGroup
	for i := range streams {
		events := h.events(1)
		wg.Go(func() {
			_, errs[i] = h.store.Append(h.ctx, h.stream(name(i)), eventstore.Revision(i%2), events)
		})
	}
	wg.Wait()
	for i, err := range errs {
		if i%2 == 1 {
			h.mustConflict(err, name(i), 1, 0)
		} else if err != nil {
			h.Errorf("the append beside a conflict failed: %v", err)
		}
	}
}
