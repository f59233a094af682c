package postgres

import (
	"context"
	"sync"
	"time"

	"gateway/eventstore"

	"github.com/lib/pq/oid"
)

// maxReadBatch is the most reads that one query answers. A long one delays the others.
const maxReadBatch = 32

// After a batch of at least busyBatch reads the goroutine waits for busyPause, so that the
// next batch is large too. Measured: a tenth less work for a movement. An idle store
// never waits.
const busyBatch, busyPause = 4, 2 * time.Millisecond

// readBatcher answers forward reads of streams, which are many and mostly short. Reads
// that arrive while all slots are taken are answered by one query when a slot is free.
// Measured: two to three times as many reads a second.
type readBatcher struct {
	reader *reader
	slots  chan struct{}   // one value for each goroutine that answers
	calls  *sync.WaitGroup // counts those goroutines

	mu    sync.Mutex
	queue []*streamRead
}

// streamRead is a call of ReadStream that waits for its answer.
type streamRead struct {
	stream string
	from   eventstore.Revision
	limit  int
	found  found
	err    error
	done   chan struct{} // closed when events and err are set
}

// newReadBatcher uses few slots, because more reads then share a query.
func newReadBatcher(r *reader, calls *sync.WaitGroup) *readBatcher {
	return &readBatcher{reader: r, calls: calls, slots: make(chan struct{}, max(1, r.conns/8))}
}

// read returns when the answer is there or the context ends; the query then goes on for
// the other reads. The caller is counted in calls.
func (b *readBatcher) read(
	ctx context.Context, stream string, from eventstore.Revision, limit int,
) (found, error) {
	if ctx.Err() != nil {
		return found{}, ctx.Err()
	}
	r := &streamRead{stream: stream, from: from, limit: limit, done: make(chan struct{})}
	b.mu.Lock()
	b.queue = append(b.queue, r)
	b.mu.Unlock()
	select {
	case b.slots <- struct{}{}:
		b.calls.Go(b.answerQueued)
	case <-r.done: // by a goroutine that another read started
	case <-ctx.Done():
	}
	select {
	case <-r.done:
		return r.found, r.err
	case <-ctx.Done():
		return found{}, ctx.Err()
	}
}

// answerQueued answers reads until the queue is empty, and frees its slot. A read that is
// queued after the last look takes the slot itself.
func (b *readBatcher) answerQueued() {
	defer func() { <-b.slots }()
	for reads := b.takeBatch(); len(reads) > 0; reads = b.takeBatch() {
		err := b.reader.withRetry(context.Background(), func() error { return b.queryReads(reads) })
		for _, r := range reads {
			r.err = err
			close(r.done)
		}
		if len(reads) >= busyBatch {
			time.Sleep(busyPause)
		}
	}
}

func (b *readBatcher) takeBatch() []*streamRead {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := min(len(b.queue), maxReadBatch)
	reads := b.queue[:n:n]
	if b.queue = b.queue[n:]; len(b.queue) == 0 {
		b.queue = nil
	}
	return reads
}

func (b *readBatcher) queryReads(reads []*streamRead) (err error) {
	if len(reads) == 1 { // the plain query is a third quicker
		r := reads[0]
		r.found, err = queryStream(context.Background(), b.reader.forwards, r.stream, r.from, r.limit)
		return err
	}
	return b.queryBatch(reads)
}

func (b *readBatcher) queryBatch(reads []*streamRead) error {
	streams, from, limits := newArray(oid.T_text, 0), newArray(oid.T_int8, 0), newArray(oid.T_int8, 0)
	for _, r := range reads {
		r.found = found{}
		streams.appendText(r.stream)
		from.appendInt64(r.from)
		limits.appendInt64(int64(r.limit))
	}
	rows, err := b.reader.batched.QueryContext(context.Background(), streams.encoded(), from.encoded(), limits.encoded())
	if err != nil {
		return err
	}
	defer rows.Close()
	var n int
	var archivedIn int64
	row := newEventRow(&archivedIn, &n)
	for rows.Next() {
		e, err := row.scan(rows)
		if err != nil {
			return err
		}
		reads[n-1].found.add(e, archivedIn)
	}
	return rows.Err()
}
