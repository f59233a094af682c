package callback

import "time"

// Policy says how often a delivery is tried and how long is waited in between.
type Policy struct {
	// Attempts of one round: the first and its retries. A resend begins a round.
	Attempts int
	// First is the wait before the first retry; each further wait is Factor times
	// the one before it.
	First  time.Duration
	Factor float64
	// Spread is the share of a wait that jitter may add.
	Spread float64
}

// policies: a payment's eight retries wait 10 s, 34 s, 2 min, 7 min, 22 min, 76 min,
// 4.3 h and 14.6 h and up to a quarter more: between 20.7 and 25.8 h in all. Waits
// grow so that a receiver that is down for a minute hears soon, one down for the
// day still does, and jitter keeps those of one outage from returning together.
// A withdrawal has one retry (specification 6.1, rule 5).
var policies = map[string]Policy{
	KindPayment:    {Attempts: 9, First: 10 * time.Second, Factor: 3.4, Spread: 0.25},
	KindWithdrawal: {Attempts: 2, First: 5 * time.Second, Factor: 1},
}

// PolicyOf gives the policy of a kind of callback. A kind without one is tried once.
func PolicyOf(kind string) Policy {
	if p, ok := policies[kind]; ok {
		return p
	}
	return Policy{Attempts: 1}
}

// Delay is the wait after the attempt of this number (from 1) in a round failed.
// Jitter is a random number from 0 to 1. There is none after the last attempt.
func (p Policy) Delay(attempt int, jitter float64) (wait time.Duration, again bool) {
	if attempt < 1 || attempt >= p.Attempts {
		return 0, false
	}
	seconds := p.First.Seconds() * (1 + p.Spread*min(max(jitter, 0), 1))
	for range attempt - 1 {
		seconds *= p.Factor
	}
	return time.Duration(seconds * float64(time.Second)), true
}
