package routingservice

import (
	"sync"
	"time"

	"gateway/domain/pricing"
	"gateway/domain/routing"
)

// Subject is what the attempts at a connection are counted by: a kind of channel, or SubjectPayout.
type Subject string

// SubjectPayout is the subject of payouts.
const SubjectPayout Subject = "payout"

// SubjectOf returns the subject of what is to be routed.
func SubjectOf(q routing.Question) Subject {
	if q.Kind == routing.Payout {
		return SubjectPayout
	}
	channel, _ := pricing.Lookup(q.Channel)
	return Subject(channel.Kind)
}

// Health has the recent attempts of this process at each connection, by subject. Each instance of the gateway counts
// for itself. It is safe for concurrent use. Make it with NewHealth.
type Health struct {
	now func() time.Time
	mu  sync.Mutex
	of  map[healthKey]routing.Health
}

type healthKey struct {
	connection string
	subject    Subject
}

// NewHealth makes a Health without attempts.
func NewHealth(now func() time.Time) *Health {
	return &Health{now: now, of: map[healthKey]routing.Health{}}
}

// Record counts an attempt to create a payment or a payout, which ended now. Look-ups and notifications are no such
// attempts.
func (h *Health) Record(connection string, subject Subject, outcome routing.Outcome) {
	h.mu.Lock()
	defer h.mu.Unlock()
	key := healthKey{connection, subject}
	h.of[key] = h.of[key].With(outcome, h.now())
}

// Of reports whether the creations at the connection fail now, and which share of them did, from 0 to 1.
func (h *Health) Of(connection string, subject Subject) (failing bool, rate float64) {
	h.mu.Lock()
	of := h.of[healthKey{connection, subject}]
	h.mu.Unlock()
	now := h.now()
	return of.Failing(now), of.FailureRate(now)
}

// Record implements paymentservice.Router.
func (r Routing) Record(connection string, q routing.Question, outcome routing.Outcome) {
	r.Health.Record(connection, SubjectOf(q), outcome)
}

// Subjects lists all subjects.
func Subjects() []Subject {
	all := []Subject{}
	for _, kind := range pricing.Kinds() {
		all = append(all, Subject(kind))
	}
	return append(all, SubjectPayout)
}
