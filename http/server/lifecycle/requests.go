package lifecycle

import (
	"context"
	"sync/atomic"
	"time"
)

// requests counts the requests under way.
type requests struct {
	running atomic.Int64
	awaited atomic.Bool
	idle    chan struct{} // gets a value when the last one ends while they are awaited
}

func newRequests() requests { return requests{idle: make(chan struct{}, 1)} }

func (r *requests) begin() { r.running.Add(1) }

func (r *requests) end() {
	if r.running.Add(-1) == 0 && r.awaited.Load() {
		select {
		case r.idle <- struct{}{}:
		default:
		}
	}
}

// AwaitRequests returns when no request is under way: true, or false after limit. Requests that come
// meanwhile are answered, too: a balancer may be slow to act on what it has seen.
func (l *Lifecycle) AwaitRequests(ctx context.Context, limit time.Duration) (answered bool) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	l.requests.awaited.Store(true) // before the look at running: the last one to end then sees it
	for l.requests.running.Load() > 0 {
		select {
		case <-l.requests.idle:
		case <-ctx.Done():
			return false
		}
	}
	return true
}
