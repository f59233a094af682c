package esdbtest

import (
	"context"
	"sync/atomic"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/esdbserver"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

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
