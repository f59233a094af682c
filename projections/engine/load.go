package engine

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"gateway/eventstore"

	"golang.org/x/sync/errgroup"
)

// loadBatch is how many events a load applies at once: the more, the fewer rows
// are written twice, and the more memory it takes.
const loadBatch = 5_000

// lane is one read model that a load brings forward, on a connection of its own.
type lane struct {
	model   Model
	session session
	at      eventstore.Position
	until   eventstore.Position
	// poisoned is why it stopped before until.
	poisoned error
}

// load brings lanes up to where each is to go, all with one reading of the log:
// one goroutine reads, one decodes, and each lane writes. A lane that meets an event
// it can't apply stops there alone. Each batch is committed with its checkpoint, so
// whatever ends a load, another one goes on from there. progress is told where the
// slowest lane is. It gives the number of events that it read.
func load(ctx context.Context, log *eventstore.Log, lanes []*lane, progress func(eventstore.Position)) (n int, err error) {
	from, until := span(lanes)
	g, ctx := errgroup.WithContext(ctx)
	pages := make(chan []eventstore.Recorded, 1)
	read := 0
	g.Go(func() error {
		defer close(pages)
		n, err := readPages(ctx, log, from, until, pages)
		read = n
		return err
	})
	feeds := make([]chan []eventstore.Envelope, len(lanes))
	slowest := &slowest{passing: make([]eventstore.Position, len(lanes)), tell: progress}
	for i, l := range lanes {
		feeds[i] = make(chan []eventstore.Envelope, 1)
		g.Go(func() error { return l.run(ctx, feeds[i], func(at eventstore.Position) { slowest.passed(i, at) }) })
	}
	g.Go(func() error {
		defer func() {
			for _, feed := range feeds {
				close(feed)
			}
		}()
		return distribute(ctx, log, pages, feeds)
	})
	err = g.Wait()
	return read, err
}

// span is from the lane that is least far to the farthest goal.
func span(lanes []*lane) (from, until eventstore.Position) {
	for i, l := range lanes {
		if i == 0 || l.at.Before(from) {
			from = l.at
		}
		if until.Before(l.until) {
			until = l.until
		}
	}
	return from, until
}

func readPages(
	ctx context.Context, log *eventstore.Log, from, until eventstore.Position, pages chan<- []eventstore.Recorded,
) (n int, err error) {
	for from.Before(until) {
		page, err := log.Store().ReadAll(ctx, from, loadBatch)
		if err != nil {
			return n, fmt.Errorf("read the log after %d: %w", from.Commit, err)
		}
		page = upTo(page, until)
		if len(page) == 0 {
			return n, fmt.Errorf("the log ends after %d, but a read model stands at %d", from.Commit, until.Commit)
		}
		from, n = page[len(page)-1].Position, n+len(page)
		select {
		case pages <- page:
		case <-ctx.Done():
			return n, ctx.Err()
		}
	}
	return n, nil
}

func distribute(
	ctx context.Context, log *eventstore.Log, pages <-chan []eventstore.Recorded, feeds []chan []eventstore.Envelope,
) error {
	for page := range pages {
		events, err := open(log, page)
		if err != nil {
			return err
		}
		for _, feed := range feeds {
			select {
			case feed <- events:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	}
	return nil
}

// slowest follows lanes and tells where the last of them is.
type slowest struct {
	mu      sync.Mutex
	passing []eventstore.Position
	told    eventstore.Position
	tell    func(eventstore.Position)
}

func (s *slowest) passed(lane int, at eventstore.Position) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.passing[lane] = at
	least := at
	for _, p := range s.passing {
		if p.Before(least) {
			least = p
		}
	}
	if s.told.Before(least) {
		s.told = least
		s.tell(least)
	}
}

// run applies what it is fed. passed is called after each batch, also by a lane
// that has no part in it.
func (l *lane) run(ctx context.Context, feed <-chan []eventstore.Envelope, passed func(eventstore.Position)) error {
	for events := range feed {
		end := events[len(events)-1].Position
		events = between(events, l.at, l.until)
		if len(events) > 0 && l.poisoned == nil {
			if err := l.apply(ctx, events); err != nil {
				return err
			}
		}
		passed(end)
	}
	return nil
}

// apply applies a batch, or as much of it as can be.
func (l *lane) apply(ctx context.Context, events []eventstore.Envelope) error {
	err := l.commit(ctx, events)
	switch {
	case err == nil:
		return nil
	case Transient(err) || errors.Is(err, errStale):
		return fmt.Errorf("projection %s: %w", l.model.Name(), err)
	case len(events) == 1:
		l.poisoned = &PoisonError{Model: l.model.Name(), Event: events[0].Recorded, Cause: err}
		return nil
	}
	for i := range events {
		if err := l.apply(ctx, events[i:i+1]); err != nil || l.poisoned != nil {
			return err
		}
	}
	return nil
}

func (l *lane) commit(ctx context.Context, events []eventstore.Envelope) error {
	_, err := applyBatch(ctx, &l.session, []Model{l.model}, l.at, events)
	if err == nil {
		l.at = events[len(events)-1].Position
	}
	return err
}

// between gives the events after one position, up to and including another.
func between(events []eventstore.Envelope, after, until eventstore.Position) []eventstore.Envelope {
	for len(events) > 0 && !after.Before(events[0].Position) {
		events = events[1:]
	}
	for len(events) > 0 && until.Before(events[len(events)-1].Position) {
		events = events[:len(events)-1]
	}
	return events
}
