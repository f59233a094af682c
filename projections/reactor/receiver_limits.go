package reactor

import (
	"sync"
	"time"

	"gateway/domain/callback"
)

// How many deliveries to one client's receivers may be under way at once.
const (
	deliveriesAtFirst   = 4
	deliveriesToFast    = 16
	deliveriesToFailing = 1
	// fastAnswer is the longest duration of an attempt that still counts as fast.
	fastAnswer = 2 * time.Second
)

// receiverLimits bounds the concurrent deliveries to each client, or to each endpoint in the case of
// Endpoints. The last answer sets the limit: a fast receiver gets many deliveries at once, a dead or slow
// one gets one at a time.
type receiverLimits struct {
	mu     sync.Mutex
	active map[int64]int
	limit  map[int64]int
}

func newReceiverLimits() *receiverLimits {
	return &receiverLimits{active: make(map[int64]int), limit: make(map[int64]int)}
}

// acquire reserves a place for one delivery, or returns false if the limit is reached. The caller frees
// the place with release.
func (l *receiverLimits) acquire(client int64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	limit, known := l.limit[client]
	if !known {
		limit = deliveriesAtFirst
	}
	if l.active[client] >= limit {
		return false
	}
	l.active[client]++
	return true
}

func (l *receiverLimits) release(client int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.active[client]--; l.active[client] == 0 {
		delete(l.active, client)
	}
}

// adjust sets the client's limit from the result of an attempt.
func (l *receiverLimits) adjust(client int64, r callback.Result) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case r.Status == 0 || r.Duration > fastAnswer:
		l.limit[client] = deliveriesToFailing
	case r.Delivered():
		l.limit[client] = deliveriesToFast
	default: // it answers in time, but not with 2xx
		l.limit[client] = deliveriesAtFirst
	}
}

// isSlow reports whether the receiver gets one delivery at a time, because it was slow or did
// not answer.
func (l *receiverLimits) isSlow(client int64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.limit[client] == deliveriesToFailing
}

// underWaySlow counts the deliveries to slow receivers that are under way.
func (l *receiverLimits) underWaySlow() (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for client, active := range l.active {
		if l.limit[client] == deliveriesToFailing {
			n += active
		}
	}
	return n
}
