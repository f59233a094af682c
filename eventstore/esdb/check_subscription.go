package esdb

import (
	"context"
	"fmt"
	"time"

	"gateway/eventstore"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"
)

const (
	// freshClients is how many new connections read what was just written.
	freshClients = 5
	// subscriptionLimit is how long an event may take to arrive over the subscription.
	subscriptionLimit = 10 * time.Second
)

// freshness checks that what was written can be read at once over separate connections, each of which may
// have chosen another node.
func (c *checker) freshness(ctx context.Context) error {
	for i := range freshClients {
		at := client.ExpectedRevision(client.NoStream{})
		if i > 0 {
			at = client.Revision(uint64(i - 1))
		}
		w, err := c.append(ctx, "-fresh", at, newEvent(`{}`))
		if err != nil {
			return err
		}
		other := *c
		other.store = &Store{pool: newPool(c.store.pool.config), retryFor: c.store.retryFor, quit: c.store.quit}
		events, err := other.readAll(ctx, client.Backwards, client.End{}, 1)
		other.store.pool.close()
		if err != nil {
			return err
		}
		if len(events) == 0 || events[0].Position.Commit < w.CommitPosition {
			c.problem("an event was written at %d, and a read over another connection does not show it", w.CommitPosition)
			return nil
		}
	}
	return nil
}

// subscription checks that a subscription delivers every event after its position, in order and once, and
// measures how long one event takes.
func (c *checker) subscription(ctx context.Context) error {
	const n = 20
	page, err := c.readAll(ctx, client.Backwards, client.End{}, 1)
	if err != nil || len(page) == 0 {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, subscriptionLimit+n*time.Second)
	defer cancel()
	pooled, err := c.store.pool.acquire()
	if err != nil {
		return err
	}
	arrived := make(chan arrival, n)
	done := startCall(ctx, c.store.pool, pooled, read, func(ctx context.Context, cl *client.Client) (struct{}, error) {
		return struct{}{}, c.receive(ctx, cl, page[0].Position, arrived)
	})
	defer func() { cancel(); <-done }()
	var slowest time.Duration
	for i := range n {
		e := newEvent(fmt.Sprintf(`{"n":%d}`, i))
		at := client.ExpectedRevision(client.NoStream{})
		if i > 0 {
			at = client.Revision(uint64(i - 1))
		}
		if _, err := c.append(ctx, "-live", at, e); err != nil {
			return err
		}
		written := time.Now()
		select {
		case a := <-arrived:
			if a.id != e.EventID {
				c.problem("the subscription brings another event than the next one")
				return nil
			}
			slowest = max(slowest, a.at.Sub(written))
		case r := <-done:
			return r.err
		case <-time.After(subscriptionLimit):
			c.problem("the subscription does not bring an event within %v", subscriptionLimit)
			return nil
		}
	}
	c.note("an event comes at most %v after its append", max(slowest, 0).Round(100*time.Microsecond))
	return nil
}

// arrival is an event that a subscription delivered.
type arrival struct {
	id uuid.UUID
	at time.Time
}

// receive subscribes to the scratch stream within $all.
func (c *checker) receive(ctx context.Context, cl *client.Client, after client.Position, arrived chan<- arrival) error {
	s, err := cl.SubscribeToAll(ctx, client.SubscribeToAllOptions{
		From: after, Filter: &client.SubscriptionFilter{Type: client.StreamFilterType, Prefixes: []string{c.stream + "-live"}},
	})
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }() // always returns nil
	last := eventstore.Position{}
	for {
		switch e := s.Recv(); {
		case e.EventAppeared != nil:
			r := e.EventAppeared.OriginalEvent()
			if p := fromClientPosition(r.Position); last.Before(p) {
				last = p
				arrived <- arrival{r.EventID, time.Now()}
			}
		case e.SubscriptionDropped != nil:
			return e.SubscriptionDropped.Error
		}
	}
}
