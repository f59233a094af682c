package simulation

import (
	"context"
	"fmt"
	"time"

	"gateway/eventstore"
)

// cluster simulates what a cluster of EventStoreDB does to the clients of its log, as far as they see it
// through eventstore.Store. The client hides which node answers, that a feed reports twice that it has caught
// up, and that a feed brings older events again after a resume. What remains:
//
//   - for seconds no node leads, or one instance's node is cut off from the others: its calls
//     wait, and fail after callLimit;
//   - a write times out, and is written or not; the client repeats it, while others see it;
//   - a write that no majority has is held: its repeats, and other writes to its stream, get
//     no answer. In the end it is written, even for a client that is long dead, or it is gone;
//   - a feed is dropped, stands still, and continues with few events at a time;
//   - positions grow by uneven steps (offsets), and other programs write into the log.
type cluster struct {
	world *world

	// Each trouble lasts until its time. The zero time means that it is over.
	leaderless time.Time
	stalled    time.Time
	held       []heldWrite
	strangers  int // events of other programs
}

// heldWrite is a write that its leader has but no majority.
type heldWrite struct {
	process  *process
	stream   string
	expected eventstore.Revision
	events   []eventstore.Proposed
}

// callLimit is how long a call is repeated before it fails (esdb.Config.RetryFor).
const callLimit = 10 * time.Second

// OnCluster reports whether the run of a seed keeps its log in a cluster. Two of five do.
func OnCluster(seed uint64) bool { return seed%5 == 1 || seed%5 == 4 }

func (c *cluster) hasLeader() bool { return !time.Now().Before(c.leaderless) }

// answers reports whether a process reaches a node that leads.
func (c *cluster) answers(p *process) bool {
	return c == nil || c.hasLeader() && !time.Now().Before(p.cutOff)
}

// disturb starts one of the troubles.
func (c *cluster) disturb() {
	w := c.world
	p := w.anyProcess()
	if p == nil {
		return
	}
	until := time.Now().Add(time.Duration(w.random.IntN(15_000)) * time.Millisecond)
	switch w.random.IntN(4) {
	case 0:
		c.leaderless = until
		w.fault(p, "no node leads the cluster until %s", until.UTC().Format("15:04:05.000"))
	case 1:
		c.stalled = until
		w.fault(p, "no majority confirms writes until %s", until.UTC().Format("15:04:05.000"))
	case 2:
		p.cutOff = until
		w.fault(p, "its node is cut off until %s", until.UTC().Format("15:04:05.000"))
	case 3:
		c.writeForeign()
	}
}

// pass ends the troubles whose time is over.
func (c *cluster) pass() {
	if c != nil && len(c.held) > 0 && !time.Now().Before(c.stalled) {
		c.resume(c.world.chance(2))
	}
}

// calm ends all troubles.
func (c *cluster) calm() {
	if c == nil {
		return
	}
	c.leaderless, c.stalled = time.Time{}, time.Time{}
	for _, p := range c.world.processes {
		p.cutOff = time.Time{}
	}
	c.resume(true)
}

// resume ends the time without a majority. The writes of that time are then written or lost.
func (c *cluster) resume(kept bool) {
	held := c.held
	c.held = nil
	for _, h := range held {
		if !kept {
			c.world.note("a write to %s is gone", h.stream)
			continue
		}
		if _, err := c.commit(context.Background(), h); err != nil {
			c.world.fail("a write to %s that was held: %v", h.stream, err)
		}
	}
}

// commit writes, unless the same write was done before.
func (c *cluster) commit(ctx context.Context, h heldWrite) (eventstore.Appended, error) {
	before := c.world.memory.Len()
	at, err := h.process.store.log.Append(ctx, h.stream, h.expected, h.events)
	if err == nil && c.world.memory.Len() != before {
		c.world.appended(h.process, h.stream, h.expected, h.events)
	}
	return at, err
}

// foreignEvents are written by other programs. Their types do not tell which program wrote them.
var foreignEvents = []struct{ stream, kind, data, metadata string }{
	{"sale-%d", "OrderPlaced", `{"total":5}`, `{"$correlationId":"c"}`},
	{"sale-%d", "OrderShipped", `{"$parcel":{"content_type":"application/octet-stream","data":"AAH/","metadata":"/g=="}}`, ``},
	{"legacy-%d", "payment.paid.v1", `{"transaction_id":"INV-1-1","client_id":1}`, `"text"`},
	{"ledger-%d", "balance.adjusted.v1", `{"client_id":1}`, ``},
}

// writeForeign acts as another program that writes into the log.
func (c *cluster) writeForeign() {
	w := c.world
	c.strangers++
	f := foreignEvents[w.random.IntN(len(foreignEvents))]
	stream := fmt.Sprintf(f.stream, c.strangers)
	e := eventstore.Proposed{ID: w.eventID(0, map[string]int{}, stream, 0), Type: f.kind, Data: []byte(f.data)}
	if f.metadata != "" {
		e.Metadata = []byte(f.metadata)
	}
	if _, err := w.reader.Append(context.Background(), stream, eventstore.NoStream, []eventstore.Proposed{e}); err != nil {
		panic(err)
	}
	w.faults++
	w.note("another program writes %s to %s", f.kind, stream)
}
