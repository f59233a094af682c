package esdb

import (
	"context"
	"errors"
	"fmt"
	"time"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

const (
	callTimeout = 10 * time.Second
	readTimeout = 30 * time.Second
	// callSlack is how long after its timeout a call may still return by itself.
	callSlack = 500 * time.Millisecond
)

// errNoAnswer says that a call did not return in time. Its outcome is unknown.
var errNoAnswer = errors.New("the EventStoreDB client did not answer in time")

// call runs f on a client of the pool. It returns when f does, when ctx ends, or when
// the timeout is over, even if f never returns.
func call[T any](
	ctx context.Context, p *pool, timeout time.Duration, f func(context.Context, *client.Client) (T, error),
) (none T, _ error) {
	c, err := p.acquire()
	if err != nil {
		return none, err
	}
	limited, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	done := startCall(limited, p, c, f)
	hung := time.NewTimer(timeout + callSlack)
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

// startCall runs f in a goroutine, on an acquired client, which it releases. A panic of
// the client becomes an error: it panics when it sends on a channel that it has closed,
// and on answers of an unknown kind.
func startCall[T any](
	ctx context.Context, p *pool, c *pooledClient, f func(context.Context, *client.Client) (T, error),
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
		request, err := c.requestConnection(ctx)
		if err != nil {
			r.err = err
			return
		}
		defer request.finish(false)
		r.value, r.err = f(request, c.client)
		p.retireIfUseless(c, r.err)
	}()
	return done
}

type result[T any] struct {
	value T
	err   error
}
