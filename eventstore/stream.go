package eventstore

import (
	"context"
	"fmt"
	"sync/atomic"
)

// cachedStream is an aggregate kept between commands. Only the holder of turn may use the other fields,
// except comparisons. After an eviction the old one may still be in use beside a new one for the same stream;
// the expected revision of each append keeps both correct.
type cachedStream struct {
	name     string
	turn     chan struct{} // holds one value while no command has the stream
	loaded   bool          // state is the state at revision
	state    any
	revision Revision
	position Position
	// snapshotRevision is the last revision of the stream that holds the snapshots.
	snapshotRevision Revision
	// comparisons counts the reads and appends that were begun; each compares the state with the log. It may
	// be read without the turn. compared is the number of the last one that succeeded, 0 if the state was
	// never compared.
	comparisons atomic.Int64
	compared    int64
}

// beginComparison numbers a read or an append that begins now.
func (c *cachedStream) beginComparison() int64 { return c.comparisons.Add(1) }

// isCurrent reports whether a read or an append that began after this many comparisons compared the state
// with the log. If so, a call that waited for its turn need not read the log again: the state contains
// everything that was durable when the call arrived.
func (c *cachedStream) isCurrent(after int64) bool { return c.loaded && c.compared > after }

// lock waits until no other command of this process has the stream. hasSnapshots chooses the cache. came is
// how many comparisons had begun when the call arrived, for isCurrent. Error: the context's.
func (l *Log) lock(ctx context.Context, name string, hasSnapshots bool) (c *cachedStream, came int64, err error) {
	l.used.Store(true)
	if l.yield != nil {
		l.yield(ctx, name)
	}
	streams := l.streams
	if hasSnapshots {
		streams = l.longStreams
	}
	c, ok := streams.Get(name)
	if !ok {
		c = &cachedStream{name: name, turn: make(chan struct{}, 1), snapshotRevision: NoStream}
		c.unlock()
		if earlier, there, _ := streams.PeekOrAdd(name, c); there {
			c = earlier
		}
	}
	came = c.comparisons.Load()
	select {
	case <-c.turn:
		return c, came, nil
	default:
	}
	select {
	case <-c.turn:
		l.yieldWith(ctx, c)
		return c, came, nil
	case <-ctx.Done():
		return nil, 0, fmt.Errorf("wait for stream %s: %w", name, ctx.Err())
	}
}

// yieldWith yields while the caller has the stream. A simulation may end the goroutine there, which releases
// the stream.
func (l *Log) yieldWith(ctx context.Context, c *cachedStream) {
	if l.yield == nil {
		return
	}
	returned := false
	defer func() {
		if !returned {
			c.unlock()
		}
	}()
	l.yield(ctx, c.name)
	returned = true
}

func (c *cachedStream) unlock() { c.turn <- struct{}{} }

// clearState gives c the state of a stream without events.
func clearState[S any](c *cachedStream) {
	var zero S
	c.state, c.revision, c.position, c.loaded, c.compared = zero, NoStream, Position{}, true, 0
}
