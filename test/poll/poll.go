// Package poll waits for what another goroutine or process is about to do, so that tests need no sleeps. It is
// the only place in tests that polls.
package poll

import (
	"context"
	"testing"
	"time"
)

const (
	// Limit is the time that Until waits. It is far longer than anything takes on a busy machine, so only a
	// failing test reaches it.
	Limit = 90 * time.Second
	// interval is the shortest time between two checks, longest the longest. In between it grows with the time
	// waited so far, so that a long wait costs little, and is prolonged by little.
	interval, longest = 5 * time.Millisecond, 250 * time.Millisecond
)

// Until polls until the condition holds, and fails and ends the test if that takes longer than Limit. what
// names the condition in the message.
func Until(tb testing.TB, what string, holds func() bool) {
	tb.Helper()
	Within(tb, Limit, what, func() (bool, any) { return holds(), nil })
}

// Within is Until with another limit. The condition also returns what it saw, which the message shows at the
// time limit.
func Within(tb testing.TB, limit time.Duration, what string, holds func() (held bool, saw any)) {
	tb.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	var saw any
	if Wait(ctx, func() (held bool) { held, saw = holds(); return held }) == nil {
		return
	}
	if saw == nil {
		tb.Fatalf("not within %s: %s", limit, what)
	}
	tb.Fatalf("not within %s: %s; it was: %v", limit, what, saw)
}

// Wait polls until the condition holds, or returns the context's error if the context ends first. It is for
// programs, and for goroutines of a test.
func Wait(ctx context.Context, holds func() bool) error {
	for began := time.Now(); !holds(); {
		select {
		case <-time.After(min(max(interval, time.Since(began)/20), longest)):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}
