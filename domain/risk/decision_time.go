package risk

import (
	"slices"
	"time"
)

// What the time to decide is measured on.
const (
	// DecidedOf is the number of the last decisions that it is measured on, and DecidedWithin how old they may be.
	DecidedOf     = 50
	DecidedWithin = 30 * 24 * time.Hour
	// decidedFrom is the number of decisions from which on something is said.
	decidedFrom = 5
	// farOff is how many times as long as the half the slow ones take, if that is said too.
	farOff = 2
)

// DecisionTime is how long decisions on payouts took. Half of them took at most Usual, and four of five at most Mostly.
type DecisionTime struct {
	Usual, Mostly time.Duration
	// Decided is the number of decisions that it is measured on.
	Decided int
}

// TimeToDecide measures decisions by how long each took. It is false if there are too few of them.
func TimeToDecide(took []time.Duration) (DecisionTime, bool) {
	n := len(took)
	if n < decidedFrom {
		return DecisionTime{}, false
	}
	sorted := slices.Sorted(slices.Values(took))
	// The smallest duration within which at least that share ended.
	share := func(numerator, denominator int) time.Duration {
		return sorted[(n*numerator+denominator-1)/denominator-1]
	}
	return DecisionTime{Usual: share(1, 2), Mostly: share(4, 5), Decided: n}, true
}

// IsUneven reports whether the slower decisions take so much longer that a merchant should know.
func (d DecisionTime) IsUneven() bool { return Rounded(d.Mostly) >= farOff*Rounded(d.Usual) }

// Rounded returns a duration rounded up to what a person is promised: 5 minutes, 15 minutes, half an hour, whole hours up to two days, then
// whole days.
func Rounded(d time.Duration) time.Duration {
	const day = 24 * time.Hour
	for _, step := range []time.Duration{5 * time.Minute, 15 * time.Minute, 30 * time.Minute} {
		if d <= step {
			return step
		}
	}
	unit := time.Hour
	if d > 2*day {
		unit = day
	}
	return (d + unit - 1) / unit * unit
}
