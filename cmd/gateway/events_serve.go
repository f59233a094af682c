package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"runtime/debug"
	"slices"
	"time"

	"gateway/cmd/gateway/wiring"
	"gateway/eventstore"
	"gateway/eventstore/esdb"
	"gateway/eventstore/esdbserver"
	"gateway/eventstore/postgres"

	"github.com/spf13/cobra"
)

const (
	// serveStopLimit limits the time for calls in flight at the stop.
	serveStopLimit = 5 * time.Second
	// serveGCPercent makes garbage collection rare. The command keeps little memory between calls, so this
	// costs little and saves a seventh of the CPU time. The environment's GOGC overrides it.
	serveGCPercent = 400
)

func eventsServeCommand() *cobra.Command {
	var addr string
	var writable bool
	cmd := &cobra.Command{
		Use:   "serve [--addr ADDRESS] [--writable]",
		Short: "Serve the log in EventStoreDB's protocol, for its official clients in any language",
		Long: "Serve the log in EventStoreDB's protocol, until Ctrl-C or SIGTERM, beside a running gateway or without one:\n" +
			"any official client can read and follow it, as esdb://127.0.0.1:2113?tls=false. There is no authentication and\n" +
			"no encryption, so it listens on loopback addresses only. It is read-only; with --writable clients may append and\n" +
			"delete as well: a small EventStoreDB to develop other programs with, in a database that holds no event of the gateway's\n" +
			"own and that nobody else writes to. A gateway's log is not served so, because there is no login.\n\n" +
			"It answers as EventStoreDB 24.6.0 does, except on purpose in this: a node alone, without users and access lists;\n" +
			"no persistent subscriptions, no projections, no resolved links, no scavenging; positions are 1, 2, 3 and so on;\n" +
			"an append is limited to 1,000 events and 1,000,000 bytes of data and metadata; a slow subscriber is waited for,\n" +
			"not dropped; an append of no events writes no record.",
		Args: cobra.NoArgs,
		RunE: withOpened(wiring.OpenOrCreateTools, func(cmd *cobra.Command, t *wiring.Tools, _ []string) error {
			if esdb.IsURL(t.Databases.EventsURL) {
				return errors.New("the log is in EventStoreDB: its clients reach it there")
			}
			if writable {
				c := postgres.Config{DSN: t.Databases.EventsURL, Log: t.Logger}
				return serveWritable(cmd.Context(), c, t.Log.Codec(), addr, cmd.OutOrStdout())
			}
			return serveEvents(cmd.Context(), t.Log.Store(), nil, addr, cmd.OutOrStdout())
		}),
	}
	cmd.Flags().StringVar(&addr, "addr", "127.0.0.1:2113", "the loopback address to listen on")
	cmd.Flags().BoolVar(&writable, "writable", false, "let clients append, delete and set metadata")
	return cmd
}

// serveWritable claims the log exclusively, checks that it holds no event of the gateway, and serves it until
// ctx ends or the claim is lost. Without the claim another process could delete streams, and this process,
// which keeps its list of deleted streams in memory, would still append to them.
func serveWritable(ctx context.Context, c postgres.Config, codec *eventstore.Codec, addr string, out io.Writer) (err error) {
	c.Claim = postgres.ClaimExclusive
	store, err := postgres.Open(ctx, c)
	if errors.Is(err, postgres.ErrClaimed) {
		return fmt.Errorf("%w: only one may serve it --writable, with no gateway beside it", err)
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	if err := refuseOwnEvents(ctx, store, codec); err != nil {
		return err
	}
	return serveEvents(ctx, store, store.ClaimLost(), addr, out)
}

// refuseOwnEvents refuses a log that holds events of the gateway, because clients must not be able to change
// the gateway's books by appending or deleting.
func refuseOwnEvents(ctx context.Context, store eventstore.Store, codec *eventstore.Codec) error {
	const page = 1_000
	types := codec.Types() // sorted
	for after := (eventstore.Position{}); ; {
		events, err := store.ReadAll(ctx, after, page)
		if err != nil {
			return err
		}
		if len(events) == 0 {
			return nil
		}
		for _, e := range events {
			if _, own := slices.BinarySearch(types, e.Type); own {
				return fmt.Errorf("this log holds the gateway's own events (%s at %d): it is not served --writable, because "+
					"anybody who reaches the port could change the books. Serve it without --writable, "+
					"or name a database for other programs in EVENTSTORE_URL", e.Type, e.Position.Commit)
			}
		}
		after = events[len(events)-1].Position
	}
}

// serveEvents serves the store at addr until ctx ends. If claimLost is nil, it is read-only; else clients may
// write until claimLost is closed.
func serveEvents(ctx context.Context, store eventstore.Store, claimLost <-chan struct{}, addr string, out io.Writer) (err error) {
	listener, err := listenLoopback(ctx, addr)
	if err != nil {
		return err
	}
	s, err := esdbserver.New(ctx, store, esdbserver.Options{Writable: claimLost != nil})
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(serveGCPercent)
	}
	served := make(chan error, 1)
	go func() { served <- s.Serve(listener) }()
	fmt.Fprintf(out, "Serving the log at esdb://%s?tls=false\n", listener.Addr())
	select {
	case err := <-served:
		return err
	case <-claimLost:
		err = fmt.Errorf("%w, and others may have written since: start it again", postgres.ErrClaimLost)
	case <-ctx.Done():
	}
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), serveStopLimit)
	defer cancel()
	s.Stop(stop)
	return errors.Join(err, <-served)
}

// listenLoopback refuses addresses that other machines can reach, because the protocol is served without
// authentication.
func listenLoopback(ctx context.Context, addr string) (net.Listener, error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("--addr: %w", err)
	}
	if at, ok := l.Addr().(*net.TCPAddr); !ok || !at.IP.IsLoopback() {
		return nil, errors.Join(fmt.Errorf("--addr %s: only loopback addresses are served, such as 127.0.0.1:2113", addr), l.Close())
	}
	return l, nil
}
