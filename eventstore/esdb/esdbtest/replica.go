package esdbtest

import (
	"context"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/esdbserver"
)

// growthPause is how often a node that lags checks whether the log has grown.
const growthPause = 5 * time.Millisecond

// replica is the log as a node of a cluster shows it: all of it, or only a part.
type replica struct {
	eventstore.Store
	cluster *Cluster
	index   int
}

// shownBy returns the newest position that the node shows.
func (c *Cluster) shownBy(ctx context.Context, i int) (int64, error) {
	head, err := c.store.Head(ctx)
	if err != nil {
		return 0, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.members[i].show(head.Commit)
	return c.members[i].shown, nil
}

// showsAll reports whether the node shows everything that the log holds.
func (r *replica) showsAll() bool {
	r.cluster.mu.Lock()
	defer r.cluster.mu.Unlock()
	m := r.cluster.members[r.index]
	return !m.isolated && (m.role == esdbserver.Leader || m.lag == 0)
}

// shown returns the leading events that the node shows.
func (r *replica) shown(ctx context.Context, events []eventstore.Recorded) ([]eventstore.Recorded, error) {
	if r.showsAll() {
		return events, nil
	}
	last, err := r.cluster.shownBy(ctx, r.index)
	if err != nil {
		return nil, err
	}
	for i, e := range events {
		if e.Position.Commit > last {
			return events[:i], nil
		}
	}
	return events, nil
}

// ReadAll implements eventstore.Store.
func (r *replica) ReadAll(ctx context.Context, after eventstore.Position, limit int) ([]eventstore.Recorded, error) {
	events, err := r.Store.ReadAll(ctx, after, limit)
	if err != nil {
		return nil, err
	}
	return r.shown(ctx, events)
}

// ReadAllBackwards implements eventstore.Store. It leaves out the newest events that the node does not show.
func (r *replica) ReadAllBackwards(ctx context.Context, before eventstore.Position, limit int) ([]eventstore.Recorded, error) {
	if !r.showsAll() {
		last, err := r.cluster.shownBy(ctx, r.index)
		if err != nil {
			return nil, err
		}
		if last < before.Commit {
			before = eventstore.Position{Commit: last + 1, Prepare: last + 1}
		}
	}
	return r.Store.ReadAllBackwards(ctx, before, limit)
}

// ReadStream implements eventstore.Store.
func (r *replica) ReadStream(
	ctx context.Context, stream string, from eventstore.Revision, dir eventstore.Direction, limit int,
) ([]eventstore.Recorded, error) {
	if dir == eventstore.Backwards && !r.showsAll() {
		return r.readBackwards(ctx, stream, from, limit)
	}
	events, err := r.Store.ReadStream(ctx, stream, from, dir, limit)
	if err != nil || dir == eventstore.Backwards {
		return events, err
	}
	return r.shown(ctx, events)
}

// readBackwards leaves out the newest events that the node does not show.
func (r *replica) readBackwards(
	ctx context.Context, stream string, from eventstore.Revision, limit int,
) (found []eventstore.Recorded, err error) {
	last, err := r.cluster.shownBy(ctx, r.index)
	for err == nil && from >= 0 && len(found) < limit {
		var events []eventstore.Recorded
		if events, err = r.Store.ReadStream(ctx, stream, from, eventstore.Backwards, limit); len(events) == 0 {
			break
		}
		for _, e := range events {
			if e.Position.Commit <= last && len(found) < limit {
				found = append(found, e)
			}
		}
		from = events[len(events)-1].Revision - 1
	}
	return found, err
}

// Head implements eventstore.Store.
func (r *replica) Head(ctx context.Context) (eventstore.Position, error) {
	if r.showsAll() {
		return r.Store.Head(ctx)
	}
	last, err := r.cluster.shownBy(ctx, r.index)
	return eventstore.Position{Commit: last, Prepare: last}, err
}

// Subscribe implements eventstore.Store.
func (r *replica) Subscribe(after eventstore.Position) eventstore.Subscription {
	return &replicaSubscription{Subscription: r.Store.Subscribe(after), replica: r}
}

// replicaSubscription holds events back until the node shows them.
type replicaSubscription struct {
	eventstore.Subscription
	replica *replica
	held    []eventstore.Recorded
}

// Next implements eventstore.Subscription.
func (s *replicaSubscription) Next(ctx context.Context, limit int) ([]eventstore.Recorded, error) {
	for {
		if len(s.held) == 0 {
			events, err := s.Subscription.Next(ctx, limit)
			if err != nil {
				return nil, err
			}
			s.held = events
		}
		changed := s.replica.cluster.awaitChange()
		shown, err := s.replica.shown(ctx, s.held[:min(max(limit, 1), len(s.held))])
		if err != nil {
			return nil, err
		}
		if len(shown) > 0 {
			s.held = s.held[len(shown):]
			return shown, nil
		}
		select {
		case <-changed:
		case <-time.After(growthPause):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
