package storetest

import (
	"encoding/json"
	"time"

	"gateway/eventstore"
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
