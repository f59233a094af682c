package routing_test

import (
	"context"
	"errors"
	"io"
	"slices"
	"testing"
	"time"

	"gateway/domain/report"
	"gateway/domain/routing"

	"pgregory.net/rapid"
)

// outcomeOf reads an outcome: f failed, a was answered.
func outcomeOf(o rune) routing.Outcome {
	if o == 'f' {
		return routing.TimedOut
	}
	return routing.Answered
}

// after returns the health after outcomes, one a second from at on: f failed, a was answered.
func after(outcomes string) routing.Health {
	var h routing.Health
	for i, o := range outcomes {
		h = h.With(outcomeOf(o), at.Add(time.Duration(i)*time.Second))
	}
	return h
}

func TestAConnectionFailsWhenHalfOfItsRecentAttemptsFailed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, outcomes string
		// later is how long after the first attempt is asked.
		later   time.Duration
		failing bool
		rate    float64
	}{
		{"no attempts", "", 0, false, 0},
		{"too few attempts", "ffff", 4 * time.Second, false, 1},
		{"enough", "fffff", 5 * time.Second, true, 1},
		{"half of them", "fafafa", 6 * time.Second, true, .5},
		{"less than half", "fafaa", 5 * time.Second, false, .4},
		{"20 newer attempts push out the former ones", "ffffffffffffffffffffaaaaaaaaaaaaaaaaaaaa", 40 * time.Second, false, 0},
		{"11 newer ones leave 9 of 20", "ffffffffffffffffffffaaaaaaaaaaa", 31 * time.Second, false, .45},
		{"10 newer ones leave 10 of 20", "ffffffffffffffffffffaaaaaaaaaa", 30 * time.Second, true, .5},
		{"just before the first leaves the window", "fffff", time.Minute - 1, true, 1},
		{"one left the window, and four are too few", "fffff", time.Minute, false, 1},
		{"a minute without attempts", "fffff", time.Minute + 4*time.Second, false, 0},
	} {
		h, now := after(c.outcomes), at.Add(c.later)
		if h.Failing(now) != c.failing || h.FailureRate(now) != c.rate {
			t.Errorf("%s: failing %v, rate %v", c.name, h.Failing(now), h.FailureRate(now))
		}
	}
}

// What may be fed is how an attempt to create ended. An unpaid, expired or refused payment has no outcome of its own.
func TestOnlyAttemptsWithoutAnAnswerCountAsFailed(t *testing.T) {
	t.Parallel()
	for outcome, failed := range map[routing.Outcome]bool{
		routing.Answered: false, routing.NotSent: true, routing.ServerError: true, routing.TimedOut: true,
	} {
		if outcome.Failed() != failed {
			t.Errorf("outcome %d failed: %v", outcome, outcome.Failed())
		}
	}
}

// The window counts the same attempts as a list of all of them does, in whichever order they come.
func TestTheWindowIsTheNewestTwentyOfTheLastMinute(t *testing.T) {
	t.Parallel()
	type attempt struct {
		second int
		failed bool
	}
	rapid.Check(t, func(t *rapid.T) {
		var h routing.Health
		var all []attempt
		for range rapid.IntRange(0, 60).Draw(t, "attempts") {
			a := attempt{rapid.IntRange(0, 120).Draw(t, "second")*100 + len(all), rapid.Bool().Draw(t, "failed")}
			all = append(all, a)
			outcome := routing.Answered
			if a.failed {
				outcome = rapid.SampledFrom([]routing.Outcome{routing.NotSent, routing.ServerError, routing.TimedOut}).Draw(t, "outcome")
			}
			former, rate := h, h.FailureRate(at)
			h = h.With(outcome, at.Add(time.Duration(a.second)*10*time.Millisecond))
			if former.FailureRate(at) != rate {
				t.Fatal("With changed the health before it")
			}
		}
		now := rapid.IntRange(0, 20_000).Draw(t, "now")
		slices.SortFunc(all, func(a, b attempt) int { return b.second - a.second })
		failed, count := 0, 0
		for _, a := range all[:min(len(all), routing.WindowAttempts)] {
			if now-a.second < 6_000 {
				count++
				if a.failed {
					failed++
				}
			}
		}
		moment := at.Add(time.Duration(now) * 10 * time.Millisecond)
		if want := count >= routing.FewestAttempts && 2*failed >= count; h.Failing(moment) != want {
			t.Fatalf("failing %v with %d of %d failed", h.Failing(moment), failed, count)
		}
	})
}

// A payment that is never paid never comes here: only creations are counted. One that is refused was answered.
func TestTheOutcomeOfACreationSaysWhetherTheConnectionFails(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		err  error
		want routing.Outcome
	}{
		{"made", nil, routing.Answered},
		{"refused for its amount", &report.Refused{Status: 400, Code: "API_VALIDATION_ERROR"}, routing.Answered},
		{"refused for the contract", &report.Refused{Status: 403, Code: "CHANNEL_NOT_ACTIVATED"}, routing.Answered},
		{"not offered", errors.ErrUnsupported, routing.Answered},
		{"never left", &report.NotSent{Err: io.EOF}, routing.NotSent},
		{"answered by a 5xx", &report.Unknown{Err: io.EOF}, routing.ServerError},
		{"not answered in time", &report.Unknown{Err: context.DeadlineExceeded}, routing.TimedOut},
	} {
		if got := routing.OutcomeOf(c.err); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
