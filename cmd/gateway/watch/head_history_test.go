package watch

import (
	"testing"
	"time"

	"gateway/eventstore"
)

func TestTheLagOfAReadModelIsTheAgeOfTheFirstEventThatItLacks(t *testing.T) {
	t.Parallel()
	var h HeadHistory
	began := time.Now()
	after := func(s int) time.Time { return began.Add(time.Duration(s) * time.Second) }
	h.saw(eventstore.Position{Commit: 10}, after(0))
	h.saw(eventstore.Position{Commit: 10}, after(5)) // the clock stood still
	h.saw(eventstore.Position{Commit: 30}, after(10))
	h.saw(eventstore.Position{Commit: 40}, after(15))
	for position, want := range map[int64]time.Duration{0: 60 * time.Second, 10: 50 * time.Second, 29: 50 * time.Second, 30: 45 * time.Second, 40: 0, 41: 0} {
		if got := h.Lag(position, after(60)); got != want {
			t.Errorf("at position %d: late by %v, want %v", position, got, want)
		}
	}
	for n := range 2 * int64(headsKept) {
		h.saw(eventstore.Position{Commit: 100 + n}, after(100))
	}
	if n := len(h.heads); n > headsKept {
		t.Errorf("%d heads are kept", n)
	}
}
