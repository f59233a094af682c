package esdbtest

import (
	"context"

	"gateway/eventstore"
	"gateway/eventstore/esdbserver"
)

// node is one server's part in a cluster.
type node struct {
	cluster *Cluster
	index   int
}

// State implements esdbserver.Node. A node that is cut off knows no other leader than itself.
func (n *node) State() (role esdbserver.Role, leader string) {
	c := n.cluster
	c.mu.Lock()
	defer c.mu.Unlock()
	m := c.members[n.index]
	switch i := c.leaderIndex(); {
	case m.role == esdbserver.Leader:
		return esdbserver.Leader, c.addrs[n.index]
	case m.isolated || i < 0:
		return esdbserver.Unknown, ""
	default:
		return m.role, c.addrs[i]
	}
}

// Members implements esdbserver.Node.
func (n *node) Members() []esdbserver.Member {
	c := n.cluster
	c.mu.Lock()
	known := c.members
	c.mu.Unlock()
	members := make([]esdbserver.Member, nodes)
	for i, m := range known {
		here := !m.isolated && !known[n.index].isolated || i == n.index
		members[i] = esdbserver.Member{Addr: c.addrs[i], Role: m.role, Alive: here && c.nodes[i].running()}
	}
	return members
}

// Write implements esdbserver.Node.
func (n *node) Write(ctx context.Context, w esdbserver.Write) (eventstore.Appended, error) {
	return n.cluster.write(ctx, n.index, w)
}
