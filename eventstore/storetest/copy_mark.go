package storetest

import (
	"gateway/eventstore"

	"github.com/google/uuid"
)

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
