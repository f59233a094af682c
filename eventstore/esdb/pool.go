package esdb

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"gateway/eventstore"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

const (
	// maxCalls is how many calls one client gets at a time. Its connection takes 100; a further call would
	// wait without its own time limit.
	maxCalls = 90
	// maxClients is how many clients there are at most. When all are full, the calls are
	// still spread over them.
	maxClients = 16
	// retireGrace is how long the calls of a retired client may go on.
	retireGrace = 2 * time.Second
	// closeTimeout is how long close waits for the calls under way.
	closeTimeout = 10 * time.Second
	// maxStrikes is how many calls of a kind may time out or be aborted in a row before their connection is
	// replaced.
	maxStrikes = 2
	// minStrike is how long a call must have waited to count as a strike if its caller's deadline, and not
	// the call's own, ended it.
	minStrike = time.Second
)

// pool holds the clients that the calls are spread over. A client whose connection
// broke is replaced by a new one.
type pool struct {
	config *client.Configuration

	mu      sync.Mutex
	clients []*pooledClient // in use
	retired map[*pooledClient]struct{}
	closed  bool
	leader  string         // host:port that a follower named, "" while the configured hosts are used
	avoid   string         // host:port of a node whose calls hung; the next client avoids it
	tasks   sync.WaitGroup // calls under way, including those that their caller gave up
}

func newPool(config *client.Configuration) *pool {
	return &pool{config: config, retired: make(map[*pooledClient]struct{})}
}

// acquire returns the client with the fewest calls, or a new one if all are full and the limit allows one
// more. The caller ends its use with release.
func (p *pool) acquire() (*pooledClient, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, eventstore.ErrClosed
	}
	var best *pooledClient
	for _, c := range p.clients {
		if best == nil || c.calls < best.calls {
			best = c
		}
	}
	if best == nil || best.calls >= maxCalls && len(p.clients) < maxClients {
		fresh, err := p.newClient()
		if err != nil {
			return nil, fmt.Errorf("make an EventStoreDB client: %w", err)
		}
		best = fresh
		p.clients = append(p.clients, best)
	}
	best.calls++
	p.tasks.Add(1)
	return best, nil
}

// hold begins one more call on a client that is already in use. It returns false for a client that was
// retired. The caller ends the call with release.
func (p *pool) hold(c *pooledClient) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !slices.Contains(p.clients, c) {
		return false
	}
	c.calls++
	p.tasks.Add(1)
	return true
}

// release ends one call. The last call of a retired client closes it.
func (p *pool) release(c *pooledClient) {
	defer p.tasks.Done()
	p.mu.Lock()
	defer p.mu.Unlock()
	c.calls--
	if _, retired := p.retired[c]; retired && c.calls == 0 {
		delete(p.retired, c)
		c.close()
	}
}

// retire takes a client out of use. It closes the client when its last call has ended,
// or after the given time, which ends the calls.
func (p *pool) retire(c *pooledClient, wait time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if c.leader != "" && c.leader == p.leader {
		p.leader = ""
	}
	for i, other := range p.clients {
		if other == c {
			p.clients = append(p.clients[:i:i], p.clients[i+1:]...)
			p.retired[c] = struct{}{}
			break
		}
	}
	if _, retired := p.retired[c]; !retired {
		return
	}
	if c.calls == 0 || wait == 0 {
		delete(p.retired, c)
		c.close()
		return
	}
	time.AfterFunc(wait, c.close)
}

// close waits for the calls under way, at most closeTimeout, and closes all clients.
func (p *pool) close() {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		p.tasks.Wait()
	}()
	select {
	case <-drained:
	case <-time.After(closeTimeout): // the rest hang: closing the clients ends them
	}
	p.mu.Lock()
	all := p.clients
	for c := range p.retired {
		all = append(all, c)
	}
	p.clients, p.retired = nil, nil
	p.mu.Unlock()
	for _, c := range all {
		c.close()
	}
	select {
	case <-drained:
	case <-time.After(retireGrace):
	}
}
