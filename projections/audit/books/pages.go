package books

import (
	"context"

	"gateway/eventstore"
)

// pageSize is the number of events per read. It bounds the memory use of a long history.
const pageSize = 4_000

type page struct {
	events []eventstore.Recorded
	err    error
}

// readPages reads the spans of a stream ahead of the receiver, until ctx ends.
func readPages(ctx context.Context, store eventstore.Store, stream string, spans []span) <-chan page {
	out := make(chan page, 1)
	go func() {
		defer close(out)
		for _, s := range joinAdjacent(spans) {
			if !s.read(ctx, store, stream, out) {
				return
			}
		}
	}()
	return out
}

// read sends the pages of one span, and reports whether to continue with the next span.
func (s span) read(ctx context.Context, store eventstore.Store, stream string, out chan<- page) bool {
	for from := s.from; from < s.to; {
		limit := int(min(pageSize, s.to-from))
		events, err := store.ReadStream(ctx, stream, from, eventstore.Forwards, limit)
		if len(events) == 0 && err == nil {
			return true
		}
		select {
		case out <- page{events: events, err: err}:
		case <-ctx.Done():
			return false
		}
		if err != nil {
			return false
		}
		if len(events) < limit {
			return true
		}
		from = events[len(events)-1].Revision + 1
	}
	return true
}

// joinAdjacent joins spans that follow each other.
func joinAdjacent(spans []span) []span {
	var all []span
	for _, s := range spans {
		if n := len(all); n > 0 && all[n-1].to == s.from {
			all[n-1].to = s.to
			continue
		}
		all = append(all, s)
	}
	return all
}
