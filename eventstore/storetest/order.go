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

var order = contract{
	{"no reader ever skips an event, whoever writes and however late it commits", func(h *harness) {
		if h.DelayCommits != nil {
			h.DelayCommits(h)
		}
		newCrowd(h).run()
	}},
}

const (
	writers          = 32
	readers          = 12
	appendsPerWriter = 30
	sharedStreams    = 8
	curtain          = "curtain" // the stream of the event that comes last
)

// crowd is many writers on two stores, and readers that begin at random moments:
// each has to see exactly what stands in the log in the end.
type crowd struct {
	*harness
	stores   [2]eventstore.Store
	start    eventstore.Position
	appended atomic.Int64
	begin    []chan struct{} // begin[n] is closed when n+1 appends have succeeded
}

// sight is what a reader saw, from where on.
type sight struct {
	from   eventstore.Position
	events []eventstore.Recorded
}

func newCrowd(h *harness) *crowd {
	c := &crowd{harness: h, stores: [2]eventstore.Store{h.store, h.open()}, start: h.head()}
	for range writers * appendsPerWriter {
		c.begin = append(c.begin, make(chan struct{}))
	}
	return c
}

func (c *crowd) run() {
	var writing, reading sync.WaitGroup
	for w := range writers {
		writing.Go(func() { c.write(c.stores[w%2], w) })
	}
	seen := make([]sight, readers)
	for r := range seen {
		moment := c.begin[rand.IntN(len(c.begin)*9/10)]
		reading.Go(func() {
			<-moment
			seen[r] = c.observe(c.stores[r%2], r)
		})
	}
	writing.Wait()
	for _, moment := range c.begin[c.appended.Load():] {
		close(moment) // left only after a failure
	}
	c.append(curtain, eventstore.NoStream, c.events(1))
	reading.Wait()

	c.store = c.open()
	log := c.readAll(c.start, 1_000)
	c.mustRise(c.start, log)
	if len(log) <= writers*appendsPerWriter {
		c.Errorf("%d events after %d appends", len(log), writers*appendsPerWriter+1)
	}
	for _, s := range seen {
		c.mustRise(s.from, s.events)
		c.mustEqual(s.events, proposed(after(s.from, log)))
	}
}

// write appends to a stream of its own and to some that others write too.
func (c *crowd) write(store eventstore.Store, writer int) {
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
		revision, err := c.appendAnyhow(store, c.stream(stream), expected, c.events(1+rand.IntN(3)))
		if err != nil {
			c.Errorf("append: %v", err)
			return
		}
		last[stream] = revision
		close(c.begin[c.appended.Add(1)-1])
	}
}

// appendAnyhow goes where conflicts say.
func (c *crowd) appendAnyhow(
	store eventstore.Store, stream string, expected eventstore.Revision, events []eventstore.Proposed,
) (eventstore.Revision, error) {
	for {
		appended, err := store.Append(c.ctx, stream, expected, events)
		conflict, again := errors.AsType[*eventstore.ConflictError](err)
		if !again || conflict.Actual == expected {
			return appended.Revision, err
		}
		expected = conflict.Actual
	}
}

// observe reads, from the start or from the present head, by a subscription or by
// reading page after page, until the curtain falls.
func (c *crowd) observe(store eventstore.Store, reader int) sight {
	s := sight{from: c.start}
	if reader%4 < 2 {
		head, err := store.Head(c.ctx)
		if err != nil {
			c.Errorf("head: %v", err)
		}
		s.from = head
	}
	next := store.Subscribe(s.from).Next
	if reader%3 == 0 {
		next = pages(store, s.from)
	}
	for {
		page, err := next(c.ctx, 1+rand.IntN(100))
		if err != nil {
			c.Errorf("reader %d: %v", reader, err)
			return s
		}
		s.events = append(s.events, c.mine(page)...)
		if n := len(s.events); n > 0 && s.events[n-1].Stream == c.stream(curtain) {
			return s
		}
	}
}

// pages reads on from where the last page ended; a page may be empty.
func pages(store eventstore.Store, at eventstore.Position) func(context.Context, int) ([]eventstore.Recorded, error) {
	return func(ctx context.Context, limit int) ([]eventstore.Recorded, error) {
		page, err := store.ReadAll(ctx, at, limit)
		if len(page) > 0 {
			at = page[len(page)-1].Position
		}
		return page, err
	}
}

func after(position eventstore.Position, events []eventstore.Recorded) []eventstore.Recorded {
	for len(events) > 0 && !position.Before(events[0].Position) {
		events = events[1:]
	}
	return events
}
