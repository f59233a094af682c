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
	idle    chan struct{} // receives a value when the last request ends while AwaitRequests waits
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

// AwaitRequests returns true when no request is under way, or false after limit. Requests that arrive meanwhile
// are answered too, because a balancer may be slow to act on the 404.
func (l *Lifecycle) AwaitRequests(ctx context.Context, limit time.Duration) (answered bool) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	l.requests.awaited.Store(true) // set before running is read, so that the last request to end sees it
	for l.requests.running.Load() > 0 {
		select {
		case <-l.requests.idle:
		case <-ctx.Done():
			return false
		}
	}
	return true
}
