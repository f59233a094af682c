package esdb

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"gateway/eventstore"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/sirupsen/logrus"
)

const (
	// The pause between two subscriptions, which doubles until one brings an event or lasts.
	minFollowPause, maxFollowPause = 10 * time.Millisecond, 2 * time.Second
	// searchWindow is the number of log events after which the server sends a checkpoint. The follower
	// ignores checkpoints, so it asks for few of them.
	searchWindow = 1_000
)

// errDropped says that the server ended the subscription without a reason.
var errDropped = errors.New("the subscription was dropped")

// follower fills the tail from one subscription to $all. When the subscription ends, it subscribes again
// after the last event. It starts with the first call of Next on any subscription of the Store.
type follower struct {
	store      *Store
	tail       *tail
	checkEvery time.Duration
	log        logrus.FieldLogger
	once       sync.Once
	done       chan struct{} // closed when it has ended; nil if it never started
}

func newFollower(s *Store, cfg Config) *follower {
	return &follower{store: s, tail: newTail(), checkEvery: cfg.CheckEvery, log: cfg.Log}
}

func (f *follower) start() {
	f.once.Do(func() {
		// This counts as a call, so that Close does not look at done before it is set.
		if f.store.beginCall() != nil {
			return
		}
		defer f.store.calls.Done()
		f.done = make(chan struct{})
		go f.resubscribeUntilClosed()
	})
}

// awaitEnd returns when the follower has ended. The caller must have closed the store's quit before.
func (f *follower) awaitEnd() {
	f.once.Do(func() {})
	if f.done != nil {
		<-f.done
	}
}

func (f *follower) resubscribeUntilClosed() {
	defer close(f.done)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		select {
		case <-f.store.quit:
			cancel()
		case <-ctx.Done():
		}
	}()
	for pause := minFollowPause; ctx.Err() == nil; {
		began, before := time.Now(), f.tail.count()
		confirmed, err := f.subscribeOnce(ctx)
		// A subscription that is dropped at once, again and again, must not be renewed without a pause.
		if confirmed && (f.tail.count() != before || time.Since(began) > maxFollowPause) {
			pause = minFollowPause
		}
		f.store.refusals.notice(f.store.pool.config.Username, "subscribe to $all", err)
		f.log.WithError(err).Debug("the subscription to EventStoreDB ended and is renewed")
		select {
		case <-time.After(pause/2 + rand.N(pause)):
		case <-ctx.Done():
		}
		pause = min(2*pause, maxFollowPause)
	}
}

// subscribeOnce subscribes and receives events until the subscription ends. confirmed says whether the server
// accepted it.
func (f *follower) subscribeOnce(ctx context.Context) (confirmed bool, err error) {
	after, started := f.tail.last()
	if !started {
		if after, err = f.store.Head(ctx); err != nil {
			return false, err
		}
		f.tail.startAt(after)
	}
	pooled, err := f.store.pool.acquire()
	if err != nil {
		return false, err
	}
	unended := ctx
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	accepted := make(chan struct{})
	done := startCall(ctx, f.store.pool, pooled, read, func(ctx context.Context, c *client.Client) (struct{}, error) {
		return struct{}{}, f.receive(ctx, c, after, accepted)
	})
	hung := time.NewTimer(confirmTimeout)
	defer hung.Stop()
	select {
	case <-accepted:
	case r := <-done:
		return false, r.err
	case <-hung.C: // the client does not always obey the context
		f.store.pool.retire(pooled, retireGrace)
		return false, errNoAnswer
	}
	var watching sync.WaitGroup
	watching.Go(func() { cancel(f.watch(ctx, pooled)) })
	r := <-done
	cancel(r.err)
	watching.Wait()
	return true, errors.Join(context.Cause(ctx), f.checkNode(unended, pooled, after))
}

// checkNode makes a call that only the leader answers, over the connection of a subscription that ended. A
// follower accepts a subscription before it drops it, and the drop does not name the leader; the refusal of
// the call does, and retires the connection. Without it every further subscription could go to the same
// follower.
func (f *follower) checkNode(ctx context.Context, pooled *pooledClient, after eventstore.Position) error {
	if _, err := f.readAfter(ctx, pooled, after); err != nil && !errors.Is(err, errBroken) {
		return fmt.Errorf("check the node of the subscription that ended: %w", err)
	}
	return nil
}

// receive subscribes after the position and adds the events to the tail until the
// subscription ends. It closes accepted when the server has accepted the subscription.
func (f *follower) receive(ctx context.Context, c *client.Client, after eventstore.Position, accepted chan<- struct{}) error {
	subscription, err := c.SubscribeToAll(ctx, client.SubscribeToAllOptions{
		From: toClientPosition(after), Filter: client.ExcludeSystemEventsFilter(), MaxSearchWindow: searchWindow,
	})
	if err != nil {
		return err
	}
	defer func() { _ = subscription.Close() }() // always returns nil
	close(accepted)
	for {
		switch e := subscription.Recv(); {
		case e.EventAppeared != nil:
			r := fromClientEvent(e.EventAppeared.OriginalEvent())
			if after.Before(r.Position) && !isSystem(r) {
				after = r.Position
				f.tail.add(r)
			}
		case e.SubscriptionDropped != nil:
			if e.SubscriptionDropped.Error == nil {
				return errDropped
			}
			return e.SubscriptionDropped.Error
		}
	}
}

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
