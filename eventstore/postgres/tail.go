package postgres

import (
	"sort"
	"sync"

	"gateway/eventstore"
)

const (
	maxTailEvents = 16_384
	maxTailBytes  = 32 << 20
	// What an event weighs beside its data and metadata.
	eventOverhead = 256
)

// tail holds the newest events, without a gap, so that those who follow the log at
// its end need not read it from the database: what this process wrote, and what one
// of them read of the writes of others.
type tail struct {
	mu     sync.RWMutex
	chunks [][]eventstore.Recorded // never empty ones, ascending
	events int
	bytes  int
}

// add takes chunks of committed events in the order of the log. Where they don't
// follow on what is held, another process wrote between: only the new ones stay.
func (t *tail) add(chunks [][]eventstore.Recorded) {
	if len(chunks) == 0 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if chunks[0][0].Position.Commit != t.last()+1 {
		t.reset()
	}
	for _, c := range chunks {
		t.chunks = append(t.chunks, c)
		t.events += len(c)
		t.bytes += weight(c)
	}
	t.shed()
}

// shed drops the oldest beyond the limits.
func (t *tail) shed() {
	for t.events > maxTailEvents || t.bytes > maxTailBytes {
		oldest := t.chunks[0]
		t.events -= len(oldest)
		t.bytes -= weight(oldest)
		t.chunks[0] = nil
		t.chunks = t.chunks[1:]
	}
}

// fill takes what was read at the end of the log, where it joins what is held: with
// another process writing in turn, the first follower's read serves the next ones.
func (t *tail) fill(events []eventstore.Recorded) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.chunks) == 0 || events[0].Position.Commit == t.last()+1 {
		t.chunks = append(t.chunks, events)
	} else {
		before := t.chunks[0][0].Position.Commit - events[0].Position.Commit
		if before <= 0 || before > int64(len(events)) {
			return
		}
		events = events[:before:before]
		t.chunks = append([][]eventstore.Recorded{events}, t.chunks...)
	}
	t.events += len(events)
	t.bytes += weight(events)
	t.shed()
}

// after gives at most limit events that follow the position. When it gives none,
// the database has to be asked.
func (t *tail) after(position int64, limit int) []eventstore.Recorded {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if len(t.chunks) == 0 || position+1 < t.chunks[0][0].Position.Commit || position >= t.last() {
		return nil
	}
	i := sort.Search(len(t.chunks), func(i int) bool {
		c := t.chunks[i]
		return c[len(c)-1].Position.Commit > position
	})
	skip := position + 1 - t.chunks[i][0].Position.Commit
	events := make([]eventstore.Recorded, 0, min(int64(limit), t.last()-position))
	for _, c := range t.chunks[i:] {
		c = c[skip:]
		skip = 0
		events = append(events, c[:min(len(c), limit-len(events))]...)
		if len(events) == limit {
			break
		}
	}
	return events
}

func (t *tail) clear() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.reset()
}

func (t *tail) reset() { t.chunks, t.events, t.bytes = nil, 0, 0 }

// last is the newest position held, 0 for none.
func (t *tail) last() int64 {
	if len(t.chunks) == 0 {
		return 0
	}
	c := t.chunks[len(t.chunks)-1]
	return c[len(c)-1].Position.Commit
}

func weight(chunk []eventstore.Recorded) int {
	n := len(chunk) * eventOverhead
	for i := range chunk {
		n += len(chunk[i].Data) + len(chunk[i].Metadata)
	}
	return n
}
