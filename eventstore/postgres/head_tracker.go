package postgres

import (
	"context"
	"strconv"
	"sync"
	"time"

	"gateway/eventstore/wire"

	"github.com/lib/pq"
)

const (
	// channel is the NOTIFY channel of the hints. The payload is a position.
	channel       = "events"
	pollEvery     = time.Second
	pingEvery     = 10 * time.Second
	listenTimeout = 25 * time.Second // longer than two pings
)

// headTracker raises the head when other processes write: at once after a hint, and within a second without
// one. It runs from the first subscription on, once for all subscriptions.
type headTracker struct {
	store *Store
	dsn   string
	once  sync.Once
	tasks sync.WaitGroup
}

func newHeadTracker(dsn string, s *Store) *headTracker { return &headTracker{store: s, dsn: dsn} }

// start starts the tracker. Further calls do nothing.
func (t *headTracker) start() {
	t.once.Do(func() {
		// This counts as a call, so that Close does not wait for the tasks before they are added.
		if t.store.beginCall() != nil {
			return
		}
		defer t.store.calls.Done()
		listener := pq.NewDialListener(wire.Dialer{IOTimeout: listenTimeout}, t.dsn, 100*time.Millisecond, time.Second, nil)
		listening := make(chan struct{})
		t.tasks.Go(func() { t.listen(listener, listening) })
		t.tasks.Go(func() { t.trackHead(listener, listening) })
	})
}

// wait returns once the tracker has ended. The caller must have closed the store's quit before.
func (t *headTracker) wait() { t.tasks.Wait() }

// listen subscribes to the hints and pings the connection to find out whether it is broken. It may block
// while the database can't be reached; trackHead continues.
func (t *headTracker) listen(listener *pq.Listener, listening chan<- struct{}) {
	if listener.Listen(channel) != nil {
		return // closed
	}
	close(listening)
	tick := time.NewTicker(pingEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			_ = listener.Ping() // if it fails, the listener reconnects
		case <-t.store.quit:
			return
		}
	}
}

// trackHead reads the head once a second, after a hint of a new position, and after each
// (re)connection, because earlier hints were lost.
func (t *headTracker) trackHead(listener *pq.Listener, listening <-chan struct{}) {
	defer func() {
		_ = listener.Close()
		for range listener.Notify { // until its goroutines have ended
		}
	}()
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for {
		select {
		case <-t.store.quit:
			return
		case <-tick.C:
		case <-listening:
			listening = nil
		case hint := <-listener.Notify:
			if hint != nil && !t.isNewHint(hint.Extra) {
				continue
			}
		}
		t.readHead()
	}
}

// isNewHint returns false for hints that this process sent itself.
func (t *headTracker) isNewHint(hint string) bool {
	position, err := strconv.ParseInt(hint, 10, 64)
	known, _ := t.store.head.current()
	return err == nil && position > known
}

func (t *headTracker) readHead() {
	ctx, cancel := context.WithTimeout(context.Background(), 2*pollEvery)
	defer cancel()
	if head, err := t.store.Head(ctx); err == nil {
		t.store.head.raise(head.Commit)
	}
}
