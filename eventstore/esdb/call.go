package esdb

import (
	"context"
	"errors"
	"fmt"
	"time"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"google.golang.org/grpc/metadata"
)

const (
	// writeTimeout limits one attempt of an append. Two attempts that time out retire the connection, so the
	// store leaves a node whose writes hang within Config.RetryFor. The server itself gives up after 2 s.
	writeTimeout = 3 * time.Second
	// readTimeout limits one page of a read.
	readTimeout = 30 * time.Second
	// confirmTimeout limits the wait for the confirmation of a subscription.
	confirmTimeout = 10 * time.Second
	// callSlack is how long after its timeout a call may still return by itself.
	callSlack = 500 * time.Millisecond
)

// errNoAnswer says that a call did not return in time. Its outcome is unknown.
var errNoAnswer = errors.New("the EventStoreDB client did not answer in time")

// kind separates calls whose failures are counted separately: a node may answer reads while its writes hang.
type kind int

const (
	read kind = iota
	write
	kinds
)

func (k kind) timeout() time.Duration {
	if k == write {
		return writeTimeout
	}
	return readTimeout
}

// call runs f on a client of the pool. It returns when f does, when ctx ends, or when the time limit of the
// kind is over, even if f never returns.
func call[T any](
	ctx context.Context, p *pool, k kind, f func(context.Context, *client.Client) (T, error),
) (none T, _ error) {
	c, err := p.acquire()
	if err != nil {
		return none, err
	}
	limited, cancel := context.WithTimeout(ctx, k.timeout())
	defer cancel()
	done := startCall(limited, p, c, k, f)
	hung := time.NewTimer(k.timeout() + callSlack)
	defer hung.Stop()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		return none, ctx.Err()
	case <-hung.C:
		p.retire(c, retireGrace)
		return none, errNoAnswer
	}
}

// startCall runs f in a goroutine, on an acquired client, which it releases. A panic of the client becomes an
// error: the client panics when it sends on a channel that it has closed, and on answers of an unknown kind.
func startCall[T any](
	ctx context.Context, p *pool, c *pooledClient, k kind, f func(context.Context, *client.Client) (T, error),
) <-chan result[T] {
	done := make(chan result[T], 1)
	go func() {
		defer p.release(c)
		var r result[T]
		defer func() {
			if v := recover(); v != nil {
				r.err = fmt.Errorf("the EventStoreDB client panicked: %v", v)
			}
			done <- r
		}()
		request, err := c.requestConnection(askLeader(ctx))
		if err != nil {
			r.err = err
			return
		}
		defer request.finish(false)
		began := time.Now()
		r.value, r.err = f(request, c.client)
		p.judge(ctx, c, k, time.Since(began), r.err)
	}()
	return done
}

// askLeader makes the node refuse the call with not-leader unless it leads. Without the header every node
// answers, also one that lags. The client's own option for this has no effect: it only sets a value in a
// context that never leaves the process.
func askLeader(ctx context.Context) context.Context {
	return metadata.AppendToOutgoingContext(ctx, "requires-leader", "true")
}

type result[T any] struct {
	value T
	err   error
}
