package esdbserver

import (
	"sync"

	"gateway/eventstore"

	"github.com/google/uuid"
)

// maxRecentBytes limits the memory for the ids of recent events, as in EventStoreDB. recentOverhead is what
// an id takes in addition to its stream's name.
const maxRecentBytes, recentOverhead = 8 << 20, 28

// recent remembers by their ids where the newest events are. It is used to recognise a repeated append
// without an expected revision. It is lost when the server stops. If several streams have the same id, it
// knows only the newest. It is safe for concurrent use.
type recent struct {
	mu    sync.Mutex
	byID  map[uuid.UUID]place
	order []uuid.UUID // oldest first; an id may be in it more than once
	bytes int
}

// place is a stream's revision.
type place struct {
	stream   string
	revision eventstore.Revision
}

// add remembers the events of one append. last is the revision of the last event.
func (r *recent) add(stream string, last eventstore.Revision, events []eventstore.Proposed) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.byID == nil {
		r.byID = make(map[uuid.UUID]place)
	}
	for i, e := range events {
		r.byID[e.ID] = place{stream, last - int64(len(events)-1-i)}
		r.order = append(r.order, e.ID)
		r.bytes += recentOverhead + len(stream)
	}
	for r.bytes > maxRecentBytes {
		oldest := r.order[0]
		r.order = r.order[1:]
		r.bytes -= recentOverhead + len(r.byID[oldest].stream)
		delete(r.byID, oldest)
	}
}

// find compares an append with the remembered events. It returns the revision of its last event if all are
// known, and whether the first is known.
func (r *recent) find(stream string, events []eventstore.Proposed) (last eventstore.Revision, all, first bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, e := range events {
		p, known := r.byID[e.ID]
		if !known || p.stream != stream {
			return last, false, i > 0
		}
		last = p.revision
	}
	return last, true, true
}
