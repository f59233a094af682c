package esdbtest

import (
	"context"
	"time"

	"gateway/eventstore/esdbserver"
)

// Elect makes another node the leader after a time without a leader, in which writes are refused as by a
// server that is not ready. A write under way when the leader goes is answered with a time-out: it may be
// written or not. Every other election keeps the writes of a stall; the others drop them. AbortBefore and
// AbortAfter apply to writes to the old leader, so they end too. Subscriptions go on.
func (c *Cluster) Elect(leader int, without time.Duration) {
	c.change(func() {
		for i := range c.members {
			if !c.members[i].isolated {
				c.members[i].role = esdbserver.Unknown
			}
		}
	})
	c.Resume(c.Elections()%2 == 0)
	time.Sleep(without)
	c.recordEpoch()
	c.change(func() {
		c.elections++
		c.writes.abortBefore.Store(0)
		c.writes.abortAfter.Store(0)
		for i := range c.members {
			m := &c.members[i]
			switch {
			case i == leader:
				m.role, m.isolated = esdbserver.Leader, false
			case !m.isolated:
				m.role = esdbserver.Follower
			}
		}
	})
}

// recordLimit is how long an election may wait for the database of the log, which tests kill.
const recordLimit = 30 * time.Second

// recordEpoch writes the event that the server itself writes at an election.
func (c *Cluster) recordEpoch() {
	epoch := esdbserver.Record{Stream: "$epoch-information", Type: "$epoch-information", Data: []byte("{}")}
	for began := time.Now(); ; time.Sleep(growthPause) {
		_, err := c.leader.Record(context.Background(), epoch)
		if err == nil {
			return
		}
		if time.Since(began) > recordLimit {
			c.tb.Errorf("an election: %v", err)
			return
		}
	}
}

// Elections returns how many elections there were.
func (c *Cluster) Elections() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.elections
}
