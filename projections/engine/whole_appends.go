package engine

import (
	"context"
	"errors"
	"slices"
	"time"

	"gateway/eventstore"
)

// restWithin is how long the rest of an append may take to arrive. It never comes where a log was restored only up
// to the middle of an append.
const restWithin = time.Second

// wholeAppends reads batches that end with an append, so that readers of the read models see the effect of an append at
// once or not at all: never a withdrawal that is still to be approved by itself. It must be used by one goroutine.
type wholeAppends struct {
	sub  eventstore.Subscription
	held []eventstore.Recorded
}

// next returns the next events, at least one, as Subscription.Next does. It may return more than limit.
func (w *wholeAppends) next(ctx context.Context, limit int) ([]eventstore.Recorded, error) {
	for {
		page, err := w.read(ctx, limit)
		if err != nil {
			return nil, err
		}
		if len(page) == 0 {
			whole := w.held
			w.held = nil
			return whole, nil
		}
		if len(w.held) > 0 {
			page = slices.Concat(w.held, page)
		}
		whole, rest := eventstore.WholeAppends(page)
		if w.held = rest; len(whole) > 0 {
			return whole, nil
		}
	}
}

// read reads the next events. While it holds some, it returns none if no other arrives in time.
func (w *wholeAppends) read(ctx context.Context, limit int) ([]eventstore.Recorded, error) {
	if len(w.held) == 0 {
		return w.sub.Next(ctx, limit)
	}
	within, cancel := context.WithTimeout(ctx, restWithin)
	defer cancel()
	page, err := w.sub.Next(within, limit)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return nil, nil
	}
	return page, err
}
