package books

import (
	"context"

	"gateway/eventstore"
)

// place is a revision of a stream, and its position in the log.
type place struct {
	revision eventstore.Revision
	position int64
}

// positionSearch finds the last revision of a stream at or before a position, between low, which may be
// before it or after it, and high, which is after it. Where a stream grew evenly it
// needs a read or two.
type positionSearch struct {
	store     eventstore.Store
	stream    string
	at        int64
	low, high place
}

// searchWindow is the number of events that are read around a guess.
const searchWindow = 16

// last returns the revision; one before low, if all are after the position.
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

// guess is where a window begins: every other one in the middle, so that an uneven stream is halved.
func (s *positionSearch) guess(step int) eventstore.Revision {
	width := s.high.revision - s.low.revision
	share := 0.5
	if distance := s.high.position - s.low.position; step%2 == 0 && distance > 0 {
		share = float64(s.at-s.low.position) / float64(distance)
	}
	share = min(1, max(0, share))
	return max(s.low.revision, s.low.revision+int64(share*float64(width))-searchWindow/2)
}

// narrow looks where the position is: in the window, before it or after it.
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
