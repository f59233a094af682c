package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"sync/atomic"
	"time"

	"gateway/domain"
	"gateway/domain/catalogue"
	"gateway/domain/sequence"
	"gateway/eventstore"
	"gateway/eventstore/postgres"

	"golang.org/x/sync/errgroup"
)

const (
	// seeders is the number of concurrent appends; the store joins them.
	seeders = 512
	// sayEvery is the time between two lines of progress.
	sayEvery = 3 * time.Second
)

// seeder appends events to the log, as another instance of the gateway would.
type seeder struct {
	log *eventstore.Log
	at  time.Time
}

// seed appends through a store of its own, and returns when the gateway has caught up.
func (r *bench) seed(ctx context.Context, fill func(context.Context, seeder) error) error {
	store, err := postgres.Open(ctx, postgres.Config{DSN: r.pg.DSN(r.logDatabase)})
	if err != nil {
		return err
	}
	defer store.Close()
	log := eventstore.NewLog(store, eventstore.NewCodec(catalogue.Events()...), eventstore.Options{})
	if err := fill(ctx, seeder{log: log, at: time.Now().UTC().Truncate(time.Microsecond)}); err != nil {
		return err
	}
	return r.settle(ctx)
}

// runMany does n jobs, many at a time.
func runMany(ctx context.Context, what string, n int, job func(ctx context.Context, i int) error) error {
	g, ctx := errgroup.WithContext(ctx)
	var next, done atomic.Int64
	for range min(seeders, n) {
		g.Go(func() error {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return nil
				}
				if err := job(ctx, i); err != nil {
					return err
				}
				done.Add(1)
			}
			return ctx.Err()
		})
	}
	stop := reportProgress(func() string { return fmt.Sprintf("seeding %s: %d of %d", what, done.Load(), n) })
	defer stop()
	return g.Wait()
}

// reportProgress prints a line now and then, and a last one when it is stopped.
func reportProgress(line func() string) (stop func()) {
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-time.After(sayEvery):
				progress("%s", line())
			case <-done:
				progress("%s", line())
				return
			}
		}
	}()
	return func() { close(done); <-ended }
}

// reserve takes n ids of a kind and returns the first.
func (s seeder) reserve(ctx context.Context, kind string, n int) (int64, error) {
	out, err := eventstore.Execute(ctx, s.log, sequence.Aggregate, sequence.Stream(kind),
		func(state sequence.State) ([]domain.Event, error) {
			return sequence.Reserve(state, kind, int64(n), 0, s.at)
		})
	if err != nil {
		return 0, err
	}
	return out.Events[0].(sequence.Reserved).From, nil
}

// settle waits until projections and reactors have handled the whole log.
func (r *bench) settle(ctx context.Context) error {
	lag, moved := unknown, time.Now()
	stop := reportProgress(func() string { return fmt.Sprintf("the gateway follows: %d events behind", lag) })
	defer stop()
	for {
		now, err := r.gateway.lag()
		switch {
		case err != nil:
			return err
		case now == 0:
			lag = now
			return nil
		case now != lag:
			lag, moved = now, time.Now()
		case time.Since(moved) > stuckLimit:
			return fmt.Errorf("the gateway does not follow: %d events behind for %s", lag, stuckLimit)
		}
		if err := pause(ctx, 100*time.Millisecond); err != nil {
			return err
		}
	}
}

const (
	// stuckLimit is how long the lag may stay the same.
	stuckLimit = time.Minute
	// unknown is the lag if the metrics of a busy gateway do not show it.
	unknown = -1
)

// lag is how many events the slowest of the projections and reactors is behind.
func (g *gateway) lag() (int, error) {
	answer, err := http.Get("http://" + g.addr + "/metrics")
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("metrics: %s: %w", answer.Status, err)
	}
	worst := map[string]int{}
	for _, line := range lagLine.FindAllSubmatch(text, -1) {
		n, err := strconv.ParseFloat(string(line[2]), 64)
		if err != nil {
			return 0, fmt.Errorf("metrics: %q: %w", line[0], err)
		}
		worst[string(line[1])] = max(worst[string(line[1])], int(n))
	}
	projection, projections := worst["projection"]
	reactor, reactors := worst["reactor"]
	if !projections || !reactors {
		return unknown, nil
	}
	return max(projection, reactor), nil
}

var lagLine = regexp.MustCompile(`(?m)^gateway_projection_lag_events\{kind="(\w+)".*\} (\S+)$`)
