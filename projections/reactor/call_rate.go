package reactor

import (
	"context"
	"time"
)

// callRate allows at most limit calls in any 60 seconds. It is not safe for concurrent use.
type callRate struct {
	limit int
	sleep func(ctx context.Context, d time.Duration) error
	now   func() time.Time
	// calls are the times of the last calls, at most limit, oldest first.
	calls []time.Time
}

// wait blocks until the next call is allowed, and counts that call. It returns the context's error.
func (r *callRate) wait(ctx context.Context) error {
	if len(r.calls) >= r.limit {
		if pause := r.calls[0].Add(time.Minute).Sub(r.now()); pause > 0 {
			// A clock that jumped back must not stop the calls for longer.
			if err := r.sleep(ctx, min(pause, time.Minute)); err != nil {
				return err
			}
		}
		r.calls = r.calls[1:]
	}
	r.calls = append(r.calls, r.now())
	return ctx.Err()
}

// sleepFor sleeps by the system's clock. It returns the context's error if the context ends first.
func sleepFor(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
