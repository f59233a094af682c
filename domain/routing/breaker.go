package routing

import "time"

// ProbeEvery is the time between two attempts at a connection whose creations fail.
const ProbeEvery = WindowTime

// Breaker keeps payments and payouts away from a connection whose creations fail: once they do (Health.Failing), it lets
// one attempt through each ProbeEvery, until one is answered. So a connection that hangs for an hour costs one time-out a
// minute, whatever the load. The zero Breaker is one without attempts. It is a value: With and Probing do not change the
// one before.
type Breaker struct {
	window Health
	open   bool
	// tried is when the last attempt failed, or a probe began.
	tried time.Time
}

// With returns the breaker after one more attempt, which ended at this time. The first answer makes it forget what failed
// before.
func (b Breaker) With(outcome Outcome, at time.Time) Breaker {
	if b.open && !outcome.Failed() {
		return Breaker{window: Health{}.With(outcome, at)}
	}
	b.window = b.window.With(outcome, at)
	b.open = b.open || b.window.Failing(at)
	if outcome.Failed() && at.After(b.tried) {
		b.tried = at
	}
	return b
}

// IsOpen reports whether the creations of the connection fail, whether or not a probe is due.
func (b Breaker) IsOpen() bool { return b.open }

// Window returns the attempts that are counted.
func (b Breaker) Window() Health { return b.window }

// Failing reports whether the connection is left alone now: its creations fail, and no probe is due.
func (b Breaker) Failing(now time.Time) bool { return b.open && !b.ProbeIsDue(now) }

// ProbeIsDue reports whether one attempt shall find out whether the connection answers again.
func (b Breaker) ProbeIsDue(now time.Time) bool { return b.open && now.Sub(b.tried) >= ProbeEvery }

// Probing returns the breaker after a probe was let through: others wait for its outcome, or for ProbeEvery.
func (b Breaker) Probing(now time.Time) Breaker {
	b.tried = now
	return b
}
