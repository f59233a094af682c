package simulation

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/transfer"
)

// processStore is the log as one process reaches it. The process stops before its appends, and some appends
// fail, before they are committed or afterwards.
type processStore struct {
	transfer.Store
	p *process
	// log is the log itself, which outlives the process.
	log eventstore.Store
}

// unavailable is the error of a store that did not answer.
func unavailable(what string) error {
	return fmt.Errorf("%w: %s", eventstore.ErrUnavailable, what)
}

// Append implements eventstore.Store.
func (s processStore) Append(
	ctx context.Context, stream string, expected eventstore.Revision, events []eventstore.Proposed,
) (eventstore.Appended, error) {
	w := s.p.world
	w.stopAt(ctx, s.p, "append", stream, nil)
	if err := s.reach(ctx); err != nil {
		return eventstore.Appended{}, err
	}
	if w.calm == 0 && w.chance(w.weather.appendFails) {
		if w.chance(3) {
			w.kill(s.p, "before an append to "+stream)
			runtime.Goexit()
		}
		w.fault(s.p, "an append to %s fails before its commit", stream)
		return eventstore.Appended{}, unavailable("not committed")
	}
	at, err := s.write(ctx, stream, expected, events)
	if err != nil {
		return at, err
	}
	if w.calm == 0 && w.chance(w.weather.appendFails) {
		if w.chance(3) {
			w.kill(s.p, "after an append to "+stream)
			runtime.Goexit()
		}
		w.fault(s.p, "an append to %s fails after its commit", stream)
		return eventstore.Appended{}, unavailable("the answer was lost")
	}
	return at, nil
}

// write writes to the log, or to the cluster that keeps it.
func (s processStore) write(
	ctx context.Context, stream string, expected eventstore.Revision, events []eventstore.Proposed,
) (eventstore.Appended, error) {
	w := s.p.world
	if w.cluster != nil {
		return w.cluster.append(ctx, s.p, stream, expected, events)
	}
	at, err := s.Store.Append(ctx, stream, expected, events)
	if err == nil {
		w.appended(s.p, stream, expected, events)
	}
	return at, err
}

// reach returns the error of a call that can't reach the store.
func (s processStore) reach(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if s.p.world.storeDown {
		return unavailable("the store is down")
	}
	return nil
}

// reachToRead is reach for a read, which waits for a leader of the cluster.
func (s processStore) reachToRead(ctx context.Context, what string) error {
	if err := s.reach(ctx); err != nil || s.p.world.cluster == nil {
		return err
	}
	return s.p.world.cluster.await(ctx, s.p, "read "+what, time.Now().Add(callLimit))
}

// Head implements eventstore.Store.
func (s processStore) Head(ctx context.Context) (eventstore.Position, error) {
	if s.p.world.cluster != nil {
		if err := s.reachToRead(ctx, "head"); err != nil {
			return eventstore.Position{}, err
		}
	}
	return s.Store.Head(ctx)
}

// ReadStream implements eventstore.Store.
func (s processStore) ReadStream(
	ctx context.Context, stream string, from eventstore.Revision, dir eventstore.Direction, limit int,
) ([]eventstore.Recorded, error) {
	if err := s.reachToRead(ctx, stream); err != nil {
		return nil, err
	}
	return s.Store.ReadStream(ctx, stream, from, dir, limit)
}

// ReadAll implements eventstore.Store.
func (s processStore) ReadAll(ctx context.Context, after eventstore.Position, limit int) ([]eventstore.Recorded, error) {
	if err := s.reachToRead(ctx, "log"); err != nil {
		return nil, err
	}
	return s.Store.ReadAll(ctx, after, limit)
}

// ReadAllBackwards implements eventstore.Store.
func (s processStore) ReadAllBackwards(ctx context.Context, before eventstore.Position, limit int) ([]eventstore.Recorded, error) {
	if err := s.reachToRead(ctx, "log"); err != nil {
		return nil, err
	}
	return s.Store.ReadAllBackwards(ctx, before, limit)
}

// Subscribe implements eventstore.Store.
func (s processStore) Subscribe(after eventstore.Position) eventstore.Subscription {
	return &subscription{store: s, after: after}
}

// subscription waits for events at the scheduler.
type subscription struct {
	store processStore
	after eventstore.Position
	// dropped is the time until which the cluster feeds it nothing.
	dropped time.Time
}

// Next implements eventstore.Subscription.
func (s *subscription) Next(ctx context.Context, limit int) ([]eventstore.Recorded, error) {
	p := s.store.p
	w := p.world
	for {
		w.stopAt(ctx, p, "next events", "", func() bool {
			return ctx.Err() != nil || s.after.Before(w.head()) && !w.storeDown && w.cluster.answers(p) && !time.Now().Before(s.dropped)
		})
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if w.cluster != nil && w.calm == 0 {
			if w.chance(w.weather.aborts) {
				w.fault(p, "its feed is dropped")
				s.dropped = time.Now().Add(time.Duration(w.random.IntN(4_000)) * time.Millisecond)
				continue
			}
			limit = min(limit, 1+w.random.IntN(8))
		}
		events, err := s.store.ReadAll(ctx, s.after, limit)
		if err != nil || len(events) == 0 {
			continue
		}
		s.after = events[len(events)-1].Position
		return events, nil
	}
}
