package books

import (
	"context"

	"gateway/domain/balance"
	"gateway/eventstore"
)

// walker reads the few movements of a page one after the other. It must be used by one goroutine.
type walker struct {
	store   eventstore.Store
	client  int64
	stretch stretch
	decoder decoder
}

// part skips the first skip movements of a span and returns at most limit of the rest. dense says that every
// event before them is a movement.
func (w *walker) part(ctx context.Context, s span, skip, limit int64, dense bool) (found []Entry, err error) {
	if dense { // then the n-th movement is the n-th revision
		s.from += skip
		skip = 0
	}
	err = w.span(ctx, s, int(min(pageSize, skip+limit)), func(e Entry) bool {
		if skip > 0 {
			skip--
			return true
		}
		found = append(found, e)
		return int64(len(found)) < limit
	})
	return found, err
}

// span calls visit with the movements of a span that are in the range, until visit returns false. It reads
// size events per read.
func (w *walker) span(ctx context.Context, s span, size int, visit func(Entry) (more bool)) error {
	own := accountsOf(w.client)
	for from := s.from; from < s.to; {
		limit := int(min(int64(size), s.to-from))
		events, err := w.store.ReadStream(ctx, balance.Stream(w.client), from, eventstore.Forwards, limit)
		if err != nil {
			return err
		}
		for i := range events {
			if w.stretch.isBefore(&events[i]) {
				return nil
			}
			if !w.stretch.contains(&events[i]) {
				continue
			}
			m, ok, err := w.decoder.movement(events[i], own)
			if err != nil {
				return err
			}
			if ok && !visit(Entry{Movement: m, Recorded: &events[i]}) {
				return nil
			}
		}
		if len(events) < limit {
			return nil
		}
		from = events[len(events)-1].Revision + 1
	}
	return nil
}
