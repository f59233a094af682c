package routingservice

import (
	"slices"
	"time"
)

// keptLatencies is how many of the newest creations a latency is of.
const keptLatencies = 200

// latencies are how long the newest creations of payments at a connection took that were answered.
type latencies struct {
	took []time.Duration
	next int
}

func (l *latencies) add(took time.Duration) {
	if len(l.took) < keptLatencies {
		l.took = append(l.took, took)
		return
	}
	l.took[l.next] = took
	l.next = (l.next + 1) % keptLatencies
}

// Latency says how long creations took: half of them at most Median, 95 of a hundred at most P95. Of is their number.
type Latency struct {
	Of     int   `json:"of"`
	Median int64 `json:"median_ms"`
	P95    int64 `json:"p95_ms"`
}

// latency returns nil without any creation.
func (l *latencies) latency() *Latency {
	if l == nil || len(l.took) == 0 {
		return nil
	}
	sorted := slices.Sorted(slices.Values(l.took))
	rank := func(percent int) int64 { return sorted[(len(sorted)*percent+99)/100-1].Milliseconds() }
	return &Latency{Of: len(sorted), Median: rank(50), P95: rank(95)}
}
