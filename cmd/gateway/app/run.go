package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/transfer"
	"gateway/http/server"

	"golang.org/x/sync/errgroup"
)

// stopLimit bounds what is left to do after the last request was answered. With
// the server's own drain it stays below the 10 s in which the gateway stops.
const stopLimit = 4 * time.Second

// Options are what a caller of Run may ask for beside the configuration.
type Options struct {
	// Out is where the start is told to people; nothing is printed when nil.
	Out     io.Writer
	Version string
	// OnReady, when set, is told once the gateway can serve.
	OnReady func(Running)
}

// Running tells where a started gateway is and how to get in.
type Running struct {
	// URL is the base of the API without /api/v2.
	URL        string
	AdminEmail string
	// AdminPassword is empty unless it was made at this start.
	AdminPassword string
	App           *App
}

// Run starts the gateway and serves until ctx ends; then it drains and stops
// within 10 s. Everything it started has ended when it returns.
func Run(ctx context.Context, c Config, o Options) (err error) {
	if o.Out == nil {
		o.Out = io.Discard
	}
	logger := newLogger(c)
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", c.HTTPAddr)
	if err != nil {
		return fmt.Errorf("HTTP_ADDR: %w", err)
	}
	defer func() { _ = listener.Close() }() // closed already when it was served on
	databases, err := OpenDatabases(ctx, c, logger)
	if err != nil {
		return err
	}
	defer func() {
		stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopLimit)
		defer cancel()
		err = errors.Join(err, databases.Close(stop))
	}()
	a, err := assemble(ctx, c, databases, listener.Addr(), logger)
	defer func() { err = errors.Join(err, a.Close()) }()
	if err != nil {
		return err
	}
	return a.serve(ctx, listener, o)
}

// serve runs all parts. The background goes on until the last request has been
// answered: a request in flight may wait for the read models.
func (a *App) serve(ctx context.Context, listener net.Listener, o Options) error {
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	g, background := errgroup.WithContext(background)
	a.startBackground(background, g)
	g.Go(func() error {
		defer stop()
		front, cancel := context.WithCancel(ctx)
		defer cancel()
		context.AfterFunc(background, cancel) // a part that failed takes the rest down
		return server.Serve(front, listener, a.handler)
	})
	g.Go(func() error { return a.announce(background, o) })
	return g.Wait()
}

func (a *App) startBackground(ctx context.Context, g *errgroup.Group) {
	if a.databases.Cluster != nil {
		g.Go(func() error { return a.databases.Cluster.Watch(ctx) })
	}
	g.Go(func() error { trimMemory(ctx, a.core.Log); return nil })
	g.Go(func() error { return a.core.Presence.Run(ctx) })
	g.Go(func() error { return transfer.WatchLocation(ctx, a.store) })
	g.Go(func() error { a.core.Watcher.Run(ctx); return nil })
	g.Go(func() error { a.rebuildQueue.Run(ctx); return nil })
	g.Go(func() error { return a.leader.Run(ctx, a.lead) })
	if a.config.DebugAddr != "" {
		g.Go(func() error { return serveProfiles(ctx, a.config.DebugAddr) })
	}
	if a.realtime.node != nil {
		g.Go(func() error { return a.realtime.node.Run(ctx) })
		g.Go(func() error { return a.realtime.own.Run(ctx) })
	}
	if a.simulator != nil {
		g.Go(func() error { return a.simulator.Run(ctx) })
		g.Go(func() error { return server.Serve(ctx, a.simulatorListener, a.simulator) })
	}
}

// lead is the work of the one instance that leads.
func (a *App) lead(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return a.engine.Run(ctx) })
	g.Go(func() error { return a.reactors.Run(ctx) })
	g.Go(func() error { a.notary.Run(ctx); return nil })
	return g.Wait()
}

// ready says why the gateway can't serve: it has no admin yet, the log or the read
// models can't be reached, or these have not come up to where the log was at the
// start.
func (a *App) ready() error {
	if !a.adminExists.Load() {
		return errors.New("the gateway is starting")
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if _, err := a.store.Head(ctx); err != nil {
		return errors.New("the event store does not answer")
	}
	if err := a.databases.State.PingContext(ctx); err != nil {
		return errors.New("the state database does not answer")
	}
	if err := a.databases.Read.PingContext(ctx); err != nil {
		return errors.New("the read models do not answer")
	}
	if err := a.core.Watcher.Wait(ctx, a.headAtStart); err != nil {
		return errors.New("the read models are catching up with the log")
	}
	return nil
}

// announce waits until the gateway can serve and says so.
func (a *App) announce(ctx context.Context, o Options) error {
	password, err := a.ensureAdmin(ctx)
	if err != nil {
		return fmt.Errorf("create the first admin: %w", err)
	}
	a.adminExists.Store(true)
	for a.ready() != nil {
		select {
		case <-time.After(20 * time.Millisecond):
		case <-ctx.Done():
			return nil
		}
	}
	running := Running{URL: a.publicURL, AdminEmail: a.adminEmail, AdminPassword: password, App: a}
	welcome(o.Out, a.config, running, o.Version)
	if o.OnReady != nil {
		o.OnReady(running)
	}
	return nil
}

// Handler is the whole HTTP surface, for tests that need no listener.
func (a *App) Handler() http.Handler { return a.handler }

// Log is the event log, for tests and tools that look at it.
func (a *App) Log() *eventstore.Log { return a.core.Log }
