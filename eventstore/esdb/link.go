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

// errCondemned: the connection broke before the call began.
var errCondemned = errors.New("the connection to EventStoreDB broke")

// link is one client, which is never let find out by itself that its connection
// broke. It would look for the server anew, forget to close what it had, and, when it
// does not find the server, give up for good with all who ask it for a connection
// waiting for ever. So one call alone makes it connect, and none asks for the
// connection any more from the moment on at which one has failed: another client
// takes over.
type link struct {
	client *client.Client
	calls  int
	close  func()

	turn      chan struct{} // holds one token, for the call that connects
	connected chan struct{} // closed when one has

	asks      sync.RWMutex // shared by the calls that ask for the connection
	condemned bool
}

// newLink makes a client. Its end is told of once.
func newLink(config client.Configuration, broke func(*link)) (*link, error) {
	l := &link{turn: make(chan struct{}, 1), connected: make(chan struct{})}
	l.turn <- struct{}{}
	log := config.Logger
	config.Logger = func(level client.LogLevel, format string, args ...any) {
		// Said by the call that failed, right before it makes the client look for the
		// server anew. There is no other way to learn of it; link_test.go holds the
		// client to these words.
		if strings.HasPrefix(format, "unexpected exception") && isUnavailable(args) && l.condemn() {
			broke(l)
		}
		log(level, format, args...)
	}
	c, err := client.NewClient(&config)
	if err != nil {
		return nil, err
	}
	l.client, l.close = c, sync.OnceFunc(func() { _ = c.Close() }) // it has no errors
	return l, nil
}

func isUnavailable(args []any) bool {
	if len(args) != 1 {
		return false
	}
	err, ok := args[0].(error)
	return ok && status.Code(err) == codes.Unavailable
}

// condemn waits for the calls that ask: they still get the connection.
func (l *link) condemn() (first bool) {
	l.asks.Lock()
	defer l.asks.Unlock()
	first = !l.condemned
	l.condemned = true
	return first
}

// ask lets a call ask the client for its connection, as soon as there is one or it
// is the one to make it.
func (l *link) ask(ctx context.Context) (*asking, error) {
	a := &asking{Context: ctx, link: l}
	select {
	case <-l.connected:
	default:
		select {
		case <-l.connected:
		case <-l.turn:
			a.connects = true
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	l.asks.RLock()
	if l.condemned {
		a.pass(false)
		return nil, errCondemned
	}
	return a, nil
}

// asking is the context of a call. The client looks at its deadline as soon as it
// has the connection, and not before: link_test.go holds it to that.
type asking struct {
	context.Context
	link     *link
	connects bool
	once     sync.Once
}

// Deadline implements context.Context.
func (a *asking) Deadline() (time.Time, bool) {
	a.pass(true)
	return a.Context.Deadline()
}

// pass says that the call asks no more.
func (a *asking) pass(connected bool) {
	a.once.Do(func() {
		a.link.asks.RUnlock()
		switch {
		case a.connects && connected:
			close(a.link.connected)
		case a.connects:
			a.link.turn <- struct{}{}
		}
	})
}
