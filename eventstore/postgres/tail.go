package postgres

import (
	"sync"

	"gateway/eventstore"
)

const (
	maxTailEvents = 16_384
	maxTailBytes  = 32 << 20
	// What an event weighs beside its data and metadata.
	eventOverhead = 256
)

// tail holds the newest events, so that those who follow the log at its end need
// not read it from the database: what this process wrote and, of what others wrote
// between, what one of them read. Until then it has gaps there.
type tail struct {
	mu          sync.RWMutex
	ring        []*eventstore.Recorded // by position, nil where none is held
	first, last int64                  // what the ring spans; it is empty when last is zero
	bytes       int
}

// span is a range of positions, both ends included.
type span struct{ first, last int64 }

// add takes committed events, in any order. Those that are held or too old change
// nothing.
func (t *tail) add(events []eventstore.Recorded) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range events {
		t.put(&events[i])
	}
}

func (t *tail) put(e *eventstore.Recorded) {
	p := e.Position.Commit
	if t.last == 0 || p > t.last+maxTailEvents {
		t.reset()
		t.ring = make([]*eventstore.Recorded, maxTailEvents)
		t.first, t.last = p, p
	}
	for t.last < p {
		t.last++
		if t.last-t.first == maxTailEvents {
			t.shed()
		}
	}
	if p < t.first || *t.slot(p) != nil {
		return
	}
	*t.slot(p) = e
	for t.bytes += weight(e); t.bytes > maxTailBytes; {
		t.shed()
	}
}

// shed gives up the oldest position.
func (t *tail) shed() {
	if oldest := t.slot(t.first); *oldest != nil {
		t.bytes -= weight(*oldest)
		*oldest = nil
	}
	t.first++
}

// after gives at most limit events that follow the position, up to the first gap.
// When it gives none, the database has to be asked.
func (t *tail) after(position int64, limit int) []eventstore.Recorded {
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

// gaps gives what is not held of the limit positions after the given one, no
// farther than the head of the log, and none for a reader who is too far behind.
func (t *tail) gaps(position int64, limit int, head int64) (gaps []span) {
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

func weight(e *eventstore.Recorded) int { return eventOverhead + len(e.Data) + len(e.Metadata) }
