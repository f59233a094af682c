package esdb

import (
	"context"
	"errors"
	"slices"
	"time"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

// newClient makes a client that connects to the node that a follower named as the leader, or otherwise to the
// configured hosts except the one to avoid. The caller holds the lock.
func (p *pool) newClient() (*pooledClient, error) {
	config := *p.config
	if p.leader != "" {
		config.Address, config.GossipSeeds, config.DnsDiscover = p.leader, nil, false
		config.MaxDiscoverAttempts = 1
	} else if others := slices.DeleteFunc(slices.Clone(config.GossipSeeds), func(e *client.EndPoint) bool {
		return e.String() == p.avoid
	}); len(others) > 0 {
		config.GossipSeeds = others
	}
	p.avoid = ""
	c, err := newPooledClient(config, poolCallbacks{
		broken:   func(c *pooledClient) { p.retire(c, retireGrace) },
		notLeads: p.setLeader,
		left:     func(c *pooledClient) { p.retire(c, 0) },
	})
	if err == nil {
		c.leader = p.leader
	}
	return c, err
}

// setLeader keeps the address that a follower named, for clients made later.
func (p *pool) setLeader(address string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.leader = address
}

// judge retires a client whose call shows that its connection is useless: the connection is gone, the node
// does not lead, or too many calls of a kind in a row timed out or were aborted. ctx belongs to the call;
// took is how long it waited for its answer.
func (p *pool) judge(ctx context.Context, c *pooledClient, k kind, took time.Duration, err error) {
	switch codeOf(err) {
	case client.ErrorCodeConnectionClosed: // its other calls will never be answered
		p.retire(c, 0)
	case client.ErrorUnavailable, client.ErrorCodeNotLeader:
		p.retire(c, retireGrace)
	case client.ErrorCodeDeadlineExceeded, client.ErrorAborted:
		gaveUp := errors.Is(ctx.Err(), context.Canceled) || ctx.Err() != nil && took < minStrike
		if !gaveUp && p.strike(c, k) {
			p.retire(c, retireGrace)
		}
	default:
		if err == nil || isDefinite(err) {
			p.answered(c, k)
		}
	}
}

// strike counts a call without an answer and reports whether it is one too many.
func (p *pool) strike(c *pooledClient, k kind) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	c.strikes[k]++
	if c.strikes[k] < maxStrikes {
		return false
	}
	p.avoid = c.node()
	return true
}

func (p *pool) answered(c *pooledClient, k kind) {
	p.mu.Lock()
	defer p.mu.Unlock()
	c.strikes[k] = 0
}
