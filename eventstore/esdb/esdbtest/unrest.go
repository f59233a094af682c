package esdbtest

import (
	"math/rand/v2"
	"sync"
	"time"
)

// The durations of an unrest. A real server takes seconds for an election.
const (
	// maxLeaderless limits the time without a leader.
	maxLeaderless = 150 * time.Millisecond
	// maxTrouble limits how long a leader has trouble before it is replaced.
	maxTrouble = 100 * time.Millisecond
	// progress is how many calls must succeed after an election before the next one, and maxRefused limits
	// how many writes must. Without them a machine under load would elect so often that some clients get
	// nothing done, which no real cluster does.
	progress, maxRefused = 20, 200
	// slowing is the number of elections after which the time between them has doubled, for tests that give a
	// cluster much to do.
	slowing = 16
	// progressPoll is how often an unrest checks for such progress.
	progressPoll = 5 * time.Millisecond
	// maxLag limits how many events a follower is behind. catchUp limits how long followers lag while too few
	// calls succeed for the next election.
	maxLag  = 40
	catchUp = 500 * time.Millisecond
)

// Unrest keeps a cluster electing leaders, until Stop.
type Unrest struct {
	cluster *Cluster
	random  *rand.Rand
	quit    chan struct{}
	ended   sync.WaitGroup
	// before and elected hold the counts of calls before the last election's trouble and after the election.
	before, elected outcomes
}

// Disturb makes the cluster elect one leader after the other until Stop or the end of the test. Before an
// election the leader may be cut off, lose its majority, or answer writes with time-outs, written or not;
// followers lag by a changing number of events. The time between two elections is at most quiet at first and
// grows by a sixteenth of it with each election; it is longer if the clients have not recovered by then. The
// seed decides what happens, not when.
func (c *Cluster) Disturb(seed uint64, quiet time.Duration) *Unrest {
	u := &Unrest{cluster: c, random: rand.New(rand.NewPCG(seed, seed)), quit: make(chan struct{})}
	u.ended.Go(func() {
		for wait := quiet; ; wait += quiet / slowing {
			if u.depose(); !u.pause(wait/8, wait) || !u.awaitProgress() {
				return
			}
		}
	})
	c.tb.Cleanup(u.Stop)
	return u
}

// Stop ends the unrest. Afterwards all nodes are in the cluster, and one leads. A second call does nothing.
func (u *Unrest) Stop() {
	select {
	case <-u.quit:
	default:
		close(u.quit)
	}
	u.ended.Wait()
	u.cluster.Resume(true)
	u.rejoinAll()
	if u.cluster.LeaderIndex() < 0 {
		u.cluster.Elect(0, 0)
	}
}

// pause waits for a time between least and most. It reports whether the unrest goes on.
func (u *Unrest) pause(least, most time.Duration) bool {
	select {
	case <-time.After(least + time.Duration(u.random.Int64N(int64(most-least)))):
		return true
	case <-u.quit:
		return false
	}
}

// awaitProgress waits until clients have recovered from the last election: calls succeed
// again, and so do as many writes as were refused. It reports whether the unrest goes on.
func (u *Unrest) awaitProgress() bool {
	for began, healed := time.Now(), false; ; {
		if !healed && time.Since(began) > catchUp {
			u.heal()
			healed = true
		}
		now := u.cluster.outcomes()
		refused := min(now.refusedWrites-u.before.refusedWrites, maxRefused)
		if now.calls-u.elected.calls >= progress && now.writes-u.elected.writes >= refused {
			return true
		}
		if !u.pause(progressPoll/2, progressPoll) {
			return false
		}
	}
}

// depose replaces the leader in one of several ways.
func (u *Unrest) depose() {
	c, next := u.cluster, u.random.IntN(nodes)
	u.before = c.outcomes()
	u.rejoinAll()
	old := c.LeaderIndex()
	if next == old || old < 0 {
		next = (old + 1 + nodes) % nodes
	}
	for i := range nodes {
		c.SetLag(i, u.random.Int64N(maxLag))
	}
	switch trouble := u.random.IntN(4); {
	case trouble == 0:
		c.AbortBefore(1 + u.random.IntN(3))
	case trouble == 1:
		c.AbortAfter(1 + u.random.IntN(3))
	case trouble == 2:
		c.Stall()
	case old >= 0: // none leads while a test runs its own election
		c.Isolate(old)
		c.StepDown(old) // it notices before the others elect a leader
	}
	u.pause(0, maxTrouble)
	c.Elect(next, time.Duration(u.random.Int64N(int64(maxLeaderless))))
	u.elected = c.outcomes()
}

// heal lets all nodes receive all events.
func (u *Unrest) heal() {
	u.rejoinAll()
	for i := range nodes {
		u.cluster.SetLag(i, 0)
	}
}

// rejoinAll connects the nodes that are cut off.
func (u *Unrest) rejoinAll() {
	for i := range nodes {
		u.cluster.Rejoin(i)
	}
}
