package storetest

import (
	"context"
	"errors"
	"strconv"
	"sync"

	"gateway/eventstore"

	"github.com/google/uuid"
)

var lifetime = contract{
	{"a restart changes nothing", func(h *harness) {
		before := h.head()
		events := h.events(4)
		h.append("a", eventstore.NoStream, events[:2])
		id, head := h.store.ID(), h.head()
		if err := h.store.Close(); err != nil {
			h.Fatalf("close: %v", err)
		}
		h.store = h.open()
		if h.store.ID() != id || id == "" {
			h.Errorf("the id is %q, it was %q", h.store.ID(), id)
		}
		if h.Dense && h.head() != head {
			h.Errorf("the head is %v, it was %v", h.head(), head)
		}
		h.append("a", 1, events[2:])
		h.mustHold("a", events...)
		h.mustEqual(h.readAll(before, 10), events)
	}},
	{"a closed store refuses every call", func(h *harness) {
		live := h.store.Subscribe(eventstore.Position{})
		if err := h.store.Close(); err != nil {
			h.Fatalf("close: %v", err)
		}
		_, err := h.store.Append(h.ctx, h.stream("a"), eventstore.NoStream, h.events(1))
		h.mustFail(err, eventstore.ErrClosed)
		_, err = h.store.ReadStream(h.ctx, h.stream("a"), 0, eventstore.Forwards, 1)
		h.mustFail(err, eventstore.ErrClosed)
		_, err = h.store.ReadAll(h.ctx, eventstore.Position{}, 1)
		h.mustFail(err, eventstore.ErrClosed)
		_, err = h.store.Head(h.ctx)
		h.mustFail(err, eventstore.ErrClosed)
		_, err = live.Next(h.ctx, 1)
		h.mustFail(err, eventstore.ErrClosed)
	}},
	{"a waiting subscription ends when the store is closed", func(h *harness) {
		live := h.store.Subscribe(h.head())
		var wg sync.WaitGroup
		wg.Go(func() {
			for {
				if _, err := live.Next(h.ctx, 10); err != nil {
					if !errors.Is(err, eventstore.ErrClosed) {
						h.Errorf("it ended with %v", err)
					}
					return
				}
			}
		})
		if err := h.store.Close(); err != nil {
			h.Errorf("close: %v", err)
		}
		wg.Wait()
	}},
	{"closing keeps the appends that succeeded and no others", testCloseDuringAppends},
	{"an append whose context has ended writes nothing", func(h *harness) {
		ctx, cancel := context.WithCancel(h.ctx)
		cancel()
		_, err := h.store.Append(ctx, h.stream("a"), eventstore.NoStream, h.events(1))
		h.mustFail(err, context.Canceled)
		h.mustHold("a")
	}},
	{"a cancelled append is written whole or not at all", testCancelledAppends},
}

// testCloseDuringAppends closes a store during many appends and compares their answers
// with the log.
func testCloseDuringAppends(h *harness) {
	const callers, before = 32, 5
	errs := make([]map[uuid.UUID]error, callers)
	var begun, running sync.WaitGroup
	begun.Add(callers)
	for i := range callers {
		errs[i] = make(map[uuid.UUID]error)
		running.Go(func() {
			for n := 0; ; n++ {
				if n == before {
					begun.Done()
				}
				events := h.events(1)
				stream := h.stream(strconv.Itoa(i))
				_, err := h.store.Append(h.ctx, stream, eventstore.Revision(n-1), events)
				errs[i][events[0].ID] = err
				if err != nil {
					if n < before {
						begun.Done()
					}
					return
				}
			}
		})
	}
	begun.Wait()
	if err := h.store.Close(); err != nil {
		h.Errorf("close: %v", err)
	}
	running.Wait()
	h.store = h.open()
	for i := range callers {
		kept := make(map[uuid.UUID]bool)
		for _, e := range h.read(strconv.Itoa(i), 0, eventstore.Forwards, 1_000_000) {
			kept[e.ID] = true
		}
		for id, err := range errs[i] {
			if kept[id] != (err == nil) || err != nil && !errors.Is(err, eventstore.ErrClosed) {
				h.Errorf("kept: %t, but the append was answered with %v", kept[id], err)
			}
		}
	}
}

// testCancelledAppends cancels appends at random times.
func testCancelledAppends(h *harness) {
	const streams, size = 64, 3
	events := make([][]eventstore.Proposed, streams)
	errs := make([]error, streams)
	var wg sync.WaitGroup
	for i := range streams {
		events[i] = h.events(size)
		wg.Go(func() {
			ctx, cancel := context.WithCancel(h.ctx)
			go cancel()
			_, errs[i] = h.store.Append(ctx, h.stream(strconv.Itoa(i)), eventstore.NoStream, events[i])
		})
	}
	wg.Wait()
	if err := h.store.Close(); err != nil {
		h.Errorf("close: %v", err)
	}
	h.store = h.open()
	for i := range streams {
		got := h.read(strconv.Itoa(i), 0, eventstore.Forwards, size+1)
		if len(got) == 0 && errs[i] != nil {
			continue
		}
		h.mustEqual(got, events[i])
	}
}
