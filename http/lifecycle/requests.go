package lifecycle

import (
	"context"
	"sync/atomic"
	"time"
)

// requests counts the requests under way.
type requests struct {
	running atomic.Int64
	closed  atomic.Bool
	idle    chan struct{} // gets a value when the last one ends after closed
}

func newRequests() requests { return requests{idle: make(chan struct{}, 1)} }

// begin counts one more request. It returns false when no further one may begin.
func (r *requests) begin() bool {
	r.running.Add(1) // before the look at closed: who closes then sees either this request or its refusal
	if r.closed.Load() {
		r.end()
		return false
	}
	return true
}

func (r *requests) end() {
	if r.running.Add(-1) == 0 && r.closed.Load() {
		select {
		case r.idle <- struct{}{}:
		default:
		}
	}
}

// AwaitRequests answers further requests with 503, and returns when those under way are answered:
// true, or false after limit. /readyz and /healthz are answered as before.
func (l *Lifecycle) AwaitRequests(ctx context.Context, limit time.Duration) (answered bool) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	l.requests.closed.Store(true)
	for l.requests.running.Load() > 0 {
		select {
		case <-l.requests.idle:
		case <-ctx.Done():
			return false
		}
	}
	return true
}
