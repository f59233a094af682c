package esdbtest

import (
	"context"

	"gateway/eventstore"
	"gateway/eventstore/esdbserver"

	"github.com/google/uuid"
)

// stall holds the writes that arrive while no majority confirms any.
type stall struct {
	held []esdbserver.Write // in the order of the leader's log
}

// Stall takes the majority away from the leader: from now on its writes time out. The leader has them in its
// log, so it silently drops a repeat, and refuses another append at the same revision. No reader sees them
// before Resume.
func (c *Cluster) Stall() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stall == nil {
		c.stall = &stall{}
	}
}

// Resume ends a stall. If kept is true, the writes of that time are confirmed. Otherwise they are lost, like
// those of a leader that was replaced.
func (c *Cluster) Resume(kept bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stall == nil {
		return
	}
	for _, w := range c.stall.held {
		if kept {
			_, _ = w.Commit(context.Background()) // its client has its answer already
		}
	}
	c.stall = nil
}

// hold keeps a write until Resume, if the cluster stalls. It returns an error for an append that can't follow
// the held writes.
func (c *Cluster) hold(w esdbserver.Write) (held bool, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stall == nil {
		return false, nil
	}
	for _, earlier := range c.stall.held {
		switch {
		case earlier.Stream != w.Stream || len(w.Events) == 0 || len(earlier.Events) == 0:
		case has(earlier.Events, w.Events[0].ID):
			return true, nil // the repeat is dropped
		case w.Expected >= eventstore.NoStream && w.Expected == earlier.Expected:
			return true, esdbserver.WrongRevision(w.Stream, w.Expected, earlier.Expected+int64(len(earlier.Events)))
		}
	}
	c.stall.held = append(c.stall.held, w)
	return true, nil
}

func has(events []eventstore.Proposed, id uuid.UUID) bool {
	for _, e := range events {
		if e.ID == id {
			return true
		}
	}
	return false
}
