package storetest

import (
	"gateway/eventstore"

	"github.com/google/go-cmp/cmp"
)

var retries = contract{
	{"a repeated append gets the first answer", func(h *harness) {
		events := h.events(2)
		h.mustRepeat("a", eventstore.NoStream, events, h.append("a", eventstore.NoStream, events))
		h.mustHold("a", events...)
	}},
	{"a repeated append gets the first answer after later events", func(h *harness) {
		events := h.events(6)
		h.append("a", eventstore.NoStream, events[:1])
		first := h.append("a", 0, events[1:3])
		h.append("a", 2, events[3:])
		h.append("b", eventstore.NoStream, h.events(1))
		h.mustRepeat("a", 0, events[1:3], first)
		h.mustHold("a", events...)
	}},
	{"a repeated append gets the first answer in another process", func(h *harness) {
		events := h.events(2)
		first := h.append("a", eventstore.NoStream, events)
		h.store = h.open()
		h.mustRepeat("a", eventstore.NoStream, events, first)
		h.mustHold("a", events...)
	}},
	{"some events of an earlier append and others are refused", func(h *harness) {
		events := h.events(4)
		h.append("a", eventstore.NoStream, events[:3])
		for name, attempt := range map[string][]eventstore.Proposed{
			"one more":       events,
			"one exchanged":  {events[0], events[3], events[2]},
			"first differs":  {events[3], events[1]},
			"reversed ends":  {events[2], events[1], events[0]},
			"last exchanged": {events[0], events[3]},
		} {
			_, err := h.store.Append(h.ctx, h.stream("a"), eventstore.NoStream, attempt)
			if h.mustFail(err, eventstore.ErrPartialRetry); h.Failed() {
				h.Fatal(name)
			}
		}
		h.mustHold("a", events[:3]...)
	}},
	{"the same ids at another expected revision are a conflict", func(h *harness) {
		events := h.events(3)
		h.append("a", eventstore.NoStream, events)
		for expected, attempt := range map[eventstore.Revision][]eventstore.Proposed{
			0: events[:1], 1: events[:2], eventstore.NoStream: events[1:], 7: events,
		} {
			_, err := h.store.Append(h.ctx, h.stream("a"), expected, attempt)
			h.mustConflict(err, "a", expected, 2)
		}
		h.mustHold("a", events...)
	}},
	{"the same ids on another stream are another append", func(h *harness) {
		events := h.events(2)
		h.append("a", eventstore.NoStream, events)
		h.append("b", eventstore.NoStream, events)
		h.mustHold("b", events...)
	}},
}

func (h *harness) mustRepeat(
	stream string, expected eventstore.Revision, events []eventstore.Proposed, first eventstore.Appended,
) {
	h.Helper()
	again := h.append(stream, expected, events)
	if diff := cmp.Diff(first, again); diff != "" {
		h.Errorf("answer (-first +repeated):\n%s", diff)
	}
}
