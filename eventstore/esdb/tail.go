package esdb

import (
	"sort"
	"sync"

	"gateway/eventstore"
)

// The tail drops its oldest events beyond these limits. It always keeps the newest event.
const (
	maxTailEvents = 4_096
	maxTailBytes  = 8 << 20
	// eventOverhead is how many bytes an event counts in addition to its data and metadata.
	eventOverhead = 256
)

// tail keeps the newest events of the log in memory, without a gap, for all
// subscriptions of the Store. The follower adds to it.
type tail struct {
	mu      sync.Mutex
	started bool
	from    eventstore.Position // the tail holds every event after it
	events  []eventstore.Recorded
	bytes   int
	added   int64
	growth  chan struct{} // closed, and replaced, when the tail changes
}

func newTail() *tail { return &tail{growth: make(chan struct{})} }

// startAt sets the position after which the tail begins, and wakes the subscriptions: events up to it were
// never announced.
func (t *tail) startAt(at eventstore.Position) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.started, t.from = true, at
	t.announce()
}

// last returns the position after which the follower continues.
func (t *tail) last() (at eventstore.Position, started bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if n := len(t.events); n > 0 {
		return t.events[n-1].Position, true
	}
	return t.from, t.started
}

// count returns how many events were added.
func (t *tail) count() int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.added
}

// add appends the event that follows the last one.
func (t *tail) add(e eventstore.Recorded) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.events = append(t.events, e)
	t.bytes += sizeOf(e)
	t.added++
	for len(t.events) > maxTailEvents || t.bytes > maxTailBytes && len(t.events) > 1 {
		t.bytes -= sizeOf(t.events[0])
		t.from = t.events[0].Position
		t.events[0] = eventstore.Recorded{}
		t.events = t.events[1:]
	}
	t.announce()
}

// announce wakes the subscriptions. The caller holds the lock.
func (t *tail) announce() {
	close(t.growth)
	t.growth = make(chan struct{})
}

// changed returns a channel that is closed at the next change.
func (t *tail) changed() <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.growth
}

// eventsAfter returns at most limit events after the position. known is false if the tail does not reach back
// that far; the caller then reads from the server.
func (t *tail) eventsAfter(position eventstore.Position, limit int) (events []eventstore.Recorded, known bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.started || position.Before(t.from) {
		return nil, false
	}
	i := sort.Search(len(t.events), func(i int) bool { return position.Before(t.events[i].Position) })
	next := t.events[i:]
	return append(events, next[:min(limit, len(next))]...), true
}

func sizeOf(e eventstore.Recorded) int { return eventOverhead + len(e.Data) + len(e.Metadata) }
