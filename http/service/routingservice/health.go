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
	of  map[healthKey]routing.Breaker
	// since is when the creations began to fail; it is of use only while they do.
	since map[healthKey]time.Time
	// took has the latencies of payments by connection.
	took map[string]*latencies
}

type healthKey struct {
	connection string
	subject    Subject
}

// NewHealth makes a Health without attempts.
func NewHealth(now func() time.Time) *Health {
	return &Health{
		now: now, of: map[healthKey]routing.Breaker{}, since: map[healthKey]time.Time{}, took: map[string]*latencies{},
	}
}

// Record counts an attempt to create a payment or a payout, which ended now. Look-ups and notifications are no such
// attempts.
func (h *Health) Record(connection string, subject Subject, outcome routing.Outcome) {
	h.mu.Lock()
	defer h.mu.Unlock()
	key, now := healthKey{connection, subject}, h.now()
	failed := h.of[key].IsOpen()
	h.of[key] = h.of[key].With(outcome, now)
	if !failed {
		h.since[key] = now
	}
}

// Took notes how long a creation of a payment took that the connection answered.
func (h *Health) Took(connection string, took time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.took[connection] == nil {
		h.took[connection] = &latencies{}
	}
	h.took[connection].add(took)
}

// Of reports whether the connection is left alone now because its creations fail, and which share of them did, from 0
// to 1. It is not left alone while a probe is due: see Admit.
func (h *Health) Of(connection string, subject Subject) (failing bool, rate float64) {
	of, now := h.breaker(connection, subject), h.now()
	return of.Failing(now), of.Window().FailureRate(now)
}

// Fails reports whether the creations at the connection fail, also while a probe is due.
func (h *Health) Fails(connection string, subject Subject) bool {
	return h.breaker(connection, subject).IsOpen()
}

func (h *Health) breaker(connection string, subject Subject) routing.Breaker {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.of[healthKey{connection, subject}]
}

// Admit reports whether the next creation may go to the connection. Where a probe is due it admits one caller, who is
// the probe.
func (h *Health) Admit(connection string, subject Subject) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	key, now := healthKey{connection, subject}, h.now()
	if h.of[key].ProbeIsDue(now) {
		h.of[key] = h.of[key].Probing(now)
		return true
	}
	return !h.of[key].IsOpen()
}

// Window is what the window of a connection has for one subject, as this instance sees it.
type Window struct {
	Subject  Subject `json:"subject"`
	Attempts int     `json:"attempts"`
	Failures int     `json:"failures"`
	// FailingSince is nil unless the creations fail, so that others are tried before it.
	FailingSince *time.Time `json:"failing_since"`
}

// Windows returns the windows of a connection that have attempts, and its latency, which is nil if nothing was created
// since the start.
func (h *Health) Windows(connection string) ([]Window, *Latency) {
	h.mu.Lock()
	defer h.mu.Unlock()
	now, all := h.now(), []Window{}
	for _, subject := range Subjects() {
		key := healthKey{connection, subject}
		failed, attempts := h.of[key].Window().Count(now)
		if attempts == 0 {
			continue
		}
		w := Window{Subject: subject, Attempts: attempts, Failures: failed}
		if h.of[key].IsOpen() {
			since := h.since[key].UTC()
			w.FailingSince = &since
		}
		all = append(all, w)
	}
	return all, h.took[connection].latency()
}

// Record implements paymentservice.Router.
func (r Routing) Record(connection string, q routing.Question, outcome routing.Outcome, took time.Duration) {
	r.Health.Record(connection, SubjectOf(q), outcome)
	if q.Kind == routing.Payment && !outcome.Failed() {
		r.Health.Took(connection, took)
	}
}

// Subjects lists all subjects.
func Subjects() []Subject {
	all := []Subject{}
	for _, kind := range pricing.Kinds() {
		all = append(all, Subject(kind))
	}
	return append(all, SubjectPayout)
}
