package postgres

import (
	"sync"

	"gateway/eventstore"
)

const (
	maxTailEvents = 4_096
	maxTailBytes  = 8 << 20
	// eventOverhead is the memory of an event in addition to its data and metadata, in bytes.
	eventOverhead = 256
)

// tail keeps the newest events in memory, so that followers at the end of the log need not read them from the
// database. It gets the events of this process when they are committed, and those of other processes when a
// follower reads them; until then it has gaps.
type tail struct {
	mu          sync.RWMutex
	ring        []*eventstore.Recorded // by position, nil in gaps
	first, last int64                  // the positions that the ring spans; last is zero if it is empty
	bytes       int
}

// span is a range of positions, both ends included.
type span struct{ first, last int64 }

// addEvents takes committed events, in any order. It ignores events that it has already and events that are
// too old.
func (t *tail) addEvents(events []eventstore.Recorded) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range events {
		t.addEvent(&events[i])
	}
}

func (t *tail) addEvent(e *eventstore.Recorded) {
	p := e.Position.Commit
	if t.last == 0 || p > t.last+maxTailEvents {
		t.reset()
		t.ring = make([]*eventstore.Recorded, maxTailEvents)
		t.first, t.last = p, p
	}
	for t.last < p {
		t.last++
		if t.last-t.first == maxTailEvents {
			t.evictOldest()
		}
	}
	if p < t.first || *t.slot(p) != nil {
		return
	}
	*t.slot(p) = e
	for t.bytes += memorySize(e); t.bytes > maxTailBytes; {
		t.evictOldest()
	}
}

// evictOldest drops the oldest position.
func (t *tail) evictOldest() {
	if oldest := t.slot(t.first); *oldest != nil {
		t.bytes -= memorySize(*oldest)
		*oldest = nil
	}
	t.first++
}

// eventsAfter returns at most limit events after the position, up to the first gap. If it returns none, the
// caller reads from the database.
func (t *tail) eventsAfter(position int64, limit int) []eventstore.Recorded {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if t.last == 0 || position+1 < t.first || position >= t.last {
		return nil
	}
	events := make([]eventstore.Recorded, 0, min(int64(limit), t.last-position))
	for p := position + 1; p <= t.last && len(events) < limit; p++ {
		e := *t.slot(p)
		if e == nil {
			break
		}
		events = append(events, *e)
	}
	return events
}

// missingSpans returns the gaps among the limit positions after the given one, up to the
// head of the log. It returns none for a reader that is too far behind.
func (t *tail) missingSpans(position int64, limit int, head int64) (gaps []span) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if t.last == 0 || position+1 < t.first || limit > maxTailEvents {
		return nil
	}
	for p := position + 1; p <= min(head, position+int64(limit)); p++ {
		switch n := len(gaps); {
		case p <= t.last && *t.slot(p) != nil:
		case n > 0 && gaps[n-1].last == p-1:
			gaps[n-1].last = p
		default:
			gaps = append(gaps, span{p, p})
		}
	}
	return gaps
}

func (t *tail) clear() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.reset()
}

func (t *tail) reset() { t.ring, t.first, t.last, t.bytes = nil, 0, 0, 0 }

func (t *tail) slot(position int64) **eventstore.Recorded { return &t.ring[position%maxTailEvents] }

func memorySize(e *eventstore.Recorded) int { return eventOverhead + len(e.Data) + len(e.Metadata) }
