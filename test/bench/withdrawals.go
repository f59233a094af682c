package main

import (
	"context"
	"fmt"
	"time"
)

// measureWithdrawals measures a withdrawal of an account with a short and with a long
// history, when the gateway has the account in memory and just after a start.
func measureWithdrawals(ctx context.Context, r *bench) error {
	lengths := []int{10, 10_000, r.options.history}
	steps := make([]func(*connection) (time.Duration, error), len(lengths))
	for i, length := range lengths {
		m, err := r.history(ctx, length)
		if err != nil {
			return err
		}
		steps[i] = func(c *connection) (time.Duration, error) { return withdrawal(c, m) }
	}
	cold, err := r.coldWithdrawals(ctx, steps)
	if err != nil {
		return err
	}
	warm, err := r.inTurns(samples, steps...)
	if err != nil {
		return err
	}
	for i, length := range lengths {
		r.report.add(fmt.Sprintf("withdrawal after %d movements", length), warm[i].quantile(0.5), "ms",
			fmt.Sprintf("p50, one connection; the first after a start %.1f ms", cold[i].quantile(0)))
	}
	last := len(lengths) - 1
	r.report.add("withdrawal, long to short history", warm[last].quantile(0.5)/warm[0].quantile(0.5), "",
		fmt.Sprintf("the first after a start: %.2f", cold[last].quantile(0)/cold[0].quantile(0)))
	return r.settle(ctx)
}

// coldWithdrawals restarts the gateway and returns the time of each client's first
// withdrawal. Another client's goes first, so that only the account is cold, not the
// process.
func (r *bench) coldWithdrawals(ctx context.Context, steps []func(*connection) (time.Duration, error)) ([]outcome, error) {
	other, err := r.history(ctx, shortHistory)
	if err != nil {
		return nil, err
	}
	if _, err := r.gateway.restart(ctx); err != nil {
		return nil, err
	}
	if _, err := r.inTurns(10, func(c *connection) (time.Duration, error) { return withdrawal(c, other) }); err != nil {
		return nil, err
	}
	return r.inTurns(1, steps...)
}
