package routing

import (
	"errors"
	"net"
	"slices"
	"time"

	"gateway/domain/report"
)

// The window and the threshold of Health.
const (
	// WindowAttempts and WindowTime bound the window: the newest attempts of the last minute.
	WindowAttempts = 20
	WindowTime     = 60 * time.Second
	// FewestAttempts is how many attempts the window must have before a connection can be failing: fewer tell
	// nothing.
	FewestAttempts = 5
	// failingShare is the share of failures, as one of so many, from which a connection is failing: half.
	failingShare = 2
)

// Outcome is how an attempt to create a payment or payout at a connection ended. There is none for a payment that the
// customer did not pay: that says nothing about the connection.
type Outcome int

// The outcomes. A refusal of the order is an answer. What our own limiter held back is no attempt.
const (
	// Answered: the provider did it, or refused it with an answer of its own.
	Answered Outcome = iota
	// NotSent: there was no name, no connection or no handshake, so that not a byte of the request left.
	NotSent
	// ServerError: the provider answered 5xx.
	ServerError
	// TimedOut: no answer came in time.
	TimedOut
)

// Failed reports whether the outcome counts against the connection.
func (o Outcome) Failed() bool { return o != Answered }

// OutcomeOf returns the outcome of a call that ended with the error of an adapter; nil is Answered.
func OutcomeOf(err error) Outcome {
	if _, unknown := errors.AsType[*report.Unknown](err); unknown {
		if timeout, ok := errors.AsType[net.Error](err); ok && timeout.Timeout() {
			return TimedOut
		}
		return ServerError
	}
	if _, notSent := errors.AsType[*report.NotSent](err); notSent {
		return NotSent
	}
	return Answered
}

// Health is the recent attempts of one connection, for one kind of channel or for payouts. The zero Health has
// none. It is a value: With does not change the one before.
type Health struct{ attempts []attempt }

type attempt struct {
	at     time.Time
	failed bool
}

// With returns the health after one more attempt that ended at this time. Attempts may come in any order.
func (h Health) With(outcome Outcome, at time.Time) Health {
	after := append(slices.Clone(h.attempts), attempt{at, outcome.Failed()})
	slices.SortStableFunc(after, func(a, b attempt) int { return a.at.Compare(b.at) })
	return Health{after[max(0, len(after)-WindowAttempts):]}
}

// FailureRate returns which share of the attempts in the window failed, from 0 to 1; 0 if there are none.
func (h Health) FailureRate(now time.Time) float64 {
	failed, all := h.Count(now)
	if all == 0 {
		return 0
	}
	return float64(failed) / float64(all)
}

// Failing reports whether at least half of the attempts in the window failed, of at least FewestAttempts. After a
// minute without attempts no connection is failing, so that the next payment tries it.
func (h Health) Failing(now time.Time) bool {
	failed, all := h.Count(now)
	return all >= FewestAttempts && failed*failingShare >= all
}

// Count returns how many attempts the window has, and how many of them failed.
func (h Health) Count(now time.Time) (failed, all int) {
	for _, a := range h.attempts {
		if now.Sub(a.at) >= WindowTime {
			continue
		}
		all++
		if a.failed {
			failed++
		}
	}
	return failed, all
}
