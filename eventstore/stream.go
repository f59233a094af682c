package eventstore

import (
	"context"
	"fmt"

	"gateway/domain"
)

// cachedStream is an aggregate kept between commands. Whoever holds turn owns the
// other fields. An evicted one may live on beside a new one for the same stream:
// the expected revision makes that harmless.
type cachedStream struct {
	name     string
	turn     chan struct{}
	loaded   bool
	state    any
	revision Revision
	position Position
	// snapshots is the last revision of the stream that holds this one's snapshots.
	snapshots Revision
}

func (c *cachedStream) unlock() { c.turn <- struct{}{} }

// lock takes the stream's turn, in the order of asking as far as Go's channels
// keep it. long says which cache it is kept in.
func (l *Log) lock(ctx context.Context, name string, long bool) (*cachedStream, error) {
	l.busy.Store(true)
	streams := l.streams
	if long {
		streams = l.longStreams
	}
	c, ok := streams.Get(name)
	if !ok {
		c = &cachedStream{name: name, turn: make(chan struct{}, 1), snapshots: NoStream}
		c.turn <- struct{}{}
		if earlier, there, _ := streams.PeekOrAdd(name, c); there {
			c = earlier
		}
	}
	select {
	case <-c.turn:
		return c, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("wait for stream %s: %w", name, ctx.Err())
	}
}

// reset makes c the state of a stream without events.
func reset[S any](c *cachedStream) {
	var zero S
	c.state, c.revision, c.position, c.loaded = zero, NoStream, Position{}, true
}

// load folds the stream from its newest usable snapshot, or from its start.
func load[S any](ctx context.Context, l *Log, agg domain.Aggregate[S], c *cachedStream) error {
	reset[S](c)
	c.loaded = false
	if agg.SnapshotVersion > 0 {
		if err := loadSnapshot(ctx, l, agg, c); err != nil {
			return err
		}
	}
	return catchUp(ctx, l, agg, c)
}

// catchUp folds what the stream has beyond the remembered revision.
func catchUp[S any](ctx context.Context, l *Log, agg domain.Aggregate[S], c *cachedStream) error {
	for {
		page, err := l.store.ReadStream(ctx, c.name, c.revision+1, Forwards, readPage)
		if err != nil {
			return fmt.Errorf("read stream %s: %w", c.name, err)
		}
		state := c.state.(S)
		for _, r := range page {
			e, err := l.Decode(r)
			if err != nil {
				c.loaded = false
				return err
			}
			state = agg.Evolve(state, e.Event)
			c.revision, c.position = r.Revision, r.Position
		}
		c.state = state
		if len(page) < readPage {
			c.loaded = true
			return nil
		}
	}
}
