package reactor

import (
	"context"
	"time"
)

// callRate keeps calls within a number per minute: of any 60 seconds. It is not safe for
// concurrent use.
type callRate struct {
	limit int
	sleep func(ctx context.Context, d time.Duration) error
	now   func() time.Time
	// calls are the times of the last calls, at most limit, oldest first.
	calls []time.Time
}

// wait returns when the next call may be made, and counts it. Error: that of the context.
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

// sleepFor sleeps by the system's clock. Error: that of the context.
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
