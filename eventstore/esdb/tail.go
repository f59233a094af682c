package esdb

import (
	"sort"
	"sync"

	"gateway/eventstore"
)

const (
	maxTailEvents = 4_096
	maxTailBytes  = 8 << 20
	// What an event weighs beside its data and metadata.
	eventOverhead = 256
)

// tail holds the newest events of the log, without a gap, for all subscriptions of
// the process.
type tail struct {
	mu     sync.Mutex
	begun  bool
	from   eventstore.Position // all that follows it is in events
	events []eventstore.Recorded
	bytes  int
	grown  chan struct{} // closed, and replaced, when there is something new
}

func newTail() *tail { return &tail{grown: make(chan struct{})} }

// begin sets where the tail starts. Whoever waits looks again: what came before was
// nobody's to tell.
func (t *tail) begin(at eventstore.Position) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.begun, t.from = true, at
	t.wake()
}

// last is where the follower goes on.
func (t *tail) last() (at eventstore.Position, begun bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if n := len(t.events); n > 0 {
		return t.events[n-1].Position, true
	}
	return t.from, t.begun
}

// add takes the event that follows the last one.
func (t *tail) add(e eventstore.Recorded) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.events = append(t.events, e)
	t.bytes += weight(e)
	for len(t.events) > maxTailEvents || t.bytes > maxTailBytes && len(t.events) > 1 {
		t.bytes -= weight(t.events[0])
		t.from = t.events[0].Position
		t.events[0] = eventstore.Recorded{}
		t.events = t.events[1:]
	}
	t.wake()
}

func (t *tail) wake() {
	close(t.grown)
	t.grown = make(chan struct{})
}

// watch gives the channel that is closed when there is something new.
func (t *tail) watch() <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.grown
}

// after gives at most limit events that follow the position. When known is false,
// the server has to be asked.
func (t *tail) after(position eventstore.Position, limit int) (events []eventstore.Recorded, known bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.begun || position.Before(t.from) {
		return nil, false
	}
	i := sort.Search(len(t.events), func(i int) bool { return position.Before(t.events[i].Position) })
	next := t.events[i:]
	return append(events, next[:min(limit, len(next))]...), true
}

func weight(e eventstore.Recorded) int { return eventOverhead + len(e.Data) + len(e.Metadata) }
