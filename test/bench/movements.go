package main

import (
	"context"
	"fmt"
	"time"

	"github.com/shopspring/decimal"
)

// followLimit is how long to wait for balances, far longer than the target.
const followLimit = 2 * time.Minute

// movementLoad is one of the two loads, in two rounds.
type movementLoad struct {
	name   string
	owners []merchant
	rounds [2]round

	done     outcome
	follow   time.Duration // the longer of the two
	followed time.Duration // the sum of both
	memory   memoryUse
}

// round holds the requests that are sent at once, and the sum of all balances after them.
type round struct {
	requests [][]byte
	after    decimal.Decimal
}

// measureMovements measures notifications of payments, which are answered after the append: for payments of
// many clients, and of one client. The order is single, spread, spread, single, so that a machine that gets
// slower or faster favours neither.
func measureMovements(ctx context.Context, r *bench) error {
	loads, err := r.movementLoads(ctx)
	if err != nil {
		return err
	}
	spread, single := loads[0], loads[1]
	floor, err := r.betweenFloors(ctx, func() error {
		for _, turn := range []struct {
			load *movementLoad
			n    int
		}{{single, 0}, {spread, 0}, {spread, 1}, {single, 1}} {
			if err := r.move(ctx, turn.load, turn.n); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	a, b := spread.done.perSecond(), single.done.perSecond()
	r.report.add("floor beside the movements", floor.perSecond, "/s", "pgbench, 64 clients, mean of before and after")
	r.report.add("movements over "+fmt.Sprint(len(spread.owners))+" clients", a, "/s", percentiles(spread.done))
	r.report.add("movements of one client", b, "/s", percentiles(single.done))
	r.report.atLeast("movements, ratio to the floor", a/floor.perSecond, 0.35, "", "64 connections")
	r.byCPU("movements, ratio to the floor", floor, spread.done)
	r.report.atLeast("movements, one client to many", b/a, 0.9, "", "")
	r.report.atMost("balances follow", max(spread.follow, single.follow).Seconds(), 1, "s",
		"after the last answer; every sum is right")
	memory := spread.memory.and(single.memory)
	r.report.atMost("memory under this load", memory.mean(), 120, "MB", memory.note())
	return nil
}

func percentiles(o outcome) string {
	return fmt.Sprintf("p50 %.1f ms, p99 %.1f ms", o.quantile(0.5), o.quantile(0.99))
}

// movementLoads prepares the payments of the two loads: of all clients, and of one.
func (r *bench) movementLoads(ctx context.Context) ([]*movementLoad, error) {
	people, err := r.clients(ctx)
	if err != nil {
		return nil, err
	}
	loads := []*movementLoad{{name: "spread", owners: people}, {name: "single", owners: people[:1]}}
	err = r.seed(ctx, func(ctx context.Context, s seeder) error {
		for _, l := range loads {
			payments, err := s.seedPayments(ctx, l.owners, r.options.movements)
			if err != nil {
				return err
			}
			half := len(payments) / 2
			l.rounds = [2]round{newRound(payments[:half], s.at), newRound(payments[half:], s.at)}
		}
		return nil
	})
	return loads, err
}

func newRound(payments []due, at time.Time) (r round) {
	for _, p := range payments {
		r.requests = append(r.requests, p.notification(at))
		r.after = r.after.Add(p.quote.Net)
	}
	return r
}

// move pays a round, and waits until the balances show it.
func (r *bench) move(ctx context.Context, l *movementLoad, n int) error {
	before, err := r.balances(ctx, l.owners)
	if err != nil {
		return err
	}
	name := fmt.Sprintf("movements-%s-%d", l.name, n+1)
	statements, err := r.statements(ctx, name)
	if err != nil {
		return err
	}
	used, memory := r.usage(), r.watchMemory()
	profile := r.profile(name, 5*time.Second)
	done, err := r.send(ctx, writeConnections, l.rounds[n].requests)
	if err != nil {
		return err
	}
	answered := time.Now()
	follow, err := r.awaitBalances(ctx, l.owners, before.Add(l.rounds[n].after), answered)
	if err != nil {
		return err
	}
	done.used = r.usage().since(used)
	seen, err := memory()
	if err != nil {
		return err
	}
	l.memory = l.memory.and(seen)
	progress("%s: %.0f/s, balances follow in %.2f s; %s", l.name, done.perSecond(), follow.Seconds(),
		done.used.of(time.Since(answered)+done.took, r.report.Cores, len(done.latencies)))
	l.done = l.done.and(done)
	l.follow, l.followed = max(l.follow, follow), l.followed+follow
	if err := statements(len(done.latencies)); err != nil {
		return err
	}
	if err := profile(); err != nil {
		return err
	}
	return r.settle(ctx)
}

func (r *bench) awaitBalances(ctx context.Context, owners []merchant, want decimal.Decimal, since time.Time) (time.Duration, error) {
	for {
		sum, err := r.balances(ctx, owners)
		if err != nil {
			return 0, err
		}
		took := time.Since(since)
		switch {
		case sum.Equal(want):
			return took, nil
		case sum.GreaterThan(want) || took > followLimit:
			return 0, fmt.Errorf("the balances are %s in all and should be %s", sum, want)
		}
		if err := pause(ctx, 5*time.Millisecond); err != nil {
			return 0, err
		}
	}
}

// balances is the sum of the balances of these owners, as the API would show them. Their ids must be consecutive.
func (r *bench) balances(ctx context.Context, owners []merchant) (sum decimal.Decimal, err error) {
	err = r.read.QueryRowContext(ctx, `SELECT coalesce(sum(saldo), 0) FROM balances WHERE client_id BETWEEN $1 AND $2`,
		owners[0].id, owners[len(owners)-1].id).Scan(&sum)
	return sum, err
}
