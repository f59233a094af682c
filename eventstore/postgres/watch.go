package postgres

import (
	"context"
	"strconv"
	"sync"
	"time"

	"github.com/lib/pq"
)

const (
	// channel of the hints that other processes send; its payload is a position.
	channel       = "events"
	pollEvery     = time.Second
	pingEvery     = 10 * time.Second
	listenSilence = 25 * time.Second // more than two pings
)

// watcher raises the head by what other processes write: at once when they send a
// hint, within a second without. It runs from the first subscription on, once for
// all of them.
type watcher struct {
	store *Store
	dsn   string
	begin sync.Once
	tasks sync.WaitGroup
}

func newWatcher(dsn string, s *Store) *watcher { return &watcher{store: s, dsn: dsn} }

func (w *watcher) start() {
	w.begin.Do(func() {
		// Counted as a call, lest Close begins to wait before the tasks are known.
		if w.store.beginCall() != nil {
			return
		}
		defer w.store.calls.Done()
		listener := pq.NewDialListener(dialer{silence: listenSilence}, w.dsn, 100*time.Millisecond, time.Second, nil)
		listening := make(chan struct{})
		w.tasks.Go(func() { w.listen(listener, listening) })
		w.tasks.Go(func() { w.watch(listener, listening) })
	})
}

// wait returns when the watcher has ended after the store's quit.
func (w *watcher) wait() { w.tasks.Wait() }

// listen asks for hints and pings the connection, which might be half open. It may
// block for as long as the database can't be reached; watch goes on.
func (w *watcher) listen(listener *pq.Listener, listening chan<- struct{}) {
	if listener.Listen(channel) != nil {
		return // closed
	}
	close(listening)
	tick := time.NewTicker(pingEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			_ = listener.Ping() // one that fails is reconnected by the listener
		case <-w.store.quit:
			return
		}
	}
}

// watch polls the head: once a second, on a hint of something new, and once after
// each (re)connection, since hints before it were lost.
func (w *watcher) watch(listener *pq.Listener, listening <-chan struct{}) {
	defer func() {
		_ = listener.Close()
		for range listener.Notify { // until its goroutines have ended
		}
	}()
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for {
		select {
		case <-w.store.quit:
			return
		case <-tick.C:
		case <-listening:
			listening = nil
		case hint := <-listener.Notify:
			if hint != nil && !w.isNew(hint.Extra) {
				continue
			}
		}
		w.poll()
	}
}

// isNew is false for the echo of this process's own hints.
func (w *watcher) isNew(hint string) bool {
	position, err := strconv.ParseInt(hint, 10, 64)
	known, _ := w.store.head.now()
	return err == nil && position > known
}

func (w *watcher) poll() {
	ctx, cancel := context.WithTimeout(context.Background(), 2*pollEvery)
	defer cancel()
	if head, err := w.store.Head(ctx); err == nil {
		w.store.head.raise(head.Commit)
	}
}
