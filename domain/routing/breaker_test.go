package routing_test

import (
	"testing"
	"time"

	"gateway/domain/routing"
)

func broken(outcomes string) (b routing.Breaker) {
	for i, o := range outcomes {
		b = b.With(outcomeOf(o), at.Add(time.Duration(i)*time.Second))
	}
	return b
}

func TestABreakerLetsOneAttemptThroughAMinuteUntilOneIsAnswered(t *testing.T) {
	t.Parallel()
	last := at.Add(4 * time.Second)
	b := broken("fffff")
	for _, c := range []struct {
		name         string
		b            routing.Breaker
		after        time.Duration
		failing, due bool
	}{
		{"no attempts", routing.Breaker{}, 0, false, false},
		{"too few failed", broken("ffff"), 0, false, false},
		{"enough failed", b, 0, true, false},
		{"just before the probe", b, routing.ProbeEvery - 1, true, false},
		{"the probe is due", b, routing.ProbeEvery, false, true},
		{"while the probe is under way", b.Probing(last.Add(routing.ProbeEvery)), routing.ProbeEvery + time.Second, true, false},
		{"a probe without an outcome", b.Probing(last.Add(routing.ProbeEvery)), 2 * routing.ProbeEvery, false, true},
		{"the probe failed", b.With(routing.TimedOut, last.Add(90*time.Second)), 149 * time.Second, true, false},
		{"the next one is due", b.With(routing.TimedOut, last.Add(90*time.Second)), 150 * time.Second, false, true},
		{"the probe was answered", b.With(routing.Answered, last.Add(90*time.Second)), 90 * time.Second, false, false},
		{"one that fails after it", b.With(routing.Answered, last.Add(time.Second)).With(routing.TimedOut, last.Add(2*time.Second)), 2 * time.Second, false, false},
		{"an old failure that ends late", b.Probing(last.Add(routing.ProbeEvery)).With(routing.TimedOut, last), routing.ProbeEvery + time.Second, true, false},
	} {
		now := last.Add(c.after)
		if c.b.Failing(now) != c.failing || c.b.ProbeIsDue(now) != c.due {
			t.Errorf("%s: failing %t, due %t", c.name, c.b.Failing(now), c.b.ProbeIsDue(now))
		}
	}
}

// An hour at two payments a second, of which each at the connection costs 30 s.
func TestAConnectionThatHangsForAnHourCostsOneAttemptAMinute(t *testing.T) {
	t.Parallel()
	const step, hangs, hour = 500 * time.Millisecond, 30 * time.Second, time.Hour
	var b routing.Breaker
	ends := map[time.Duration]int{}
	sent := 0
	for now := time.Duration(0); now < hour; now += step {
		for range ends[now] {
			b = b.With(routing.TimedOut, at.Add(now))
		}
		if b.Failing(at.Add(now)) {
			continue
		}
		if b.ProbeIsDue(at.Add(now)) {
			b = b.Probing(at.Add(now))
		}
		sent++
		ends[now+hangs]++
	}
	if most := int(hangs/step) + routing.FewestAttempts + int(hour/routing.ProbeEvery); sent > most {
		t.Errorf("%d payments waited for the connection, want at most %d", sent, most)
	}
}
