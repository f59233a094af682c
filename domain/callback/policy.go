package callback

import "time"

// Policy says when a delivery that failed is tried again, and when it is given up.
type Policy struct {
	// Attempts is the number of attempts in one round: the first and its retries. A resend begins a new
	// round.
	Attempts int
	// First is the wait before the first retry; each further wait is Factor times the previous one.
	First  time.Duration
	Factor float64
	// Spread is the share of a wait that jitter may add.
	Spread float64
	// Least is the minimum time between the first attempt and the last one; 0 for none. After Attempts, a
	// delivery is tried every Down until then.
	Least time.Duration
	// Down is the longest wait while the receiver is down, when no delivery is given up, and the wait while
	// it is failing.
	Down time.Duration
}

// Tries says what was tried.
type Tries struct {
	// Count is the number of failed attempts in the round, and Over the time from the first to the last of them.
	Count int
	Over  time.Duration
	// Down is true if the receiver accepts nothing, and Failing if it has accepted nothing for long.
	Down, Failing bool
}

// KindEndpoint is the kind of all deliveries to callback endpoints. No callback has it.
const KindEndpoint = "endpoint"

// The eight retries of a payment's callback wait 10 s, 34 s, 2 min, 7 min, 22 min, 76 min, 4.3 h and 14.6 h,
// each up to a quarter longer by jitter: 20.7 to 25.8 h in all. A receiver that was down for a minute is
// therefore called soon, one that was down for most of a day is still called, and the callbacks of one outage
// do not all return at once. A withdrawal's callback has one retry (API reference: Callbacks), and so has a
// settlement's. A delivery to an endpoint has the waits of a payment's callback, but it is given up only while
// the endpoint accepts others, and after about the sum of those waits at the earliest.
var policies = map[string]Policy{
	KindPayment:    {Attempts: 9, First: 10 * time.Second, Factor: 3.4, Spread: 0.25},
	KindWithdrawal: {Attempts: 2, First: 5 * time.Second, Factor: 1},
	KindSettlement: {Attempts: 2, First: 5 * time.Second, Factor: 1},
	KindEndpoint:   {Attempts: 9, First: 10 * time.Second, Factor: 3.4, Spread: 0.25, Least: 20 * time.Hour, Down: time.Hour},
}

// PolicyOf returns the policy of a kind of callback: one attempt for an unknown kind.
func PolicyOf(kind string) Policy {
	if p, ok := policies[kind]; ok {
		return p
	}
	return Policy{Attempts: 1}
}

// Delay returns the wait after a failed attempt. If again is false, it was the last one. Jitter is a random
// number from 0 to 1.
func (p Policy) Delay(t Tries, jitter float64) (wait time.Duration, again bool) {
	wait, again = p.planned(t.Count, jitter)
	switch {
	case t.Failing, t.Down && (!again || wait > p.Down), !again && t.Over < p.Least:
		return p.Down, true
	}
	return wait, again
}

// planned is Delay without regard to the state of the receiver.
func (p Policy) planned(attempt int, jitter float64) (wait time.Duration, again bool) {
	if attempt < 1 || attempt >= p.Attempts {
		return 0, false
	}
	seconds := p.First.Seconds() * (1 + p.Spread*min(max(jitter, 0), 1))
	for range attempt - 1 {
		seconds *= p.Factor
	}
	return time.Duration(seconds * float64(time.Second)), true
}
