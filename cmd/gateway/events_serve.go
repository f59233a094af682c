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

	"gateway/cmd/gateway/app"
	"gateway/eventstore"
	"gateway/eventstore/esdb"
	"gateway/eventstore/esdb/server"

	"github.com/spf13/cobra"
)

const (
	// serveStopLimit bounds how long calls under way may still take.
	serveStopLimit = 5 * time.Second
	// serveGCPercent: next to nothing is kept here from call to call, so collecting
	// seldom costs little memory, and spares a seventh of all work. The operator's
	// GOGC comes first.
	serveGCPercent = 400
)

func eventsServeCommand() *cobra.Command {
	var addr string
	var writable bool
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve the log in EventStoreDB's protocol, for its official clients in any language",
		Long: "Serve the log in EventStoreDB's protocol, until Ctrl-C or SIGTERM, beside a running gateway or without one:\n" +
			"any official client can read and follow it, as esdb://127.0.0.1:2113?tls=false. There is no authentication and\n" +
			"no encryption, so it listens on loopback addresses only. It is read-only; with --writable clients may append and\n" +
			"delete as well, in a log that holds no event of the gateway's own.",
		Args: cobra.NoArgs,
		RunE: withTools(func(cmd *cobra.Command, t *app.Tools, _ []string) error {
			if esdb.IsURL(t.Databases.EventsURL) {
				return errors.New("the log is in EventStoreDB: its clients reach it there")
			}
			if writable {
				if err := refuseOurs(cmd.Context(), t.Log); err != nil {
					return err
				}
			}
			return serveEvents(cmd.Context(), t.Log.Store(), addr, writable, cmd.OutOrStdout())
		}),
	}
	cmd.Flags().StringVar(&addr, "addr", "127.0.0.1:2113", "the loopback address to listen on")
	cmd.Flags().BoolVar(&writable, "writable", false, "let clients append, delete and set metadata")
	return cmd
}

// refuseOurs: what others write or delete must never end up in the gateway's books.
func refuseOurs(ctx context.Context, log *eventstore.Log) error {
	const page = 1_000
	types := log.Codec().Types() // sorted
	for after := (eventstore.Position{}); ; {
		events, err := log.Store().ReadAll(ctx, after, page)
		if err != nil {
			return err
		}
		if len(events) == 0 {
			return nil
		}
		for _, e := range events {
			if _, ours := slices.BinarySearch(types, e.Type); ours {
				return fmt.Errorf("this log holds the gateway's own events (%s at %d): it is not served --writable", e.Type, e.Position.Commit)
			}
		}
		after = events[len(events)-1].Position
	}
}

func serveEvents(ctx context.Context, store eventstore.Store, addr string, writable bool, out io.Writer) error {
	listener, err := listenLoopback(ctx, addr)
	if err != nil {
		return err
	}
	s, err := server.New(ctx, store, server.Options{Writable: writable})
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
	case <-ctx.Done():
	}
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), serveStopLimit)
	defer cancel()
	s.Stop(stop)
	return <-served
}

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
