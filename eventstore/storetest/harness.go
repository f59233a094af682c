package storetest

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/transfer"

	"github.com/google/uuid"
)

// Category is the category of the streams of the contract's tests.
const Category = "contract"

// testTimeout limits each test, even on a busy machine.
const testTimeout = 5 * time.Minute

// harness is a test on one log, with streams that no other test uses.
type harness struct {
	*testing.T
	Fixture
	ctx    context.Context
	prefix string
	store  transfer.Store // opened first
}

func newHarness(t *testing.T, f Fixture) *harness {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), testTimeout)
	t.Cleanup(cancel)
	h := &harness{T: t, Fixture: f, ctx: ctx, prefix: Category + "-" + uuid.NewString()[:8] + "-"}
	h.store = h.open()
	return h
}

// open opens the log once more; the store is closed at the end of the test.
func (h *harness) open() transfer.Store {
	h.Helper()
	s := h.Open(h)
	h.Cleanup(func() {
		if err := s.Close(); err != nil {
			h.Errorf("close: %v", err)
		}
	})
	return s
}

func (h *harness) stream(name string) string { return h.prefix + name }

// events returns n events that differ in every field.
func (h *harness) events(n int) []eventstore.Proposed {
	events := make([]eventstore.Proposed, n)
	for i := range events {
		id := uuid.New()
		events[i] = eventstore.Proposed{
			ID: id, Type: fmt.Sprintf("test.happened%d.v1", i),
			Data:     []byte(fmt.Sprintf(`{"id":%q}`, id)),
			Metadata: []byte(fmt.Sprintf(`{"n":%d}`, i)),
		}
	}
	return events
}

// append appends to the store and ends the test on an error.
func (h *harness) append(stream string, expected eventstore.Revision, events []eventstore.Proposed) eventstore.Appended {
	h.Helper()
	appended, err := h.store.Append(h.ctx, h.stream(stream), expected, events)
	if err != nil {
		h.Fatalf("append to %s at %d: %v", stream, expected, err)
	}
	return appended
}

func (h *harness) read(stream string, from eventstore.Revision, dir eventstore.Direction, limit int) []eventstore.Recorded {
	h.Helper()
	got, err := h.store.ReadStream(h.ctx, h.stream(stream), from, dir, limit)
	if err != nil {
		h.Fatalf("read %s: %v", stream, err)
	}
	return got
}

// readAll returns this test's events after the position, read in pages of the limit.
func (h *harness) readAll(after eventstore.Position, limit int) (mine []eventstore.Recorded) {
	h.Helper()
	for {
		page, err := h.store.ReadAll(h.ctx, after, limit)
		if err != nil {
			h.Fatalf("read the log: %v", err)
		}
		if len(page) > limit {
			h.Fatalf("%d events in a page of %d", len(page), limit)
		}
		if len(page) == 0 {
			return mine
		}
		mine = append(mine, h.mine(page)...)
		after = page[len(page)-1].Position
	}
}

// readBack returns this test's events before one position and after another, newest first, read in pages of
// the limit.
func (h *harness) readBack(before, until eventstore.Position, limit int) (mine []eventstore.Recorded) {
	h.Helper()
	for {
		page, err := h.store.ReadAllBackwards(h.ctx, before, limit)
		if err != nil {
			h.Fatalf("read the log backwards: %v", err)
		}
		if len(page) > limit {
			h.Fatalf("%d events in a page of %d", len(page), limit)
		}
		if len(page) == 0 {
			return mine
		}
		for _, e := range page {
			if !e.Position.Before(before) {
				h.Fatalf("a read backwards gives the event at %v, which is not before %v", e.Position, before)
			}
			before = e.Position
		}
		mine = append(mine, h.mine(page)...)
		if !until.Before(before) {
			return mine
		}
	}
}

func (h *harness) head() eventstore.Position {
	h.Helper()
	head, err := h.store.Head(h.ctx)
	if err != nil {
		h.Fatalf("head: %v", err)
	}
	return head
}

// follow reads a subscription until it has returned n of this test's events.
func (h *harness) follow(s eventstore.Subscription, limit, n int) (mine []eventstore.Recorded) {
	h.Helper()
	for len(mine) < n {
		page, err := s.Next(h.ctx, limit)
		if err != nil {
			h.Fatalf("subscription: %v", err)
		}
		if len(page) == 0 || len(page) > limit {
			h.Fatalf("%d events where 1 to %d were asked for", len(page), limit)
		}
		mine = append(mine, h.mine(page)...)
	}
	return mine
}

// mine returns the events of this test.
func (h *harness) mine(events []eventstore.Recorded) (mine []eventstore.Recorded) {
	for _, e := range events {
		if strings.HasPrefix(e.Stream, h.prefix) {
			mine = append(mine, e)
		}
	}
	return mine
}
