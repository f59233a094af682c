package storetest

import (
	"errors"
	"fmt"

	"gateway/eventstore"

	"github.com/google/go-cmp/cmp"
)

// mustConflict expects a conflict with the actual revision.
func (h *harness) mustConflict(err error, stream string, expected, actual eventstore.Revision) {
	h.Helper()
	conflict, ok := errors.AsType[*eventstore.ConflictError](err)
	if !ok {
		h.Fatalf("got error %v, want a conflict", err)
	}
	want := &eventstore.ConflictError{Stream: h.stream(stream), Expected: expected, Actual: actual}
	if diff := cmp.Diff(want, conflict); diff != "" {
		h.Fatalf("conflict (-want +got):\n%s", diff)
	}
}

func (h *harness) mustFail(err, want error) {
	h.Helper()
	if !errors.Is(err, want) {
		h.Fatalf("got error %v, want %v", err, want)
	}
}

// mustHold expects exactly these events in the stream.
func (h *harness) mustHold(stream string, want ...eventstore.Proposed) {
	h.Helper()
	got := h.read(stream, 0, eventstore.Forwards, len(want)+1)
	for i, e := range got {
		if e.Stream != h.stream(stream) || e.Revision != eventstore.Revision(i) {
			h.Errorf("event %d is %s at revision %d", i, e.Stream, e.Revision)
		}
	}
	h.mustEqual(got, want)
}

// mustEqual compares the recorded events with the proposed ones, byte for byte.
func (h *harness) mustEqual(got []eventstore.Recorded, want []eventstore.Proposed) {
	h.Helper()
	if diff := cmp.Diff(texts(want), texts(proposed(got))); diff != "" {
		h.Fatalf("events (-want +got):\n%s", diff)
	}
}

// mustRise expects rising positions, without gaps in a dense log.
func (h *harness) mustRise(after eventstore.Position, events []eventstore.Recorded) {
	h.Helper()
	for _, e := range events {
		if !after.Before(e.Position) {
			h.Fatalf("position %v comes after %v", e.Position, after)
		}
		if h.Dense && e.Position.Commit != after.Commit+1 {
			h.Fatalf("position %v comes after %v: a gap", e.Position, after)
		}
		after = e.Position
	}
}

func proposed(events []eventstore.Recorded) []eventstore.Proposed {
	all := make([]eventstore.Proposed, len(events))
	for i, e := range events {
		all[i] = e.Proposed
	}
	return all
}

// texts returns one line per event, for a readable difference.
func texts(events []eventstore.Proposed) []string {
	lines := make([]string, len(events))
	for i, e := range events {
		lines[i] = fmt.Sprintf("%s %s %q %q", e.ID, e.Type, e.Data, e.Metadata)
	}
	return lines
}
