package esdb

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"time"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/sirupsen/logrus"

	"gateway/eventstore"
)

const (
	// Between two subscriptions.
	minFollowPause, maxFollowPause = 10 * time.Millisecond, 2 * time.Second
	// searchWindow is how many events the server looks through at a time for one
	// that is no system event. Its checkpoints, one a window, are not used.
	searchWindow = 1_000
)

// errDropped: the server ended the subscription without saying why.
var errDropped = errors.New("the subscription was dropped")

// follower fills the tail from one subscription to $all, which it renews from the
// last event whenever it ends. It runs from the first Next of anyone on.
type follower struct {
	store *Store
	tail  *tail
	log   logrus.FieldLogger
	begin sync.Once
	done  chan struct{} // nil while it doesn't run
}

func newFollower(s *Store, log logrus.FieldLogger) *follower {
	return &follower{store: s, tail: newTail(), log: log}
}

func (f *follower) start() {
	f.begin.Do(func() {
		// Counted as a call, lest Close looks for done before it is there.
		if f.store.enter() != nil {
			return
		}
		defer f.store.calls.Done()
		f.done = make(chan struct{})
		go f.run()
	})
}

// wait returns when the follower has ended after the store's quit.
func (f *follower) wait() {
	f.begin.Do(func() {})
	if f.done != nil {
		<-f.done
	}
}

func (f *follower) run() {
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
		confirmed, err := f.follow(ctx)
		if confirmed {
			pause = minFollowPause
		}
		f.log.WithError(err).Debug("the subscription to EventStoreDB ended and is renewed")
		select {
		case <-time.After(pause/2 + rand.N(pause)):
		case <-ctx.Done():
		}
		pause = min(2*pause, maxFollowPause)
	}
}

// follow subscribes once, and reads on until the subscription ends.
func (f *follower) follow(ctx context.Context) (confirmed bool, err error) {
	after, begun := f.tail.last()
	if !begun {
		if after, err = f.store.Head(ctx); err != nil {
			return false, err
		}
		f.tail.begin(after)
	}
	l, err := f.store.pool.acquire()
	if err != nil {
		return false, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	begin := make(chan struct{})
	done := start(ctx, f.store.pool, l, func(ctx context.Context, c *client.Client) (struct{}, error) {
		return struct{}{}, f.read(ctx, c, after, begin)
	})
	hung := time.NewTimer(callTimeout)
	defer hung.Stop()
	select {
	case <-begin:
	case r := <-done:
		return false, r.err
	case <-hung.C: // the client may ignore the context
		f.store.pool.retire(l, grace)
		return false, errHung
	}
	r := <-done
	return true, r.err
}

func (f *follower) read(ctx context.Context, c *client.Client, after eventstore.Position, begin chan<- struct{}) error {
	subscription, err := c.SubscribeToAll(ctx, client.SubscribeToAllOptions{
		From: positionOf(after), Filter: client.ExcludeSystemEventsFilter(), MaxSearchWindow: searchWindow,
	})
	if err != nil {
		return err
	}
	defer func() { _ = subscription.Close() }() // it has no errors
	close(begin)
	for {
		switch e := subscription.Recv(); {
		case e.EventAppeared != nil:
			r := recorded(e.EventAppeared.OriginalEvent())
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
