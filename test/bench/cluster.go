package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"
)

const (
	// movementsPerFailover is how many movements wait for the next leader.
	movementsPerFailover = 200
	// leaderLimit is far longer than a change of the leader takes.
	leaderLimit = 30 * time.Second
)

// measureCluster measures a second instance beside the first, on the same log and cores: the rate of both
// together, and how long nothing progresses when the leader is lost.
func measureCluster(ctx context.Context, r *bench) (err error) {
	second, err := newGateway(r.gateway.binary, r.pg)
	if err != nil {
		return err
	}
	if _, err := second.start(ctx); err != nil {
		return errors.Join(err, second.stop(ctx))
	}
	defer func() { err = errors.Join(err, second.stop(ctx)) }()
	pair := []*gateway{r.gateway, second}
	if err := r.measurePair(ctx, pair); err != nil {
		return err
	}
	deaths := 20
	if r.options.quick {
		deaths = 5
	}
	killed, err := r.failovers(ctx, pair, deaths, (*gateway).kill, func(g *gateway) error { _, err := g.start(ctx); return err })
	if err != nil {
		return err
	}
	r.reportLags("fail-over, leader killed", killed)
	frozen, err := r.failovers(ctx, pair, deaths, (*gateway).freeze, (*gateway).thaw)
	if err != nil {
		return err
	}
	r.reportLags("fail-over, leader frozen", frozen)
	return nil
}

// measurePair sends the same load to one instance and to both. The order is one, both, both, one, so that a
// machine that gets slower or faster favours neither.
func (r *bench) measurePair(ctx context.Context, pair []*gateway) error {
	people, err := r.clients(ctx)
	if err != nil {
		return err
	}
	var payments []due
	var at time.Time
	err = r.seed(ctx, func(ctx context.Context, s seeder) (err error) {
		at = s.at
		payments, err = s.seedPayments(ctx, people, r.options.movements)
		return err
	})
	if err != nil {
		return err
	}
	leader, _, err := leaderOf(ctx, pair)
	if err != nil {
		return err
	}
	shares := slices.Collect(slices.Chunk(payments, len(payments)/8))
	one := []*gateway{leader}
	var alone, together outcome
	for n, to := range [][]*gateway{one, pair, pair, one} {
		// One share is not measured, because an instance that was idle has returned its memory.
		if _, err := r.moveVia(ctx, to, people, newRound(shares[4+n], at)); err != nil {
			return err
		}
		done, err := r.moveVia(ctx, to, people, newRound(shares[n], at))
		if err != nil {
			return err
		}
		progress("%d instances: %.0f/s, %s; %s", len(to), done.perSecond(), percentiles(done), done.used.of(done.took, runtime.NumCPU(), len(done.latencies)))
		if len(to) == 1 {
			alone = alone.and(done)
		} else {
			together = together.and(done)
		}
	}
	r.report.add("movements of one instance", alone.perSecond(), "/s", percentiles(alone)+"; a second one idle")
	r.report.add("movements of two instances", together.perSecond(), "/s", percentiles(together)+"; on the same cores")
	r.report.atLeast("movements, two instances to one", together.perSecond()/alone.perSecond(), 1, "", "64 connections in both")
	r.report.add("movements, two instances to one, by CPU time", float64(alone.cpu())/float64(together.cpu()), "",
		fmt.Sprintf("%d us to %d us; other programs on the cores change it less", alone.cpu().Microseconds(), together.cpu().Microseconds()))
	return nil
}

// moveVia sends a round of payments to several instances, and waits for the balances.
func (r *bench) moveVia(ctx context.Context, to []*gateway, owners []merchant, load round) (all outcome, err error) {
	before, err := r.balances(ctx, owners)
	if err != nil {
		return all, err
	}
	parts := make([]outcome, len(to))
	shares := slices.Collect(slices.Chunk(load.requests, (len(load.requests)+len(to)-1)/len(to)))
	g, sending := errgroup.WithContext(ctx)
	used, began := r.usageOf(to), time.Now()
	for i, share := range shares {
		via := *r
		via.gateway = to[i]
		g.Go(func() (err error) {
			parts[i], err = via.send(sending, writeConnections/len(to), share)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return all, err
	}
	took := time.Since(began)
	for _, part := range parts {
		all = all.and(part)
	}
	all.took = took
	_, err = r.awaitBalances(ctx, owners, before.Add(load.after), time.Now())
	all.used = r.usageOf(to).since(used)
	return all, err
}

// usageOf adds up the CPU time of several instances.
func (r *bench) usageOf(to []*gateway) usage {
	u := usage{postgres: familyTime(r.pg.PID()), bench: processTime(os.Getpid()).own, machine: machineTime()}
	for _, g := range to {
		u.gateway += processTime(g.pid()).own
	}
	return u
}

// failovers loses the leader several times. It returns the times until the other instance shows in the balances
// what it acknowledged meanwhile.
func (r *bench) failovers(ctx context.Context, pair []*gateway, n int, lose, recover func(*gateway) error) (lags []time.Duration, err error) {
	people, err := r.clients(ctx)
	if err != nil {
		return nil, err
	}
	var payments []due
	var at time.Time
	err = r.seed(ctx, func(ctx context.Context, s seeder) (err error) {
		at = s.at
		payments, err = s.seedPayments(ctx, people, n*movementsPerFailover)
		return err
	})
	if err != nil {
		return nil, err
	}
	for load := range slices.Chunk(payments, movementsPerFailover) {
		leader, survivor, err := leaderOf(ctx, pair)
		if err != nil {
			return nil, err
		}
		lost := time.Now()
		if err := lose(leader); err != nil {
			return nil, err
		}
		_, err = r.moveVia(ctx, []*gateway{survivor}, people, newRound(load, at))
		lags = append(lags, time.Since(lost))
		if err := errors.Join(err, recover(leader)); err != nil {
			return nil, err
		}
	}
	return lags, nil
}

func (r *bench) reportLags(name string, lags []time.Duration) {
	slices.Sort(lags)
	note := fmt.Sprintf("until %d movements acknowledged meanwhile are in the balances, of %d times", movementsPerFailover, len(lags))
	r.report.add(name+", p50", lags[len(lags)/2].Seconds(), "s", note)
	r.report.atMost(name+", worst", lags[len(lags)-1].Seconds(), 5, "s", "")
}

// leaderOf waits until one of the two leads.
func leaderOf(ctx context.Context, pair []*gateway) (leader, other *gateway, err error) {
	for began := time.Now(); time.Since(began) < leaderLimit; {
		for i, g := range pair {
			if g.leads() {
				return g, pair[1-i], nil
			}
		}
		if err := pause(ctx, 20*time.Millisecond); err != nil {
			return nil, nil, err
		}
	}
	return nil, nil, errors.New("no instance leads")
}

func (g *gateway) leads() bool {
	answer, err := http.Get("http://" + g.addr + "/metrics")
	if err != nil {
		return false
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	return err == nil && strings.Contains(string(text), "\ngateway_leader 1\n")
}

// kill kills the process (SIGKILL).
func (g *gateway) kill() error {
	cmd := g.cmd
	g.cmd = nil
	if err := cmd.Process.Kill(); err != nil {
		return err
	}
	_ = cmd.Wait() // the error says that it was killed
	return nil
}

func (g *gateway) freeze() error { return g.cmd.Process.Signal(syscall.SIGSTOP) }

func (g *gateway) thaw() error { return g.cmd.Process.Signal(syscall.SIGCONT) }
