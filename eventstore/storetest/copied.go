package storetest

import (
	"encoding/json"
	"time"

	"gateway/eventstore"

	"github.com/google/uuid"
)

func testCopiedEvents(h *harness) {
	first := time.Date(2024, 2, 29, 23, 59, 59, 123456700, time.UTC)
	last := eventstore.NoStream
	for i, metadata := range []string{`{"actor":"client:7"}`, `{}`, ``, `[1,2]`, `{"a": "}"}`, `{"booked_at":"yesterday"}`} {
		copied := h.events(1)
		copied[0].Metadata, copied[0].FirstBookedAt = json.RawMessage(metadata), first
		last = h.append("a", last, copied).Revision
		got := h.read("a", eventstore.Revision(i), eventstore.Forwards, 1)[0]
		if string(got.Metadata) != metadata || !got.BookedAt.Equal(first) || !got.FirstBookedAt.IsZero() {
			h.Errorf("%q became %q, booked at %v", metadata, got.Metadata, got.BookedAt)
		}
	}
	h.append("a", last, h.events(1))
	if got := h.read("a", eventstore.End, eventstore.Backwards, 1)[0]; got.BookedAt.Before(first.AddDate(1, 0, 0)) {
		h.Errorf("an event of this store is booked at %v", got.BookedAt)
	}
}

// copyMarks holds the rules of transfer.CopyMarker.
var copyMarks = contract{
	{"every process sees the mark of a copy, and no reader of the log does", func(h *harness) {
		before, other := h.head(), h.open()
		for _, from := range []string{uuid.NewString(), uuid.NewString(), "", ""} {
			for range 2 { // a repetition changes nothing
				h.mustFail(h.store.MarkCopySource(h.ctx, from), nil)
			}
			if got, err := other.CopySource(h.ctx); err != nil || got != from {
				h.Errorf("the mark is %q, %v, want %q", got, err, from)
			}
		}
		if h.Dense && h.head() != before {
			h.Errorf("the head is %v, it was %v", h.head(), before)
		}
	}},
	{"a closed store refuses to read and to set the mark of a copy", func(h *harness) {
		if err := h.store.Close(); err != nil {
			h.Fatalf("close: %v", err)
		}
		_, err := h.store.CopySource(h.ctx)
		h.mustFail(err, eventstore.ErrClosed)
		h.mustFail(h.store.MarkCopySource(h.ctx, ""), eventstore.ErrClosed)
	}},
}
