package storetest

import (
	"context"
	"errors"
	"math/rand/v2"
	"strconv"
	"sync"
	"sync/atomic"

	"gateway/eventstore"
)

var concurrency = contract{
	{"no reader skips an event while many write and some commit late", func(h *harness) {
		if h.DelayCommits != nil {
			h.DelayCommits(h)
		}
		newLoad(h).writeAndRead()
	}},
}

const (
	writers          = 32
	readers          = 12
	appendsPerWriter = 30
	sharedStreams    = 8
	lastStream       = "last" // the stream of the event that is appended last
)

// load is many writers on two stores, and readers that begin at random times. Each reader must see exactly
// the events that the log holds in the end.
type load struct {
	*harness
	stores   [2]eventstore.Store
	start    eventstore.Position
	appended atomic.Int64
	begin    []chan struct{} // begin[n] is closed when n+1 appends have succeeded
	// placed waits for the readers whose starting position is not determined yet.
	placed sync.WaitGroup
}

func newLoad(h *harness) *load {
	l := &load{harness: h, stores: [2]eventstore.Store{h.store, h.open()}, start: h.head()}
	for range writers * appendsPerWriter {
		l.begin = append(l.begin, make(chan struct{}))
	}
	return l
}

// writeAndRead runs all writers and readers, and ends with one more event.
func (l *load) writeAndRead() {
	var writing, reading sync.WaitGroup
	l.placed.Add(readers)
	for w := range writers {
		writing.Go(func() { l.write(l.stores[w%2], w) })
	}
	seen := make([]observation, readers)
	for r := range seen {
		begin := l.begin[rand.IntN(len(l.begin)*9/10)]
		reading.Go(func() {
			<-begin
			seen[r] = l.observe(l.stores[r%2], r)
		})
	}
	writing.Wait()
	for _, begin := range l.begin[l.appended.Load():] {
		close(begin) // some are left only after a failed append
	}
	l.placed.Wait() // a reader that began after the last event would never see it
	l.append(lastStream, eventstore.NoStream, l.events(1))
	reading.Wait()
	l.compare(seen)
}

// compare compares the observations with the log as another process reads it.
func (l *load) compare(seen []observation) {
	l.store = l.open()
	log := l.readAll(l.start, 1_000)
	l.mustRise(l.start, log)
	if len(log) <= writers*appendsPerWriter {
		l.Errorf("%d events after %d appends", len(log), writers*appendsPerWriter+1)
	}
	for _, s := range seen {
		l.mustRise(s.from, s.events)
		l.mustEqual(s.events, proposed(eventsAfter(s.from, log)))
	}
}

// write appends to a stream of the writer's own and to some that other writers use too.
func (l *load) write(store eventstore.Store, writer int) {
	last := make(map[string]eventstore.Revision)
	for i := range appendsPerWriter {
		stream := "own" + strconv.Itoa(writer)
		if i%3 == 0 {
			stream = "shared" + strconv.Itoa(rand.IntN(sharedStreams))
		}
		expected, known := last[stream]
		if !known {
			expected = eventstore.NoStream
		}
		revision, err := l.appendAtActual(store, l.stream(stream), expected, l.events(1+rand.IntN(3)))
		if err != nil {
			l.Errorf("append: %v", err)
			return
		}
		last[stream] = revision
		close(l.begin[l.appended.Add(1)-1])
	}
}

// appendAtActual repeats an append after each conflict at the stream's actual revision.
func (l *load) appendAtActual(
	store eventstore.Store, stream string, expected eventstore.Revision, events []eventstore.Proposed,
) (eventstore.Revision, error) {
	for {
		appended, err := store.Append(l.ctx, stream, expected, events)
		conflict, again := errors.AsType[*eventstore.ConflictError](err)
		if !again || conflict.Actual == expected {
			return appended.Revision, err
		}
		expected = conflict.Actual
	}
}

// observation is the events that one reader saw, and the position that it began after.
type observation struct {
	from   eventstore.Position
	events []eventstore.Recorded
}

// observe reads from the start of the load or from the present head, by a subscription or page by page, until
// it sees the last event.
func (l *load) observe(store eventstore.Store, reader int) observation {
	s := observation{from: l.start}
	if reader%4 < 2 {
		head, err := store.Head(l.ctx)
		if err != nil {
			l.Errorf("head: %v", err)
		}
		s.from = head
	}
	l.placed.Done()
	next := store.Subscribe(s.from).Next
	if reader%3 == 0 {
		next = pages(store, s.from)
	}
	for {
		page, err := next(l.ctx, 1+rand.IntN(100))
		if err != nil {
			l.Errorf("reader %d: %v", reader, err)
			return s
		}
		s.events = append(s.events, l.mine(page)...)
		if n := len(s.events); n > 0 && s.events[n-1].Stream == l.stream(lastStream) {
			return s
		}
	}
}

// pages returns a function that reads the next page of the log; a page may be empty.
func pages(store eventstore.Store, at eventstore.Position) func(context.Context, int) ([]eventstore.Recorded, error) {
	return func(ctx context.Context, limit int) ([]eventstore.Recorded, error) {
		page, err := store.ReadAll(ctx, at, limit)
		if len(page) > 0 {
			at = page[len(page)-1].Position
		}
		return page, err
	}
}

// eventsAfter returns the events after the position.
func eventsAfter(position eventstore.Position, events []eventstore.Recorded) []eventstore.Recorded {
	for len(events) > 0 && !position.Before(events[0].Position) {
		events = events[1:]
	}
	return events
}
