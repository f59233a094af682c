package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"gateway/domain/realtime"
	"gateway/domain/secret"
	"gateway/http/outbound/realtimeserver"
	"gateway/http/service/state"

	centrifuge "github.com/centrifugal/centrifuge-go"
	"github.com/jmoiron/sqlx"
	"golang.org/x/sync/errgroup"
)

const (
	// listeners is the number of connections, all of one client.
	listeners = 1_000
	// messages is the number of events that all listeners get.
	messages = 20
	// hearLimit is far longer than a message takes.
	hearLimit = 30 * time.Second
)

// measureRealtime measures the time from a request until the last of a thousand listeners has its event.
func measureRealtime(ctx context.Context, r *bench) error {
	people, err := r.clients(ctx)
	if err != nil {
		return err
	}
	m := people[0]
	tokens, err := r.realtimeTokens(ctx)
	if err != nil {
		return err
	}
	heard := make(chan time.Time, listeners)
	began := time.Now()
	stop, err := r.listen(ctx, m, tokens, heard)
	defer stop()
	if err != nil {
		return err
	}
	r.report.add("connecting 1,000 listeners", time.Since(began).Seconds(), "s", "websocket, connection and subscription token each")
	last, first, err := r.publishAndMeasure(ctx, m, heard)
	if err != nil {
		return err
	}
	r.report.atMost("an event reaches 1,000 listeners", milliseconds(last[len(last)-1]), 1_000, "ms",
		fmt.Sprintf("the slowest of %d, from the request to the last listener; p50 %.0f ms, to the first p50 %.0f ms",
			messages, milliseconds(last[len(last)/2]), milliseconds(first[len(first)/2])))
	return nil
}

// realtimeTokens issues tokens as the gateway does, with the gateway's secret.
func (r *bench) realtimeTokens(ctx context.Context) (*realtimeserver.Tokens, error) {
	db, err := sqlx.Open("postgres", r.pg.DSN(eventDatabase))
	if err != nil {
		return nil, err
	}
	defer db.Close()
	master, err := state.New(db).Secret(ctx, "master")
	return realtimeserver.DerivedTokens(secret.NewRing(master), realtimeserver.TokenTTL), err
}

// listen connects and subscribes all listeners. Each reports every message to heard.
func (r *bench) listen(ctx context.Context, m merchant, tokens *realtimeserver.Tokens, heard chan<- time.Time) (stop func(), err error) {
	clients := make([]*centrifuge.Client, listeners)
	stop = func() {
		for _, c := range clients {
			if c != nil {
				c.Close()
			}
		}
	}
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(writeConnections)
	for i := range clients {
		g.Go(func() error {
			clients[i] = centrifuge.NewJsonClient("ws://"+r.gateway.addr+"/connection/websocket", centrifuge.Config{
				GetToken:         func(centrifuge.ConnectionTokenEvent) (string, error) { return text(tokens.ForConnection(m.id)) },
				HandshakeTimeout: hearLimit, ReadTimeout: hearLimit,
			})
			return subscribed(ctx, clients[i], m, tokens, heard)
		})
	}
	return stop, g.Wait()
}

func text(t realtimeserver.Issued, err error) (string, error) { return t.Token, err }

// subscribed returns when the client is subscribed.
func subscribed(ctx context.Context, c *centrifuge.Client, m merchant, tokens *realtimeserver.Tokens, heard chan<- time.Time) error {
	channel := realtime.TransactionsChannel(m.id)
	sub, err := c.NewSubscription(channel, centrifuge.SubscriptionConfig{
		GetToken: func(centrifuge.SubscriptionTokenEvent) (string, error) { return text(tokens.ForChannel(m.id, channel)) },
	})
	if err != nil {
		return err
	}
	done := make(chan error, 2)
	sub.OnSubscribed(func(centrifuge.SubscribedEvent) { done <- nil })
	sub.OnUnsubscribed(func(e centrifuge.UnsubscribedEvent) {
		select {
		case done <- fmt.Errorf("not subscribed: %d %s", e.Code, e.Reason):
		default: // it is the end
		}
	})
	sub.OnPublication(func(centrifuge.PublicationEvent) { heard <- time.Now() })
	if err := errors.Join(c.Connect(), sub.Subscribe()); err != nil {
		return err
	}
	select {
	case err := <-done:
		return err
	case <-time.After(hearLimit):
		return errors.New("a listener does not get through")
	case <-ctx.Done():
		return ctx.Err()
	}
}

// publishAndMeasure records transactions one by one. It returns, sorted, the times to the
// last listener and to the first one.
func (r *bench) publishAndMeasure(ctx context.Context, m merchant, heard <-chan time.Time) (last, first []time.Duration, err error) {
	c, err := dial(r.gateway.addr)
	if err != nil {
		return nil, nil, err
	}
	defer c.Close()
	for range messages {
		began := time.Now()
		if _, err := c.do(post("/transactions", m.header, `{"total":150000}`)); err != nil {
			return nil, nil, err
		}
		var times []time.Time
		for len(times) < listeners {
			select {
			case at := <-heard:
				times = append(times, at)
			case <-time.After(hearLimit):
				return nil, nil, fmt.Errorf("only %d of %d listeners heard", len(times), listeners)
			case <-ctx.Done():
				return nil, nil, ctx.Err()
			}
		}
		slices.SortFunc(times, time.Time.Compare)
		first, last = append(first, times[0].Sub(began)), append(last, times[listeners-1].Sub(began))
	}
	slices.Sort(last)
	slices.Sort(first)
	return last, first, nil
}
