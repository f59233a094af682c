package postgres

import (
	"slices"
	"testing"

	"gateway/eventstore"
)

// chunk returns the events from first to last, each with size bytes of data.
func chunk(first, last int64, size int) []eventstore.Recorded {
	var events []eventstore.Recorded
	for p := first; p <= last; p++ {
		e := eventstore.Recorded{Position: position(p)}
		e.Data = make([]byte, size)
		events = append(events, e)
	}
	return events
}

func TestTheTailReturnsTheEventsAfterAPosition(t *testing.T) {
	t.Parallel()
	var tl tail
	tl.addEvents(chunk(1, 3, 0))
	tl.addEvents(chunk(4, 4, 0))
	tl.addEvents(chunk(5, 9, 0))
	for _, c := range []struct {
		after       int64
		limit       int
		first, last int64 // zero: none
	}{
		{0, 100, 1, 9}, {0, 2, 1, 2}, {2, 3, 3, 5}, {3, 1, 4, 4}, {4, 5, 5, 9}, {8, 9, 9, 9}, {9, 9, 0, 0}, {12, 1, 0, 0},
	} {
		if got := tl.eventsAfter(c.after, c.limit); !spans(got, c.first, c.last) {
			t.Errorf("after %d up to %d: %d events, want %d..%d", c.after, c.limit, len(got), c.first, c.last)
		}
	}
}

// spans reports whether the events are those from first to last, or none if first is zero.
func spans(events []eventstore.Recorded, first, last int64) bool {
	if first == 0 {
		return len(events) == 0
	}
	for i, e := range events {
		if e.Position.Commit != first+int64(i) {
			return false
		}
	}
	return int64(len(events)) == last-first+1
}

func TestTheTailReturnsNothingBeyondAGap(t *testing.T) {
	t.Parallel()
	var tl tail
	tl.addEvents(chunk(11, 13, 0))
	tl.addEvents(chunk(16, 17, 0))
	for _, c := range []struct{ after, first, last int64 }{{9, 0, 0}, {10, 11, 13}, {12, 13, 13}, {13, 0, 0}, {14, 0, 0}, {15, 16, 17}} {
		if got := tl.eventsAfter(c.after, 10); !spans(got, c.first, c.last) {
			t.Errorf("after %d: %d events, want %d..%d", c.after, len(got), c.first, c.last)
		}
	}
	tl.addEvents(chunk(12, 16, 0)) // may overlap with events that the tail has
	if got := tl.eventsAfter(10, 10); !spans(got, 11, 17) {
		t.Errorf("%d events, the gap filled", len(got))
	}
}

func TestTheTailKnowsItsGaps(t *testing.T) {
	t.Parallel()
	var tl tail
	tl.addEvents(chunk(11, 13, 0))
	tl.addEvents(chunk(16, 17, 0))
	for _, c := range []struct {
		name  string
		after int64
		limit int
		head  int64
		want  []span
	}{
		{"between two ranges", 10, 100, 17, []span{{14, 15}}},
		{"after the newest event", 16, 100, 19, []span{{18, 19}}},
		{"two gaps", 12, 100, 20, []span{{14, 15}, {18, 20}}},
		{"no farther than the limit", 12, 2, 20, []span{{14, 14}}},
		{"no farther than the head", 12, 100, 14, []span{{14, 14}}},
		{"a reader at the head", 17, 100, 17, nil},
		{"a reader ahead of the tail", 30, 100, 32, []span{{31, 32}}},
		{"a reader too far behind", 9, 100, 20, nil},
		{"a page greater than the tail", 12, maxTailEvents + 1, 20, nil},
	} {
		if got := tl.missingSpans(c.after, c.limit, c.head); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	tl.clear()
	if got := tl.missingSpans(12, 100, 20); got != nil {
		t.Errorf("an empty one: %v", got)
	}
}

func TestTheTailIsBounded(t *testing.T) {
	t.Parallel()
	for name, size := range map[string]int{"in events": 0, "in bytes": 100_000} {
		var tl tail
		for p := int64(1); p <= 3*maxTailEvents; p += 16 {
			tl.addEvents(chunk(p+8, p+15, size)) // in any order
			tl.addEvents(chunk(p, p+7, size))
			held, bytes := holds(&tl)
			if held > maxTailEvents || bytes > maxTailBytes || bytes != tl.bytes {
				t.Fatalf("%s: %d events, %d bytes, counted %d", name, held, bytes, tl.bytes)
			}
		}
		if held, bytes := holds(&tl); held < maxTailEvents/2 && bytes < maxTailBytes/2 {
			t.Errorf("%s: only %d events, %d bytes", name, held, bytes)
		}
		tl.addEvents(chunk(1, 8, size)) // too old
		if got := tl.eventsAfter(0, 8); got != nil {
			t.Errorf("%s: holds what is too old", name)
		}
		tl.clear()
		if tl.ring != nil || tl.bytes != 0 || tl.last != 0 {
			t.Errorf("%s: not empty after clear", name)
		}
	}
}

// holds counts the events that the tail holds, and their memory.
func holds(tl *tail) (events, bytes int) {
	for p := tl.first; p <= tl.last; p++ {
		if e := *tl.slot(p); e != nil && e.Position.Commit == p {
			events++
			bytes += memorySize(e)
		}
	}
	return events, bytes
}

func TestTheTailStartsAgainFarAheadOfItsEvents(t *testing.T) {
	t.Parallel()
	var tl tail
	tl.addEvents(chunk(1, 9, 0))
	tl.addEvents(chunk(2*maxTailEvents, 2*maxTailEvents+1, 0))
	if got := tl.eventsAfter(0, 100); got != nil {
		t.Errorf("%d old events", len(got))
	}
	if got := tl.eventsAfter(2*maxTailEvents-1, 100); !spans(got, 2*maxTailEvents, 2*maxTailEvents+1) {
		t.Errorf("%d new events", len(got))
	}
}
