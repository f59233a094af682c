package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// latencyConnections is the number of connections for figures that are stated as latencies.
const latencyConnections = 16

// measureRequests measures the throughput and latency of the most common requests.
func measureRequests(ctx context.Context, r *bench) error {
	people, err := r.clients(ctx)
	if err != nil {
		return err
	}
	of := func(conn, n int) merchant { return people[(n*latencyConnections+conn)%len(people)] }
	for _, load := range []struct {
		name    string
		request func(conn, n int) []byte
	}{
		{"reading a balance", func(conn, n int) []byte { return get("/account/balance", of(conn, n).header) }},
		{"listing transactions, page 1", func(conn, n int) []byte { return get("/transactions", of(conn, n).header) }},
	} {
		done, err := r.repeat(ctx, latencyConnections, load.request)
		if err != nil {
			return err
		}
		r.report.add(load.name, done.perSecond(), "/s", fmt.Sprintf("%s, %d connections", percentiles(done), latencyConnections))
	}
	var done outcome
	floor, err := r.betweenFloors(ctx, func() (err error) {
		done, err = r.observed(ctx, "requests", func() (outcome, error) { return r.withdraw(ctx, latencyConnections, r.options.span, of) })
		return err
	})
	if err != nil {
		return err
	}
	r.report.add("requesting a withdrawal", done.perSecond(), "/s", fmt.Sprintf("%s, %d connections, each cancelled after", percentiles(done), latencyConnections))
	r.report.atLeast("requesting a withdrawal, ratio to the floor", done.perSecond()/floor.perSecond, 0.07, "", "pairs with a cancellation")
	r.byCPU("requesting a withdrawal, ratio to the floor", floor, done)
	return r.settle(ctx)
}

// withdraw requests withdrawals and cancels each, because a client may have only one. The time is that of the
// request; the rate is that of pairs. No two connections may use a client at the same time.
func (r *bench) withdraw(ctx context.Context, connections int, span time.Duration, of func(conn, n int) merchant) (outcome, error) {
	end := time.Now().Add(span)
	return r.drive(ctx, connections, func(conn int) worker {
		n := 0
		return func(c *connection) (time.Duration, bool, error) {
			if time.Now().After(end) {
				return 0, false, nil
			}
			n++
			took, err := withdrawal(c, of(conn, n))
			return took, true, err
		}
	})
}

// withdrawal requests a withdrawal, cancels it, and returns the time of the request.
func withdrawal(c *connection, m merchant) (time.Duration, error) {
	began := time.Now()
	body, err := c.do(post("/withdrawals", m.header, `{"jumlah":50000,"url":"http://127.0.0.1:9/withdrawals"}`))
	took := time.Since(began)
	if err != nil {
		return 0, err
	}
	var answer struct {
		Data struct {
			ID int64 `json:"id"`
		} `json:"data"`
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return 0, err
	}
	_, err = c.do(post(fmt.Sprintf("/withdrawals/%d/cancel", answer.Data.ID), m.header, ""))
	return took, err
}
