package reactor

import (
	"context"
	"time"
)

// CallRate allows at most limit calls in any 60 seconds. It is not safe for concurrent use.
type CallRate struct {
	// Limit is the number of calls, Sleep waits, and Now is the clock.
	Limit int
	Sleep func(ctx context.Context, d time.Duration) error
	Now   func() time.Time
	// calls are the times of the last calls, at most limit, oldest first.
	calls []time.Time
}

// Wait blocks until the next call is allowed, and counts that call. It returns the context's error.
func (r *CallRate) Wait(ctx context.Context) error {
	if len(r.calls) >= r.Limit {
		if pause := r.calls[0].Add(time.Minute).Sub(r.Now()); pause > 0 {
			// A clock that jumped back must not stop the calls for longer.
			if err := r.Sleep(ctx, min(pause, time.Minute)); err != nil {
				return err
			}
		}
		r.calls = r.calls[1:]
	}
	r.calls = append(r.calls, r.Now())
	return ctx.Err()
}

// SleepFor sleeps by the system's clock. It returns the context's error if the context ends first.
func SleepFor(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
