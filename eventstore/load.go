package eventstore

import (
	"context"
	"fmt"

	"gateway/domain"
)

// readPage is how many events of a stream are read at once.
const readPage = 1_000

// Load returns the present state of a stream and the revision of its last event (NoStream if there is none),
// for facts of other aggregates that a decision needs. A cached state is brought up to date by reading on
// from its revision. Calls that wait for the same stream share a read that began after they arrived.
func Load[S any](ctx context.Context, l *Log, agg domain.Aggregate[S], stream string) (S, Revision, error) {
	var none S
	c, came, err := l.lock(ctx, stream, agg.SnapshotVersion > 0)
	if err != nil {
		return none, 0, err
	}
	defer c.unlock()
	switch {
	case c.isCurrent(came):
	case c.loaded:
		err = catchUp(ctx, l, agg, c)
	default:
		err = load(ctx, l, agg, c)
	}
	if err != nil {
		return none, 0, err
	}
	return c.state.(S), c.revision, nil
}

// load folds the stream from its newest usable snapshot, or from its start.
func load[S any](ctx context.Context, l *Log, agg domain.Aggregate[S], c *cachedStream) error {
	clearState[S](c)
	c.loaded = false
	if agg.SnapshotVersion > 0 {
		if err := loadSnapshot(ctx, l, agg, c); err != nil {
			return err
		}
	}
	return catchUp(ctx, l, agg, c)
}

// catchUp folds the events after the cached revision.
func catchUp[S any](ctx context.Context, l *Log, agg domain.Aggregate[S], c *cachedStream) error {
	number := c.beginComparison()
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
			c.loaded, c.compared = true, number
			return nil
		}
	}
}
