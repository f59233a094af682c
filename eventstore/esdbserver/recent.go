package esdbserver

import (
	"sync"

	"gateway/eventstore"

	"github.com/google/uuid"
)

// maxRecentBytes is how much memory the ids of recent events take at most, as in
// EventStoreDB, and recentOverhead what an id takes beside its stream's name.
const maxRecentBytes, recentOverhead = 8 << 20, 28

// recent remembers where the newest events are, by their ids. With it an append without
// an expected revision is recognised as a repetition. It does not outlive the server, and
// knows the newest stream alone of an id that several have. It is safe for concurrent use.
type recent struct {
	mu    sync.Mutex
	byID  map[uuid.UUID]place
	order []uuid.UUID // the oldest first; an id may be in it more than once
	bytes int
}

// place is a stream's revision.
type place struct {
	stream   string
	revision eventstore.Revision
}

// add remembers events of one append, of which the last has the revision.
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

// find compares an append with what is remembered. It returns the revision of its last
// event when all are known, and whether the first is known.
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
