package callbackreactor

import (
	"sync"
	"time"

	"gateway/domain/callback"
)

// How many deliveries to one receiver may be under way at once: to one endpoint, or to all the URLs that the
// requests of a client carry.
const (
	deliveriesAtFirst   = 4
	deliveriesToFast    = 16
	deliveriesToFailing = 1
	// slowAtOnce bounds the concurrent deliveries to all receivers that are slow or do not answer, so that they
	// never take all the places from the others.
	slowAtOnce = deliveriesAtOnce / 2
	// fastAnswer is the longest duration of an attempt that still counts as fast.
	fastAnswer = 2 * time.Second
)

// receiverLimits bounds the concurrent deliveries to each receiver. The last answer sets the limit: a fast
// receiver gets many deliveries at once, a dead or slow one gets one at a time.
type receiverLimits struct {
	mu     sync.Mutex
	active map[callback.Receiver]int
	limit  map[callback.Receiver]int
}

func newReceiverLimits() *receiverLimits {
	return &receiverLimits{active: make(map[callback.Receiver]int), limit: make(map[callback.Receiver]int)}
}

// acquire reserves a place for one delivery, or returns false if the limit is reached. The caller frees
// the place with release.
func (l *receiverLimits) acquire(to callback.Receiver) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	limit, known := l.limit[to]
	if !known {
		limit = deliveriesAtFirst
	}
	if l.active[to] >= limit || limit == deliveriesToFailing && l.underWaySlow() >= slowAtOnce {
		return false
	}
	l.active[to]++
	return true
}

func (l *receiverLimits) release(to callback.Receiver) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.active[to]--; l.active[to] == 0 {
		delete(l.active, to)
	}
}

// adjust sets the receiver's limit from the result of an attempt.
func (l *receiverLimits) adjust(to callback.Receiver, r callback.Result) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case r.Status == 0 || r.Duration > fastAnswer:
		l.limit[to] = deliveriesToFailing
	case r.Delivered():
		l.limit[to] = deliveriesToFast
	default: // it answers in time, but not with 2xx
		l.limit[to] = deliveriesAtFirst
	}
}

// underWaySlow counts the deliveries to slow receivers that are under way.
func (l *receiverLimits) underWaySlow() (n int) {
	for to, active := range l.active {
		if l.limit[to] == deliveriesToFailing {
			n += active
		}
	}
	return n
}
