package esdb

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gateway/eventstore"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

const (
	// checkTimeout limits one check of the subscription.
	checkTimeout = 5 * time.Second
	// checkPage is how many events a check reads.
	checkPage = 64
)

// errBehind says that the subscription did not deliver an event that its node had already at the previous
// check.
var errBehind = errors.New("the subscription does not keep up with the log")

// watch returns the reason why the subscription on the client must be replaced, or the context's error. A
// node that was deposed and cut off from the others does not end a subscription: it only sends nothing more.
// Therefore watch reads the log at intervals, over the connection of the subscription, with a call that only
// the leader answers.
func (f *follower) watch(ctx context.Context, pooled *pooledClient) error {
	tick := time.NewTicker(f.checkEvery)
	defer tick.Stop()
	var passed, expected eventstore.Position
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
		received, _ := f.tail.last()
		if received.Before(expected) {
			return errBehind
		}
		if passed.Before(received) {
			passed = received
		}
		page, err := f.readAfter(ctx, pooled, passed)
		if err != nil {
			return fmt.Errorf("check the node of the subscription: %w", err)
		}
		passed, expected = lookAhead(page, passed)
	}
}

// lookAhead returns the position up to which the page holds only system events, which the subscription does
// not deliver, and the first event that it must deliver, zero if there is none.
func lookAhead(page []eventstore.Recorded, after eventstore.Position) (passed, expected eventstore.Position) {
	for _, e := range page {
		switch {
		case !after.Before(e.Position):
		case isSystem(e):
			after = e.Position
		default:
			return after, e.Position
		}
	}
	return after, eventstore.Position{}
}

// readAfter reads from the position (inclusive) over the connection of a client.
func (f *follower) readAfter(ctx context.Context, pooled *pooledClient, from eventstore.Position) ([]eventstore.Recorded, error) {
	if !f.store.pool.hold(pooled) {
		return nil, errBroken
	}
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	o := client.ReadAllOptions{Direction: client.Forwards, From: toClientPosition(from)}
	done := startCall(ctx, f.store.pool, pooled, read, func(ctx context.Context, c *client.Client) ([]eventstore.Recorded, error) {
		return readToEnd(c.ReadAll(ctx, o, checkPage))
	})
	hung := time.NewTimer(checkTimeout + callSlack)
	defer hung.Stop()
	select {
	case r := <-done:
		return r.value, r.err
	case <-hung.C:
		f.store.pool.retire(pooled, retireGrace)
		return nil, errNoAnswer
	}
}
