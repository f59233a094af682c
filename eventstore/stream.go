package eventstore

import (
	"context"
	"fmt"
)

// cachedStream is an aggregate kept between commands. Only the holder of turn may use
// the other fields. An evicted one may still be in use beside a new one for the same
// stream; the expected revision of each append keeps both correct.
type cachedStream struct {
	name     string
	turn     chan struct{} // holds one value while no command has the stream
	loaded   bool          // state is that of revision
	state    any
	revision Revision
	position Position
	// snapshotRevision is the last revision of the stream that holds the snapshots.
	snapshotRevision Revision
}

// lock waits until no other command of this process has the stream. hasSnapshots chooses
// the cache. Error: the context's.
func (l *Log) lock(ctx context.Context, name string, hasSnapshots bool) (*cachedStream, error) {
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
	select {
	case <-c.turn:
		return c, nil
	default:
	}
	select {
	case <-c.turn:
		l.yieldWith(ctx, c)
		return c, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("wait for stream %s: %w", name, ctx.Err())
	}
}

// yieldWith yields while the caller has the stream. A simulation may end the goroutine
// there, which gives the stream back.
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
	c.state, c.revision, c.position, c.loaded = zero, NoStream, Position{}, true
}
