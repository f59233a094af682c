package main

import (
	"context"
	"fmt"
)

// measureWrites measures POST /transactions, which answers once the transaction can be read.
func measureWrites(ctx context.Context, r *bench) error {
	people, err := r.clients(ctx)
	if err != nil {
		return err
	}
	var done outcome
	floor, err := r.betweenFloors(ctx, func() (err error) {
		done, err = r.load(ctx, "writes", writeConnections, func(conn, n int) []byte {
			return post("/transactions", people[(n*writeConnections+conn)%len(people)].header,
				fmt.Sprintf(`{"total":%d,"external_id":"ORDER-%d-%d","transaction_log":{"kasir":"Budi","meja":%d}}`, 10_000+n, conn, n, n))
		})
		return err
	})
	if err != nil {
		return err
	}
	r.report.add("floor beside the readable writes", floor.perSecond, "/s", "")
	r.report.add("readable writes: POST /transactions", done.perSecond(), "/s", percentiles(done))
	r.report.atLeast("readable writes, ratio to the floor", done.perSecond()/floor.perSecond, 0.3, "", "64 connections")
	r.byCPU("readable writes, ratio to the floor", floor, done)
	return r.settle(ctx)
}
