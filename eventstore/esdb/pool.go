package esdb

import (
	"context"
	"errors"
	"fmt"
	"net"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"gateway/eventstore"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
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

// errBroken says that the client's connection broke before the call began.
var errBroken = errors.New("the connection to EventStoreDB broke")

// pooledClient is one client of the official library. Its calls share one connection. The pool replaces it
// when the connection breaks.
//
// A client that finds its connection broken would look for the server again. It would leak the old
// connection, and if it did not find the server its connection goroutine would end, so that every later call
// would wait without end. Therefore only one call at a time may make the client connect, and once a call has
// found the connection broken no further call may use it. For the same reason a client never connects to the
// leader that a follower names: the pool makes another client for that.
type pooledClient struct {
	client  *client.Client
	calls   int        // under way; guarded by the pool
	strikes [kinds]int // calls in a row without an answer; guarded by the pool
	leader  string     // the node that it was made for, "" when it discovers one
	close   func()

	discovered atomic.Pointer[string] // the node that gossip recommended

	connectToken chan struct{} // holds one token, for the call that makes the client connect
	connected    chan struct{} // closed when the client has its connection

	requests sync.RWMutex // read-locked while a call waits for the connection
	broken   bool
}

// poolCallbacks tell the pool what a client reports only through its log.
type poolCallbacks struct {
	// broken is called once, when the connection broke.
	broken func(*pooledClient)
	// notLeads is called with the address of the leader that a follower named.
	notLeads func(leader string)
	// left is called once the client has closed its connection in order to connect to that leader.
	left func(*pooledClient)
}

// newPooledClient makes a client.
func newPooledClient(config client.Configuration, on poolCallbacks) (*pooledClient, error) {
	p := &pooledClient{connectToken: make(chan struct{}, 1), connected: make(chan struct{})}
	p.connectToken <- struct{}{}
	log := config.Logger
	config.Logger = func(level client.LogLevel, format string, args ...any) {
		p.listen(format, args, on)
		log(level, format, args...)
	}
	c, err := client.NewClient(&config)
	if err != nil {
		return nil, err
	}
	p.client, p.close = c, sync.OnceFunc(func() { _ = c.Close() }) // always returns nil
	return p, nil
}

// listen reads from the client's log what the client reports in no other way. pooled_client_test.go checks
// these words against the client.
func (p *pooledClient) listen(format string, args []any, on poolCallbacks) {
	switch {
	case strings.HasPrefix(format, "unexpected exception"):
		// The call that failed logs this right before it makes the client look for the server again.
		if isUnavailable(args) && p.markBroken() {
			on.broken(p)
		}
	case strings.HasPrefix(format, "not leader exception") && len(args) == 1:
		if leader, ok := args[0].(client.EndPoint); ok {
			on.notLeads(addressOf(leader))
		}
	case strings.HasPrefix(format, "Connecting to leader node"):
		// The client has closed its connection. If it continued and did not reach the leader, it would never
		// close the new connection. The goroutine that ends here only connects; closing the client ends the
		// calls that wait for it.
		on.left(p)
		runtime.Goexit()
	case strings.HasPrefix(format, "best candidate found") && len(args) > 0:
		if node, ok := args[0].(string); ok {
			p.discovered.Store(&node)
		}
	}
}

// addressOf returns host:port, with brackets around an IPv6 address.
func addressOf(e client.EndPoint) string {
	return net.JoinHostPort(strings.Trim(e.Host, "[]"), strconv.Itoa(int(e.Port)))
}

// node returns the address of the node that the client was made for or that gossip recommended, "" if the
// client has the address of only one host.
func (p *pooledClient) node() string {
	if node := p.discovered.Load(); node != nil {
		return *node
	}
	return p.leader
}

func isUnavailable(args []any) bool {
	if len(args) != 1 {
		return false
	}
	err, ok := args[0].(error)
	return ok && status.Code(err) == codes.Unavailable
}

// markBroken refuses further calls, and reports whether this call was the first to do so. It waits for the
// calls that are asking for the connection: they still get it.
func (p *pooledClient) markBroken() (first bool) {
	p.requests.Lock()
	defer p.requests.Unlock()
	first = !p.broken
	p.broken = true
	return first
}

// requestConnection returns the context with which a call may ask the client for its connection. It waits
// until the client is connected, or until this call is the one that makes it connect. The caller ends the
// request with finish.
func (p *pooledClient) requestConnection(ctx context.Context) (*connectionRequest, error) {
	r := &connectionRequest{Context: ctx, pooled: p}
	select {
	case <-p.connected:
	default:
		select {
		case <-p.connected:
		case <-p.connectToken:
			r.connects = true
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	p.requests.RLock()
	if p.broken {
		r.finish(false)
		return nil, errBroken
	}
	return r, nil
}

// connectionRequest is the context of a call. The client reads its deadline as soon as it has the connection,
// and not earlier; pooled_client_test.go checks this against the client.
type connectionRequest struct {
	context.Context
	pooled   *pooledClient
	connects bool // the call holds the connectToken
	once     sync.Once
}

// Deadline implements context.Context. It ends the request.
func (r *connectionRequest) Deadline() (time.Time, bool) {
	r.finish(true)
	return r.Context.Deadline()
}

// finish ends the request for the connection. Only the first call counts.
func (r *connectionRequest) finish(connected bool) {
	r.once.Do(func() {
		r.pooled.requests.RUnlock()
		switch {
		case r.connects && connected:
			close(r.pooled.connected)
		case r.connects:
			r.pooled.connectToken <- struct{}{}
		}
	})
}
