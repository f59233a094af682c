package main

import (
	"context"
	"fmt"
	"net/http"
)

// measureConfirmed measures movements of many clients with PROVIDER_CONFIRM: the gateway asks the provider once
// for each payment before it credits the money. This process acts as the provider, and its CPU time counts as
// load.
func measureConfirmed(ctx context.Context, r *bench) error {
	people, err := r.clients(ctx)
	if err != nil {
		return err
	}
	provider := &paidPayments{records: make(map[string]string)}
	load, err := r.confirmedLoad(ctx, people, provider)
	if err != nil {
		return err
	}
	return r.withProvider(ctx, provider, []string{"PROVIDER_CONFIRM=true"}, func() error {
		floor, err := r.betweenFloors(ctx, func() error {
			for n := range load.rounds {
				if err := r.move(ctx, load, n); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		// Measured until the balances follow, because the answer to a notification only says that it was recorded.
		rate := float64(len(load.done.latencies)) / (load.done.took + load.followed).Seconds()
		r.report.add("confirmed movements, until the balances follow", rate, "/s", percentiles(load.done))
		r.report.atLeast("confirmed movements, ratio to the floor", rate/floor.perSecond, 0.2, "", "64 connections")
		r.byCPU("confirmed movements, ratio to the floor", floor, load.done)
		r.report.add("confirmed balances follow", load.follow.Seconds(), "s", "after the last answer; every sum is right")
		return nil
	})
}

// confirmedLoad makes the payments, and gives the provider its records of them.
func (r *bench) confirmedLoad(ctx context.Context, people []merchant, provider *paidPayments) (l *movementLoad, err error) {
	l = &movementLoad{name: "confirmed", owners: people}
	err = r.seed(ctx, func(ctx context.Context, s seeder) error {
		payments, err := s.seedPayments(ctx, people, r.options.movements)
		if err != nil {
			return err
		}
		for _, p := range payments {
			provider.records[p.transaction] = p.paid(s.at)
		}
		half := len(payments) / 2
		l.rounds = [2]round{newRound(payments[:half], s.at), newRound(payments[half:], s.at)}
		return nil
	})
	return l, err
}

// paidPayments acts as a provider that received the money of these payments by QR code, and books nothing.
type paidPayments struct{ records map[string]string } // by transaction_id

// ServeHTTP implements http.Handler.
func (p *paidPayments) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	if r.URL.Path == "/qr_codes/payments" {
		fmt.Fprintf(w, "[%s]", p.records[r.URL.Query().Get("external_id")])
		return
	}
	emptyBooks(w, r)
}
