package esdbtest

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/esdbserver"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// nodes is how many nodes a cluster has.
const nodes = 3

// commitTimeout is how long the cluster waits before it answers a write that no majority has. The real server
// waits 2 s.
const commitTimeout = 300 * time.Millisecond

// headTimeout limits how long a change of the cluster waits for the head of the log.
const headTimeout = time.Second

// Cluster is three servers of one log, one of which leads. The log itself is complete and durable, like the
// log of a majority. A test sets how much of it each follower shows. A cluster stops with its test, and is
// safe for concurrent use.
//
// The nodes behave like those of EventStoreDB: a follower answers reads with what it has, and forwards
// writes, unless the client asks for the leader. While there is no leader, writes are refused. The log begins
// with events that the server itself writes, and gets one more with each election.
type Cluster struct {
	tb     testing.TB
	store  eventstore.Store
	leader *esdbserver.Server // carries out all writes
	nodes  [nodes]*Server
	addrs  [nodes]string

	mu        sync.Mutex
	members   [nodes]member
	term      int           // rises with each loss of a leader
	changed   chan struct{} // closed, and replaced, when members changes
	elections int
	writes    writeFaults
	stall     *stall // nil while a majority confirms writes
}

// member is the role and the state of a node.
type member struct {
	role esdbserver.Role
	lag  int64 // the number of events that the node is behind the log
	// shown is the newest position that the node has shown to readers. A node never shows
	// less than before.
	shown    int64
	isolated bool
}

// StartCluster serves the store by three nodes until the test ends; the first one leads. The caller closes
// the store afterwards. The store must number its events.
func StartCluster(tb testing.TB, store eventstore.Store, options ...Option) *Cluster {
	tb.Helper()
	c := &Cluster{tb: tb, store: store, changed: make(chan struct{})}
	leader, err := esdbserver.New(context.Background(), store, esdbserver.Options{Writable: true})
	if err != nil {
		tb.Fatalf("start a cluster: %v", err)
	}
	c.leader = leader
	record(tb, leader, systemRecords...)
	for i := range c.nodes {
		if i > 0 {
			c.members[i].role = esdbserver.Follower
		}
		own := func(o *esdbserver.Options) { o.Leader, o.Node = leader, &node{cluster: c, index: i} }
		c.nodes[i] = Start(tb, &replica{Store: store, cluster: c, index: i}, append(options[:len(options):len(options)], own)...)
		c.addrs[i] = c.nodes[i].Addr()
	}
	return c
}

// Node returns the node 0, 1 or 2.
func (c *Cluster) Node(i int) *Server { return c.nodes[i] }

// LeaderIndex returns the index of the leading node, -1 if none leads.
func (c *Cluster) LeaderIndex() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.leaderIndex()
}

// leaderIndex ignores a leader that is cut off. The caller holds the lock.
func (c *Cluster) leaderIndex() int {
	for i, m := range c.members {
		if m.role == esdbserver.Leader && !m.isolated {
			return i
		}
	}
	return -1
}

// Addrs returns host:port of all nodes.
func (c *Cluster) Addrs() []string { return c.addrs[:] }

// URL returns the connection string that names all nodes.
func (c *Cluster) URL() string {
	return fmt.Sprintf("esdb://%s?tls=false", strings.Join(c.addrs[:], ","))
}

// SetLag makes a node lag by this many events while it follows. It keeps what it has shown.
func (c *Cluster) SetLag(i int, events int64) {
	c.change(func() { c.members[i].lag = events })
}

// Isolate cuts a node off from the others. It gets no more events. A leader does not notice: it still answers
// reads and accepts writes, which no majority confirms. StepDown makes it notice.
func (c *Cluster) Isolate(i int) {
	c.change(func() { c.members[i].isolated = true })
}

// StepDown makes a node notice that it no longer leads.
func (c *Cluster) StepDown(i int) {
	c.change(func() { c.members[i].role = esdbserver.Unknown })
}

// Rejoin connects a node again. It follows the leader, if there is one.
func (c *Cluster) Rejoin(i int) {
	c.change(func() {
		m := &c.members[i]
		if m.isolated {
			m.isolated, m.role = false, esdbserver.Unknown
		}
		if m.role == esdbserver.Unknown && c.leaderIndex() >= 0 {
			m.role = esdbserver.Follower
		}
	})
}

// Operations returns how many appends, reads, subscriptions and deletions the nodes have answered.
func (c *Cluster) Operations() (n int64) {
	for _, s := range c.nodes {
		n += s.answered.Load()
	}
	return n
}

