// Package poll waits for what another goroutine or process is about to do, so that
// tests need no sleeps. It is the only place that polls in tests.
package poll

import (
	"context"
	"testing"
	"time"
)

const (
	// Limit is the time that Until waits. It is far longer than anything takes on a busy
	// machine, so a test that passes never waits it out.
	Limit = 30 * time.Second
	// interval is the time between two looks.
	interval = 5 * time.Millisecond
)

// Until polls until the condition holds, and ends the test when it does not within
// Limit. What names the condition in the message.
func Until(tb testing.TB, what string, holds func() bool) {
	tb.Helper()
	Within(tb, Limit, what, func() (bool, any) { return holds(), nil })
}

// Within is Until with another limit. The condition also gives what it saw, which
// the message shows when the time is over.
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

// Wait polls until the condition holds, or the context ends; it returns the
// context's error then. It is for programs, and for goroutines beside a test.
func Wait(ctx context.Context, holds func() bool) error {
	for !holds() {
		select {
		case <-time.After(interval):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}
