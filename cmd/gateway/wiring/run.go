package wiring

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"gateway/cmd/gateway/config"
	"gateway/cmd/gateway/database"
	"gateway/cmd/gateway/logging"
	"gateway/cmd/gateway/watch"
	"gateway/eventstore"
	"gateway/eventstore/transfer"
	"gateway/http/server"
	"gateway/http/server/lifecycle"
	"gateway/http/server/strangers"
	"gateway/projections/engine"

	"github.com/sirupsen/logrus"
	"golang.org/x/sync/errgroup"
)

// stopLimit limits the time to close the databases after the last request was answered.
const stopLimit = 3500 * time.Millisecond

// Options are the options of Run.
type Options struct {
	// Out receives the text for a person at a terminal. Nil prints nothing.
	Out     io.Writer
	Version string
	// Now is the clock of the business. Nil is that of the machine; a test lets a Monday come sooner.
	Now func() time.Time
	// OnReady, if set, is called once, when the gateway is ready.
	OnReady func(Running)
}

// Running has the address and the first admin of a gateway that is ready.
type Running struct {
	// URL is the base URL of the API without /api/v2.
	URL        string
	AdminEmail string
	// AdminPassword is empty unless this start generated it.
	AdminPassword string
	App           *App
}

// Run starts the gateway and serves until ctx ends. During the start it already listens and answers 503.
// After the end of ctx it stops within StopWithin, in the steps of stop.go. When it returns, all goroutines
// that it started have ended.
func Run(ctx context.Context, c config.Config, o Options) (err error) {
	if o.Out == nil {
		o.Out = io.Discard
	}
	if o.Now == nil {
		o.Now = now
	}
	o.Version = cmp.Or(o.Version, "dev")
	logger := logging.New(c)
	if c.LogFormat == logging.JSONFormat {
		o.Out = logging.JSONLines(o.Out)
	}
	logger.WithFields(logrus.Fields{"version": o.Version, "environment": c.Environment, "address": c.HTTPAddr}).Info("the gateway starts")
	defer func() { logging.LogStop(logger, err) }()
	stopTraces, err := startTraces(c, o.Version, logger)
	if err != nil {
		return err
	}
	defer stopTraces()
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", c.HTTPAddr)
	if err != nil {
		return fmt.Errorf("HTTP_ADDR: %w", err)
	}
	budgets, err := strangers.New(c.StrangersLimits())
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	bounded, err := budgets.Listen(listener)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	life := lifecycle.New(time.Now)
	running := server.Start(life.Context(ctx), bounded, life, logging.ErrorLog(logger))
	defer running.Stop(ctx, 0) // only if the start failed; otherwise it has already stopped
	starting, started := context.WithCancel(ctx)
	defer started()
	go keepSystemdWaiting(starting)
	life.Starting("the databases are opened and migrated")
	databases, err := database.Open(ctx, c, logger)
	if err != nil {
		return err
	}
	defer func() {
		stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopLimit)
		defer cancel()
		err = errors.Join(err, databases.Close(stop))
	}()
	life.Starting("the log is opened and compared with what is known of it")
	a, err := assemble(ctx, c, databases, listener.Addr(), budgets, logger, o)
	defer func() { err = errors.Join(err, a.Close()) }()
	if err != nil {
		return err
	}
	a.lifecycle, a.started = life, started
	life.Serve(a.handler)
	return a.serve(ctx, running, o)
}

// serve runs all parts. The background parts run until the last request has been answered, because a request
// in flight may wait for the read models. A part that fails stops all others.
func (a *App) serve(ctx context.Context, running *server.Server, o Options) error {
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	g, background := errgroup.WithContext(background)
	a.startBackground(background, g)
	g.Go(func() error {
		defer stop()
		select {
		case <-ctx.Done():
			a.drain(background, running)
		case <-background.Done(): // a part has failed
			running.Stop(background, partFailedLimit)
		case err := <-running.Ended():
			return err
		}
		return <-running.Ended()
	})
	g.Go(func() error { return a.reportReady(background, o) })
	return g.Wait()
}

func (a *App) startBackground(ctx context.Context, g *errgroup.Group) {
	if a.databases.Cluster != nil {
		g.Go(func() error { return a.databases.Cluster.Supervise(ctx) })
	}
	g.Go(func() error {
		a.keyUses.Run(ctx, func(err error) { a.logger.WithError(err).Warn("the last uses of API keys are not written yet") })
		return nil
	})
	g.Go(func() error { watch.TrimMemory(ctx, a.core.Log); return nil })
	g.Go(func() error { watch.TuneGC(ctx); return nil })
	g.Go(func() error { return a.core.Presence.Run(ctx) })
	g.Go(func() error { return transfer.PollLocation(ctx, a.store) })
	g.Go(func() error { a.guard.Watch(ctx); return nil })
	g.Go(func() error { a.appends.Run(ctx); return nil })
	g.Go(func() error { a.heads.Run(ctx, a.store); return nil })
	if a.archive != nil {
		g.Go(func() error { a.archive.Run(ctx); return nil })
	}
	g.Go(func() error { a.core.Watcher.Run(ctx); return nil })
	g.Go(func() error { a.rebuildQueue.Run(ctx); return nil })
	g.Go(func() error { a.auditRuns.Run(ctx); return nil })
	g.Go(func() error { a.sweepScratch(ctx); return nil })
	g.Go(func() error { return a.forgotten.Run(ctx) })
	g.Go(func() error { a.checkProviders(ctx); return nil })
	g.Go(func() error { return a.leader.Run(ctx, a.runLeaderParts) })
	g.Go(func() error { return a.follow(ctx) })
	if every := watchdogInterval(); every > 0 {
		a.guard.Rounds.Beat()
		g.Go(func() error {
			feedWatchdog(ctx, every, a.works, func(err error) { a.logger.WithError(err).Error("systemd's watchdog is not fed") })
			return nil
		})
	}
	if a.config.DebugAddr != "" {
		g.Go(func() error { return serveProfiles(ctx, a.config.DebugAddr) })
	}
	if a.realtime.node != nil {
		realtime, end := context.WithCancel(ctx)
		a.realtime.end = end
		g.Go(func() error { return a.realtime.node.Run(realtime) })
		g.Go(func() error { return a.realtime.reactors.Run(realtime) })
	}
	g.Go(func() error { return a.runStage(ctx) })
}

// runLeaderParts runs what only the leader runs: the engine, the reactors and the notary. It first compares
// the log with the checkpoints. It returns when that cannot be done or the log is suspect; the guard then
// ends this instance's part in the election.
func (a *App) runLeaderParts(ctx context.Context) error {
	if err := a.guard.Check(ctx); err != nil {
		_, foreign := errors.AsType[*engine.ForeignStoreError](err)
		if !foreign {
			a.logger.WithError(err).Warn("this instance does not lead: the log can't be checked, or is refused")
			return nil
		}
		return err
	}
	if err := eventstore.BindTimes(ctx, a.store, time.Now()); err != nil {
		a.logger.WithError(err).Warn("this instance does not lead: the log can't be written")
		return nil
	}
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return a.runEngine(ctx) })
	g.Go(func() error { return a.runReactors(ctx) })
	g.Go(func() error { a.notary.Run(ctx); return nil })
	return g.Wait()
}

// Handler returns the router with all surfaces, for tests that need no listener.
func (a *App) Handler() http.Handler { return a.handler }

// Log returns the log, for tests that check its events.
func (a *App) Log() *eventstore.Log { return a.core.Log }
