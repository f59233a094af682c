package rebuild

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"gateway/eventstore"
	"gateway/projections/engine"

	"golang.org/x/sync/errgroup"
)

// load applies the log to shadows, each from its position up to its goal, in one pass over the log: one
// goroutine reads, one decodes, and one per shadow applies. A shadow that cannot apply an event stops there,
// and the others continue. Each batch is committed with the shadow's checkpoint, so a later load continues an
// interrupted one. progress is called with the position that all shadows have reached. load returns the
// number of events that it read.
func (r *Rebuilder) load(ctx context.Context, shadows []*shadow, progress func(eventstore.Position)) (n int, err error) {
	from, until := loadRange(shadows)
	g, ctx := errgroup.WithContext(ctx)
	pages := make(chan []eventstore.Recorded, 1)
	g.Go(func() error {
		defer close(pages)
		var err error
		n, err = r.readPages(ctx, from, until, pages)
		return err
	})
	batches := make([]chan []eventstore.Envelope, len(shadows))
	lowest := &lowestPosition{positions: make([]eventstore.Position, len(shadows)), report: progress}
	for i, s := range shadows {
		batches[i] = make(chan []eventstore.Envelope, 1)
		g.Go(func() error {
			return s.applyBatches(ctx, batches[i], func(at eventstore.Position) { lowest.update(i, at) })
		})
	}
	g.Go(func() error {
		defer func() {
			for _, c := range batches {
				close(c)
			}
		}()
		return r.decodePages(ctx, pages, batches)
	})
	err = g.Wait()
	return n, err
}

// loadRange returns the range from the lowest position to the highest goal.
func loadRange(shadows []*shadow) (from, until eventstore.Position) {
	for i, s := range shadows {
		if i == 0 || s.position.Before(from) {
			from = s.position
		}
		if until.Before(s.goal) {
			until = s.goal
		}
	}
	return from, until
}

// readPages reads the range page by page and returns the number of events read.
func (r *Rebuilder) readPages(
	ctx context.Context, from, until eventstore.Position, pages chan<- []eventstore.Recorded,
) (n int, err error) {
	end := from
	err = engine.ReadPages(ctx, r.log.Store(), from, until, func(page []eventstore.Recorded) error {
		end, n = page[len(page)-1].Position, n+len(page)
		select {
		case pages <- page:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
	if err == nil && end.Before(until) {
		err = fmt.Errorf("the log ends after %d, but a read model stands at %d", end.Commit, until.Commit)
	}
	return n, err
}

func (r *Rebuilder) decodePages(
	ctx context.Context, pages <-chan []eventstore.Recorded, batches []chan []eventstore.Envelope,
) error {
	for page := range pages {
		events := engine.DecodePageOnce(r.log, page)
		for _, c := range batches {
			select {
			case c <- events:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	}
	return nil
}

// lowestPosition reports the lowest position of all shadows whenever it rises.
type lowestPosition struct {
	mu        sync.Mutex
	positions []eventstore.Position
	reported  eventstore.Position
	report    func(eventstore.Position)
}

func (l *lowestPosition) update(index int, at eventstore.Position) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.positions[index] = at
	lowest := at
	for _, p := range l.positions {
		if p.Before(lowest) {
			lowest = p
		}
	}
	if l.reported.Before(lowest) {
		l.reported = lowest
		l.report(lowest)
	}
}

// applyBatches applies the part of each batch that lies between the shadow's position and its goal. It calls
// passed after each batch, even when the shadow needs none of it.
func (s *shadow) applyBatches(
	ctx context.Context, batches <-chan []eventstore.Envelope, passed func(eventstore.Position),
) error {
	for events := range batches {
		end := events[len(events)-1].Position
		events = between(events, s.position, s.goal)
		if len(events) > 0 && s.poisoned == nil {
			if err := s.apply(ctx, events); err != nil {
				return err
			}
		}
		passed(end)
	}
	return nil
}

// apply applies a batch and advances the shadow's position. When an event cannot be applied, it applies the
// events before it and sets poisoned.
func (s *shadow) apply(ctx context.Context, events []eventstore.Envelope) error {
	_, err := engine.ApplyBatch(ctx, s.session, []engine.Model{s.model}, s.position, events)
	switch {
	case err == nil:
		s.position = events[len(events)-1].Position
		return nil
	case engine.Transient(err) || errors.Is(err, engine.ErrStale):
		return fmt.Errorf("projection %s: %w", s.model.Name(), err)
	case len(events) == 1:
		s.poisoned = &engine.PoisonError{Model: s.model.Name(), Event: events[0].Recorded, Cause: err}
		return nil
	}
	for i := range events {
		if err := s.apply(ctx, events[i:i+1]); err != nil || s.poisoned != nil {
			return err
		}
	}
	return nil
}

// between returns the events after one position, up to and including another.
func between(events []eventstore.Envelope, after, until eventstore.Position) []eventstore.Envelope {
	for len(events) > 0 && !after.Before(events[0].Position) {
		events = events[1:]
	}
	for len(events) > 0 && until.Before(events[len(events)-1].Position) {
		events = events[:len(events)-1]
	}
	return events
}
