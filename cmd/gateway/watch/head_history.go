package watch

import (
	"context"
	"sync"
	"time"

	"gateway/eventstore"
)

const (
	// headInterval is the time between two looks at the head of the log.
	headInterval = 5 * time.Second
	// headsKept bounds the memory: an hour.
	headsKept = 720
	// LateAfter is the age from which on a read model counts as late.
	LateAfter = 30 * time.Second
)

// HeadHistory remembers where the head of the log was, and when, so that a read model's lag has a
// time: events alone don't tell a slow read model from a busy log. It is safe for concurrent use.
type HeadHistory struct {
	mu    sync.Mutex
	heads []headAt // with rising positions
}

type headAt struct {
	position eventstore.Position
	at       time.Time
}

// saw remembers the head. One that has not moved is not remembered again.
func (h *HeadHistory) saw(head eventstore.Position, at time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if n := len(h.heads); n > 0 && !h.heads[n-1].position.Before(head) {
		return
	}
	h.heads = append(h.heads, headAt{head, at})
	if len(h.heads) > headsKept {
		h.heads = append(h.heads[:0], h.heads[1:]...)
	}
}

// Lag returns for how long the log has held events beyond a position, as far as it was looked at:
// 0 for a position at the head, an hour at most for a busy log.
func (h *HeadHistory) Lag(commit int64, now time.Time) time.Duration {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, head := range h.heads {
		if head.position.Commit > commit {
			return now.Sub(head.at)
		}
	}
	return 0
}

// Run looks at the head until ctx ends.
func (h *HeadHistory) Run(ctx context.Context, store eventstore.Store) {
	tick := time.NewTicker(headInterval)
	defer tick.Stop()
	for {
		looking, cancel := context.WithTimeout(ctx, headInterval)
		if head, err := store.Head(looking); err == nil { // without an answer /readyz says so
			h.saw(head, time.Now())
		}
		cancel()
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}
