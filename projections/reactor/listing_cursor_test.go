package reactor

import (
	"testing"
	"time"
)

// The cursor is where the next pass begins to read: what lies before it is not read again.
func TestABookingThatCanNotBeTakenInMovesTheCursorBeyondNothingThatWasNotRead(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 3, 15, 0, 0, 0, time.UTC)
	o := ProviderListingOptions{}.withDefaults()
	for _, c := range []struct {
		rule                  string
		saved, to, left, want time.Duration // before now; 0 is none
	}{
		{"it stays at the booking", 30 * time.Hour, 29 * time.Hour, 5 * time.Hour, 29 * time.Hour},
		{"a booking of the last day holds it", 10 * time.Hour, 9 * time.Hour, 9*time.Hour + time.Minute, 9*time.Hour + time.Minute},
		{"an older one holds it no longer, but it moves to the end of what was read", 39 * time.Hour, 38 * time.Hour, 38*time.Hour + time.Minute, 38 * time.Hour},
	} {
		p := &listingPass{began: now, to: now.Add(-c.to), left: now.Add(-c.left)}
		if next := p.nextCursor(now.Add(-c.saved), o); !next.Equal(now.Add(-c.want)) {
			t.Errorf("%s: the cursor moves to %s before now, want %s", c.rule, now.Sub(next), c.want)
		}
	}
}
