package storetest

import (
	"github.com/google/uuid"

	"gateway/eventstore"
	"gateway/eventstore/transfer"
)

// copyMarks are the rules for stores that a log can be copied into (transfer.Store).
var copyMarks = contract{
	{"every process sees the mark of a copy, and no reader of the log does", func(h *harness) {
		store, other := h.copyMarker(h.store), h.copyMarker(h.open())
		before := h.head()
		for _, from := range []string{uuid.NewString(), uuid.NewString(), "", ""} {
			for range 2 { // a repetition changes nothing
				h.mustFail(store.MarkCopySource(h.ctx, from), nil)
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
		store := h.copyMarker(h.store)
		if err := h.store.Close(); err != nil {
			h.Fatalf("close: %v", err)
		}
		_, err := store.CopySource(h.ctx)
		h.mustFail(err, eventstore.ErrClosed)
		h.mustFail(store.MarkCopySource(h.ctx, ""), eventstore.ErrClosed)
	}},
}

func (h *harness) copyMarker(s eventstore.Store) transfer.CopyMarker {
	h.Helper()
	marker, ok := s.(transfer.CopyMarker)
	if !ok {
		h.Skip("no log can be copied into this store")
	}
	return marker
}