// outcomes counts calls that succeeded, the writes among them, and writes that must be repeated.
type outcomes struct{ calls, writes, refusedWrites int64 }

func (c *Cluster) outcomes() (o outcomes) {
	for _, s := range c.nodes {
		o.calls += s.succeeded.Load()
		o.writes += s.succeededWrites.Load()
		o.refusedWrites += s.refusedWrites.Load()
	}
	return o
}

// change changes the members and wakes all goroutines that wait for a change. Each node keeps what it had
// before the change, and a leader that f replaces acknowledges no more writes.
func (c *Cluster) change(f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.keepShown()
	before := c.leaderIndex()
	f()
	if before >= 0 && c.leaderIndex() != before {
		c.term++
	}
	close(c.changed)
	c.changed = make(chan struct{})
}

// keepShown records what each node has now. Acknowledged writes, and reads at the leader, happened before the
// change: without this, a leader that is replaced while it answers could lack what it had acknowledged
// itself. The caller holds the lock.
func (c *Cluster) keepShown() {
	ctx, cancel := context.WithTimeout(context.Background(), headTimeout)
	defer cancel()
	head, err := c.store.Head(ctx)
	for i := range c.members {
		if err != nil { // the log's database may be down: a node that does not lag lacks nothing
			c.members[i].lag = 0
			continue
		}
		c.members[i].show(head.Commit)
	}
}

// show raises the mark of what the node has shown to what it has when the log ends at head.
func (m *member) show(head int64) {
	switch {
	case m.isolated:
	case m.role == esdbserver.Leader:
		m.shown = max(m.shown, head)
	default:
		m.shown = max(m.shown, head-m.lag)
	}
}

func (c *Cluster) awaitChange() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.changed
}

// errTimeout is the real server's answer to a write that no majority has in time.
var errTimeout = status.Error(codes.Aborted, "Operation timed out: Commit phase timeout.")

// writeFaults says how the next writes of a cluster end.
type writeFaults struct {
	abortBefore atomic.Int64
	abortAfter  atomic.Int64
}

// AbortBefore answers the next n writes with a time-out, and writes nothing.
func (c *Cluster) AbortBefore(n int) { c.writes.abortBefore.Store(int64(n)) }

// AbortAfter answers the next n writes with a time-out once they are written.
func (c *Cluster) AbortAfter(n int) { c.writes.abortAfter.Store(int64(n)) }

// write carries out a write that the node i has received.
func (c *Cluster) write(ctx context.Context, i int, w esdbserver.Write) (eventstore.Appended, error) {
	c.mu.Lock()
	isolated, term := c.members[i].isolated, c.term
	c.mu.Unlock()
	switch {
	case isolated, consume(&c.writes.abortBefore):
		return eventstore.Appended{}, c.timeOut(ctx)
	case consume(&c.writes.abortAfter):
		_, _ = w.Commit(context.WithoutCancel(ctx)) // the client does not learn the outcome
		return eventstore.Appended{}, c.timeOut(ctx)
	}
	if held, err := c.hold(w); err != nil {
		return eventstore.Appended{}, err
	} else if held {
		return eventstore.Appended{}, c.timeOut(ctx)
	}
	appended, err := w.Commit(ctx)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.term != term {
		return eventstore.Appended{}, errTimeout
	}
	return appended, err
}

// timeOut waits as long as the server does before it gives up a write.
func (c *Cluster) timeOut(ctx context.Context) error {
	select {
	case <-time.After(commitTimeout):
		return errTimeout
	case <-ctx.Done():
		return ctx.Err()
	}
}

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

// recordStep is the mean size of an event in bytes. recordJitter limits the random shift of each position.
const recordStep, recordJitter = 311, 251

// byteOffsets gives events positions as EventStoreDB does: they grow by uneven steps, and no event begins
// between two of them.
type byteOffsets struct{}

// ToWire implements esdbserver.Positions.
func (byteOffsets) ToWire(number int64) int64 {
	if number <= 0 {
		return number
	}
	scattered := uint64(number) * 0x9E3779B97F4A7C15
	return number*recordStep + int64(scattered>>32%recordJitter)
}

// FromWire implements esdbserver.Positions.
func (o byteOffsets) FromWire(position int64) (number int64, exact bool) {
	number = position / recordStep
	if o.ToWire(number) > position {
		number--
	}
	return number, o.ToWire(number) == position
}
