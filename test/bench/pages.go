package main

import (
	"context"
	"fmt"
	"slices"
	"time"
)

const (
	shortHistory = 1_000
	// samples is the number of requests for each page, and for each withdrawal.
	samples = 300
)

// measurePages measures page 1 of the transactions, for a client with few and one with many.
func measurePages(ctx context.Context, r *bench) error {
	short, err := r.history(ctx, shortHistory)
	if err != nil {
		return err
	}
	long, err := r.history(ctx, r.options.history)
	if err != nil {
		return err
	}
	middle := r.options.history / 15 / 2
	took, err := r.inTurns(samples,
		timedRequest(get("/transactions", short.header)),
		timedRequest(get("/transactions", long.header)),
		timedRequest(get(fmt.Sprintf("/transactions?page=%d", middle), long.header)))
	if err != nil {
		return err
	}
	r.report.add(fmt.Sprintf("page 1 of %d transactions", shortHistory), took[0].quantile(0.5), "ms", "p50, one connection")
	r.report.add(fmt.Sprintf("page 1 of %d transactions", r.options.history), took[1].quantile(0.5), "ms", "p50, one connection")
	r.report.atMost("page 1, long to short", took[1].quantile(0.5)/took[0].quantile(0.5), 2, "", "")
	r.report.add(fmt.Sprintf("page %d of %d transactions", middle, r.options.history), took[2].quantile(0.5), "ms", "p50, one connection")
	return nil
}

// timedRequest is a step that makes one request.
func timedRequest(request []byte) func(*connection) (time.Duration, error) {
	return func(c *connection) (time.Duration, error) {
		took, _, err := timed(c, request)
		return took, err
	}
}

// inTurns does each step n times, one after the other on one connection, so that other load on the machine
// affects all alike.
func (r *bench) inTurns(n int, steps ...func(*connection) (time.Duration, error)) ([]outcome, error) {
	c, err := dial(r.gateway.addr)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	all := make([]outcome, len(steps))
	for range n {
		for i, step := range steps {
			took, err := step(c)
			if err != nil {
				return nil, err
			}
			all[i].took += took
			all[i].latencies = append(all[i].latencies, took)
		}
	}
	for _, o := range all {
		slices.Sort(o.latencies)
	}
	return all, nil
}
