package main

import (
	"context"
	"fmt"
	"time"
)

const (
	// restSoon and restLong are how long the gateway is left idle before its memory is read: after a start, and
	// after load.
	restSoon = 10 * time.Second
	restLong = 30 * time.Second
)

// measureRest measures the memory of a gateway that has just started.
func measureRest(ctx context.Context, r *bench) error {
	return r.measureMemory(ctx, "memory at rest, new", restSoon, "after the very first start and 10 s")
}

// measureMemory leaves the gateway idle for a while and reads its memory.
func (r *bench) measureMemory(ctx context.Context, name string, rest time.Duration, note string) error {
	if err := pause(ctx, rest); err != nil {
		return err
	}
	mb, err := resident(r.gateway.pid())
	if err != nil {
		return err
	}
	r.report.atMost(name, mb, 100, "MB", note)
	return nil
}

// measureStart measures how fast a gateway starts on the data of this run, and its memory before and after.
func measureStart(ctx context.Context, r *bench) error {
	if _, err := r.history(ctx, r.options.history); err != nil {
		return err
	}
	if err := r.measureMemory(ctx, "memory at rest, after load", restLong, "after all of the above and 30 s"); err != nil {
		return err
	}
	ready, err := r.gateway.restart(ctx)
	if err != nil {
		return err
	}
	var events int64
	err = r.read.QueryRowContext(ctx, `SELECT max(commit_position) FROM checkpoints`).Scan(&events)
	if err != nil {
		return err
	}
	r.report.atMost("start with existing data", ready.Seconds(), 3, "s",
		fmt.Sprintf("until /readyz is 200, with %d events, PostgreSQL running", events))
	return r.measureMemory(ctx, "memory at rest, started again", restSoon, "after a start on existing data and 10 s")
}
