package simulation

import (
	"context"
	"slices"
	"time"

	"gateway/eventstore"
)

// await waits until the process reaches the leader, as its client does by repeating the call. Error:
// ErrUnavailable after the deadline.
func (c *cluster) await(ctx context.Context, p *process, what string, deadline time.Time) error {
	if c.answers(p) {
		return nil
	}
	c.wait(ctx, p, what, deadline, func() bool { return c.answers(p) })
	if err := ctx.Err(); err != nil {
		return err
	}
	if !c.answers(p) {
		return unavailable("no leader answers")
	}
	return nil
}

// wait waits at the scheduler until ready, the deadline or the context's end.
func (c *cluster) wait(ctx context.Context, p *process, what string, deadline time.Time, ready func() bool) {
	c.world.stopAt(ctx, p, "cluster", what, func() bool {
		return ctx.Err() != nil || !time.Now().Before(deadline) || ready()
	})
}

// append repeats a write until its outcome is known, at most for callLimit.
func (c *cluster) append(
	ctx context.Context, p *process, stream string, expected eventstore.Revision, events []eventstore.Proposed,
) (eventstore.Appended, error) {
	w := c.world
	deadline := time.Now().Add(callLimit)
	write := heldWrite{p, stream, expected, events}
	for {
		if err := c.await(ctx, p, stream, deadline); err != nil {
			return eventstore.Appended{}, err
		}
		switch {
		case c.hold(write):
			w.note("%s: a write to %s is held", p.name, stream)
			c.wait(ctx, p, stream, deadline, func() bool { return !c.isHeld(stream) })
		case w.calm == 0 && w.chance(w.weather.aborts):
			w.fault(p, "a write to %s times out, not written", stream)
			c.wait(ctx, p, stream, deadline, func() bool { return true })
		default:
			at, err := c.commit(ctx, write)
			if err != nil || w.calm > 0 || !w.chance(w.weather.aborts) {
				return at, err
			}
			w.fault(p, "a write to %s times out, written", stream)
			c.wait(ctx, p, stream, deadline, func() bool { return true })
		}
		if err := ctx.Err(); err != nil {
			return eventstore.Appended{}, err
		}
		if !time.Now().Before(deadline) {
			return eventstore.Appended{}, unavailable("the outcome of the write is unknown")
		}
	}
}

// hold keeps a write while no majority confirms any. It reports whether the write waits: it is held now, was
// held before, or comes after one that is held.
func (c *cluster) hold(h heldWrite) bool {
	if c.isHeld(h.stream) {
		return true
	}
	if !time.Now().Before(c.stalled) {
		return false
	}
	newest, err := h.process.store.log.ReadStream(context.Background(), h.stream, eventstore.End, eventstore.Backwards, 1)
	at := eventstore.NoStream
	if len(newest) > 0 {
		at = newest[0].Revision
	}
	if err != nil || at != h.expected {
		return false // a conflict, which any leader detects
	}
	c.held = append(c.held, h)
	return true
}

func (c *cluster) isHeld(stream string) bool {
	return slices.ContainsFunc(c.held, func(h heldWrite) bool { return h.stream == stream })
}
