package postgres

import (
	"testing"

	"gateway/eventstore"
)

// chunk makes the events first..last.
func chunk(first, last int64, size int) []eventstore.Recorded {
	var events []eventstore.Recorded
	for p := first; p <= last; p++ {
		e := eventstore.Recorded{Position: position(p)}
		e.Data = make([]byte, size)
		events = append(events, e)
	}
	return events
}

func TestTheTailGivesWhatFollowsAPosition(t *testing.T) {
	t.Parallel()
	var tl tail
	tl.add([][]eventstore.Recorded{chunk(1, 3, 0), chunk(4, 4, 0)})
	tl.add([][]eventstore.Recorded{chunk(5, 9, 0)})
	for _, c := range []struct {
		after       int64
		limit       int
		first, last int64 // zero: the database has to be asked
	}{
		{0, 100, 1, 9}, {0, 2, 1, 2}, {2, 3, 3, 5}, {3, 1, 4, 4}, {4, 5, 5, 9}, {8, 9, 9, 9}, {9, 9, 0, 0}, {12, 1, 0, 0},
	} {
		var first, last int64
		got := tl.after(c.after, c.limit)
		if len(got) > 0 {
			first, last = got[0].Position.Commit, got[len(got)-1].Position.Commit
		}
		if first != c.first || last != c.last || len(got) > 0 && int64(len(got)) != last-first+1 {
			t.Errorf("after %d up to %d: %d..%d (%d), want %d..%d", c.after, c.limit, first, last, len(got), c.first, c.last)
		}
	}
}

func TestTheTailNeverHoldsAGap(t *testing.T) {
	t.Parallel()
	var tl tail
	tl.add([][]eventstore.Recorded{chunk(1, 3, 0)})
	tl.add([][]eventstore.Recorded{chunk(6, 7, 0)})
	if got := tl.after(2, 10); got != nil {
		t.Errorf("%d events after 2", len(got))
	}
	if got := tl.after(5, 10); len(got) != 2 {
		t.Errorf("%d events after 5", len(got))
	}
}

func TestTheTailIsBounded(t *testing.T) {
	t.Parallel()
	for name, size := range map[string]int{"in events": 0, "in bytes": 100_000} {
		var tl tail
		for p := int64(1); p <= 3*maxTailEvents; p += 8 {
			tl.add([][]eventstore.Recorded{chunk(p, p+7, size)})
			if tl.events > maxTailEvents || tl.bytes > maxTailBytes {
				t.Fatalf("%s: %d events, %d bytes", name, tl.events, tl.bytes)
			}
		}
		if tl.events < maxTailEvents/2 && tl.bytes < maxTailBytes/2 {
			t.Errorf("%s: only %d events, %d bytes", name, tl.events, tl.bytes)
		}
		tl.clear()
		if tl.events != 0 || tl.bytes != 0 || tl.chunks != nil {
			t.Errorf("%s: not empty after clear", name)
		}
	}
}

func TestTheTailJoinsWhatWasReadOfTheWritesOfOthers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name        string
		held, read  [2]int64 // first and last
		first, last int64    // what is held then
	}{
		{"into an empty one", [2]int64{1, 0}, [2]int64{5, 9}, 5, 9},
		{"at its end", [2]int64{3, 4}, [2]int64{5, 9}, 3, 9},
		{"up to its beginning", [2]int64{10, 12}, [2]int64{5, 9}, 5, 12},
		{"over its beginning", [2]int64{8, 12}, [2]int64{5, 10}, 5, 12},
		{"over all of it", [2]int64{7, 8}, [2]int64{5, 9}, 5, 8},
		{"inside it", [2]int64{3, 12}, [2]int64{5, 9}, 3, 12},
		{"a gap before it", [2]int64{12, 13}, [2]int64{5, 9}, 12, 13},
		{"a gap after it", [2]int64{1, 3}, [2]int64{5, 9}, 1, 3},
	} {
		var tl tail
		if held := chunk(c.held[0], c.held[1], 0); len(held) > 0 {
			tl.add([][]eventstore.Recorded{held})
		}
		tl.fill(chunk(c.read[0], c.read[1], 0))
		got := tl.after(c.first-1, 100)
		if len(got) == 0 || got[0].Position.Commit != c.first || tl.last() != c.last || int64(len(got)) != c.last-c.first+1 {
			t.Errorf("%s: %d events up to %d, want %d..%d", c.name, len(got), tl.last(), c.first, c.last)
		}
		if tl.events != len(got) {
			t.Errorf("%s: counts %d events, holds %d", c.name, tl.events, len(got))
		}
	}
}
