package esdb

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// errBroken says that the client's connection broke before the call began.
var errBroken = errors.New("the connection to EventStoreDB broke")

// pooledClient is one client of the official library, whose calls share one connection.
// The pool replaces it when the connection breaks.
//
// Left to itself, a client that finds its connection broken looks for the server again.
// It leaks the old connection, and when it does not find the server its connection
// goroutine ends, so that every later call waits for ever. Therefore only one call at a
// time may make the client connect, and once a call has found the connection broken no
// further call asks for it.
type pooledClient struct {
	client *client.Client
	calls  int // under way; guarded by the pool
	close  func()

	connectToken chan struct{} // holds one token, for the call that makes the client connect
	connected    chan struct{} // closed when the client has its connection

	requests sync.RWMutex // read-locked while a call waits for the connection
	broken   bool
}

// newPooledClient makes a client. It calls onBroken once, when the connection broke.
func newPooledClient(config client.Configuration, onBroken func(*pooledClient)) (*pooledClient, error) {
	p := &pooledClient{connectToken: make(chan struct{}, 1), connected: make(chan struct{})}
	p.connectToken <- struct{}{}
	log := config.Logger
	config.Logger = func(level client.LogLevel, format string, args ...any) {
		// The call that failed logs this right before it makes the client look for the
		// server again. The client tells it in no other way; pooled_client_test.go checks
		// these words against the client.
		if strings.HasPrefix(format, "unexpected exception") && isUnavailable(args) && p.markBroken() {
			onBroken(p)
		}
		log(level, format, args...)
	}
	c, err := client.NewClient(&config)
	if err != nil {
		return nil, err
	}
	p.client, p.close = c, sync.OnceFunc(func() { _ = c.Close() }) // always returns nil
	return p, nil
}

func isUnavailable(args []any) bool {
	if len(args) != 1 {
		return false
	}
	err, ok := args[0].(error)
	return ok && status.Code(err) == codes.Unavailable
}

// markBroken refuses further calls, and reports whether it was the first to do so. It
// waits for the calls that are asking for the connection: they still get it.
func (p *pooledClient) markBroken() (first bool) {
	p.requests.Lock()
	defer p.requests.Unlock()
	first = !p.broken
	p.broken = true
	return first
}

// requestConnection returns the context with which a call may ask the client for its
// connection. It waits until the client is connected or the call is the one that makes
// it connect. The caller ends the request with finish.
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

// connectionRequest is the context of a call. The client reads its deadline as soon as
// it has the connection, and not before; pooled_client_test.go checks this against the
// client.
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
