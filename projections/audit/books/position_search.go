package books

import (
	"context"

	"gateway/eventstore"
)

// place is a revision of a stream, and the position of its event in the log.
type place struct {
	revision eventstore.Revision
	position int64
}

// positionSearch finds the last revision of a stream at or before a position. The result lies between low,
// which may be on either side of the position, and high, which is after it. When a stream grew evenly, one or
// two reads suffice.
type positionSearch struct {
	store     eventstore.Store
	stream    string
	at        int64
	low, high place
}

// searchWindow is the number of events that are read around a guess.
const searchWindow = 16

// last returns that revision, or the revision before low when all events are after the position.
func (s *positionSearch) last(ctx context.Context) (eventstore.Revision, error) {
	for step := 0; s.low.revision < s.high.revision; step++ {
		window, err := s.store.ReadStream(ctx, s.stream, s.guess(step), eventstore.Forwards, searchWindow)
		if err != nil {
			return 0, err
		}
		if found, ok := s.narrow(window); ok {
			return found, nil
		}
	}
	return s.high.revision - 1, nil
}

// guess returns the start of the next window. Every second window lies in the middle, so that the search
// halves an uneven stream.
func (s *positionSearch) guess(step int) eventstore.Revision {
	width := s.high.revision - s.low.revision
	share := 0.5
	if distance := s.high.position - s.low.position; step%2 == 0 && distance > 0 {
		share = float64(s.at-s.low.position) / float64(distance)
	}
	share = min(1, max(0, share))
	return max(s.low.revision, s.low.revision+int64(share*float64(width))-searchWindow/2)
}

// narrow tells whether the position is inside the window, before it or after it.
func (s *positionSearch) narrow(window []eventstore.Recorded) (eventstore.Revision, bool) {
	if len(window) == 0 {
		return s.high.revision - 1, true
	}
	first, last := window[0], window[len(window)-1]
	switch {
	case first.Position.Commit > s.at && first.Revision <= s.low.revision:
		return first.Revision - 1, true
	case first.Position.Commit > s.at:
		s.high = place{first.Revision, first.Position.Commit}
	case last.Position.Commit <= s.at:
		s.low = place{last.Revision + 1, last.Position.Commit}
	default:
		for _, e := range window {
			if e.Position.Commit > s.at {
				return e.Revision - 1, true
			}
		}
	}
	return 0, false
}
