package books

import (
	"context"

	"gateway/eventstore"
)

// pageSize is how many events are read at once: memory stays flat however long a
// history is.
const pageSize = 4_000

type page struct {
	events []eventstore.Recorded
	err    error
}

// pages reads revisions of a stream ahead of whoever ranges over them, until ctx
// ends.
func pages(ctx context.Context, store eventstore.Store, stream string, spans []span) <-chan page {
	out := make(chan page, 1)
	go func() {
		defer close(out)
		for _, s := range joined(spans) {
			if !s.read(ctx, store, stream, out) {
				return
			}
		}
	}()
	return out
}

// read gives the pages of one span, and says whether to go on with the next.
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

// joined makes one span of those that follow each other.
func joined(spans []span) []span {
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
