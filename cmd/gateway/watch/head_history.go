package watch

import (
	"context"
	"sync"
	"time"

	"gateway/eventstore"
)

const (
	// headInterval is the time between two reads of the head of the log.
	headInterval = 5 * time.Second
	// headsKept limits the memory. It covers an hour.
	headsKept = 720
	// LateAfter is the lag from which a read model counts as late.
	LateAfter = 30 * time.Second
)

// HeadHistory records the head of the log over time, so that the lag of a read model can be given as a
// duration: a number of events alone does not distinguish a slow read model from a busy log. It is safe for
// concurrent use.
type HeadHistory struct {
	mu    sync.Mutex
	heads []headAt // in order of position
}

type headAt struct {
	position eventstore.Position
	at       time.Time
}

// saw records the head. It does not record an unchanged head again.
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

// Lag returns how long the log has held events after a position, according to the recorded heads: 0 for a
// position at the head, and at most an hour for a busy log.
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

// Run records the head until ctx ends.
func (h *HeadHistory) Run(ctx context.Context, store eventstore.Store) {
	tick := time.NewTicker(headInterval)
	defer tick.Stop()
	for {
		looking, cancel := context.WithTimeout(ctx, headInterval)
		if head, err := store.Head(looking); err == nil { // if there is no answer, /readyz reports it
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
