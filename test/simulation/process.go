package simulation

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"gateway/domain/catalogue"
	"gateway/domain/connection"
	"gateway/domain/secret"
	"gateway/eventstore"
	"gateway/http/api/notificationapi"
	"gateway/http/outbound/provider"
	"gateway/http/service"
	"gateway/http/service/actservice"
	"gateway/http/service/approvalservice"
	"gateway/http/service/balanceservice"
	"gateway/http/service/callbackservice"
	"gateway/http/service/disputeservice"
	"gateway/http/service/ids"
	"gateway/http/service/paymentservice"
	"gateway/http/service/payoutservice"
	"gateway/http/service/refundservice"
	"gateway/http/service/routingservice"
	"gateway/http/service/state"
	"gateway/http/service/suspenseservice"
	"gateway/projections/engine"
	"gateway/projections/reactor/bookreactor"
	"gateway/projections/reactor/callbackreactor"
	"gateway/projections/reactor/paymentreactor"
	"gateway/projections/reactor/payoutreactor"
	"gateway/projections/reactor/postingreactor"
	"gateway/projections/reactor/refundreactor"
	"gateway/projections/reactor/reportreactor"
	"gateway/test/rupiah"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"
)

// process is one instance of the gateway: its log with its caches, its use cases, and, while it leads, its
// reactors. Nothing of it outlives it.
type process struct {
	world *world
	name  string
	skew  time.Duration // of its clock

	dead, frozen bool
	cutOff       time.Time // its node of the cluster is cut off until then
	former       bool      // runs a former version of the program
	store        processStore
	log          *eventstore.Log
	core         *service.Core
	watcher      *engine.CheckpointWatcher
	clients      map[string]*provider.Client // by connection
	routing      routingservice.Routing
	reports      *reportreactor.Reports
	notify       http.Handler

	payments  paymentservice.Payments
	payouts   payoutservice.Payouts
	acts      actservice.Acts
	suspense  suspenseservice.Items
	callbacks callbackservice.Callbacks
	refunds   refundservice.Refunds
	disputes  disputeservice.Disputes
	keep      bookkeeping
	// refundReactor is the one of the last lead.
	refundReactor *refundreactor.Refunds

	// stopLeading ends the reactors; nil while the process does not lead.
	stopLeading context.CancelFunc
	// seen is the number of changes that each reactor has handled.
	seen map[string]int
}

func (p *process) isDead() bool   { return p != nil && p.dead }
func (p *process) isFrozen() bool { return p != nil && p.frozen && !p.dead }

func (p *process) now() time.Time { return time.Now().Add(p.skew).UTC().Truncate(time.Microsecond) }

// start starts a process.
func (w *world) start(name string, former bool) *process {
	w.starts++
	p := &process{
		world: w, name: fmt.Sprintf("%s%d", name, w.starts), former: former, seen: make(map[string]int),
		// Few steps, so that two processes often draw the same skew.
		skew: time.Duration(w.random.IntN(5)-2) * time.Second,
	}
	p.store = processStore{Store: w.openLog(), p: p, log: w.reader}
	number := w.starts
	proposals := make(map[string]int)
	p.log = eventstore.NewLog(p.store, codecOf(former), eventstore.Options{
		SnapshotEvery: w.limits.snapshotEvery, Owns: catalogue.Owns,
		NewID: func(stream string, at eventstore.Revision) uuid.UUID { return w.eventID(number, proposals, stream, at) },
		Yield: func(ctx context.Context, stream string) { w.stopAt(ctx, p, "turn", stream, nil) },
	})
	p.watcher = engine.NewCheckpointWatcher(nil)
	p.core = &service.Core{
		Log: p.log, Watcher: p.watcher, IDs: ids.New(p.log, p.now), Now: p.now, Logger: w.logger.WithField("process", p.name),
		Presence: state.PresenceIn(p.name, w.isAlive),
	}
	p.makeClients()
	p.makeUseCases()
	w.processes = append(w.processes, p)
	w.spawn(p, p.name+" watch", p.watch)
	w.note("%s starts, of a former version: %v", p.name, former)
	return p
}

// makeUseCases makes the use cases that serve requests and notifications.
func (p *process) makeUseCases() {
	p.payments = paymentservice.Payments{
		Core: p.core, Providers: ports[paymentservice.Provider](p), Router: p.routing, VATRate: rupiah.Of(11), HoldUntilSettled: p.world.heldUntilSettled(),
		NotificationURL: "http://gateway/api/v2/provider/callbacks",
	}
	p.payouts = payoutservice.Payouts{
		Core: p.core, Providers: ports[payoutservice.Provider](p), Books: p.books(),
		VATRate: rupiah.Of(11), Rows: p.world.queries(),
	}
	p.acts = actservice.New(approvalservice.New(p.core, nil), actservice.UseCases{Balances: balanceservice.New(p.core, nil)})
	p.suspense = suspenseservice.Items{Core: p.core, Rows: p.world.queries()}
	p.callbacks = callbackservice.Callbacks{Core: p.core, Rows: p.world.queries()}
	p.reports = &reportreactor.Reports{
		Log: p.log, IDs: p.core.IDs, Now: p.now, Logger: p.core.Logger, Confirm: p.world.confirm,
	}
	p.makeRefunds()
	p.makeDisputes()
	p.makeBooks()
	router := gin.New()
	notificationapi.New(notificationapi.Options{Reports: p.reports, Connections: notified{p.world}, Masters: secret.NewRing("master")}).Routes(router)
	p.notify = router
}

const callbackToken = "the-callback-token"

// isAlive reports whether the process of this name runs, frozen or not.
func (w *world) isAlive(name string) bool {
	for _, p := range w.processes {
		if p.name == name {
			return !p.dead
		}
	}
	return false
}

// lead starts the projections and reactors of the process.
func (p *process) lead() {
	w := p.world
	ctx, stop := context.WithCancel(context.Background())
	p.stopLeading = stop
	w.leader = p
	w.note("%s leads", p.name)
	run := func(name string, work func(ctx context.Context) error) {
		w.spawnWith(ctx, p, p.name+" "+name, func(ctx context.Context) {
			for ctx.Err() == nil {
				if err := work(ctx); err != nil && ctx.Err() == nil {
					w.stopAt(ctx, p, "restart", name, nil)
				}
			}
		})
	}
	w.spawnWith(ctx, p, p.name+" projections", p.project)
	run("posting", postingreactor.NewPostingFrom(p.log, processRows{w.rows, p}, p.core.Logger).Run)
	payouts := payoutreactor.NewPayouts(p.reports, w.queries(), ports[payoutreactor.PayoutProvider](p), p.watcher, p.core.Logger, payoutreactor.PayoutOptions{
		ProviderAPI: w.providerAPI, Page: w.limits.page, Books: p.books(), Arrival: time.Minute, Route: p.routePayout,
	})
	run("payouts", p.loop("payouts", payouts.CatchUp, func(ctx context.Context) error {
		if off, err := p.payoutsOff(ctx); off || err != nil {
			return err
		}
		return payouts.RunOnce(ctx)
	}))
	payments := paymentreactor.NewPaymentWatch(p.reports, w.queries(), paymentreactor.Connections{
		Payments: ports[paymentreactor.PaymentProvider](p), Books: ports[reportreactor.BookingLister](p),
	}, p.watcher, p.core.Logger, paymentreactor.PaymentWatchOptions{Page: w.limits.page})
	run("polling", p.loop("polling", payments.Expiring.CatchUp, payments.Expiring.RunOnce))
	if !p.former { // a former version has no such reactor
		run("closing", p.loop("closing", payments.Closing.CatchUp, payments.Closing.RunOnce))
	}
	run("confirming", p.loop("confirming", payments.Confirming.CatchUp, payments.Confirming.RunOnce))
	for _, at := range w.providers {
		name, client := "listing", p.clients[at.name]
		if at.name != connection.Xendit {
			name += " of " + at.name
		}
		run(name, bookreactor.NewProviderListing(p.reports, client, client, processRows{w.rows, p}, p.core.Logger, bookreactor.ProviderListingOptions{
			Connection: at.name, Slice: w.limits.slice, Sleep: p.sleep,
			Consumers: []bookreactor.BookingConsumer{p.reports, bookreactor.ProviderFees{Log: p.log, Now: p.now}, bookreactor.BookedPayouts{Reports: p.reports}},
		}).Run)
	}
	holds := paymentreactor.NewHoldEnding(p.log, w.queries(), p.watcher, p.core.Logger, paymentreactor.HoldEndingOptions{After: 3 * 24 * time.Hour, Page: w.limits.page, Now: p.now})
	p.leadRefunds(run)
	p.leadDisputes(run)
	run("holds", p.loop("holds", holds.CatchUp, holds.RunOnce))
	callbacks := callbackreactor.NewCallbacks(p.log, w.queries(), sender{p}, secrets, p.watcher, p.core.Logger,
		callbackreactor.CallbackOptions{Now: p.now, Jitter: func() float64 { return 0.5 }})
	run("callbacks", p.loop("callbacks", callbacks.CatchUp, callbacks.RunOnce))
}

// sleep waits at the scheduler until the time has come.
func (p *process) sleep(ctx context.Context, d time.Duration) error {
	until := time.Now().Add(d)
	p.world.stopAt(ctx, p, "sleep", "", func() bool { return ctx.Err() != nil || !time.Now().Before(until) })
	return ctx.Err()
}

// loop runs a reactor with a to-do list whenever something has changed.
func (p *process) loop(name string, catchUp, once func(context.Context) error) func(context.Context) error {
	w := p.world
	return func(ctx context.Context) error {
		if err := catchUp(ctx); err != nil {
			return err
		}
		for {
			w.stopAt(ctx, p, "run", name, func() bool { return ctx.Err() != nil || p.seen[name] != w.changed })
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if p.seen[name] = w.changed; w.rows.position == p.watcher.Position() || !w.chance(2) {
				if err := once(ctx); err != nil {
					return err
				}
			}
		}
	}
}

// kill ends a process at once. Its goroutines end at their next boundary.
func (w *world) kill(p *process, when string) {
	if p.dead {
		return
	}
	p.dead = true
	w.faults++
	w.note("%s is killed %s", p.name, when)
}

// bury ends what is left of killed processes.
func (w *world) bury() {
	for _, p := range w.processes {
		if !p.dead || p.store.Store == nil {
			continue
		}
		p.watcher.Report(eventstore.Position{Commit: 1 << 60})
		w.endTasksOf(p)
		if p.stopLeading != nil {
			p.stopLeading()
		}
		w.endTasksOf(p)
		_ = p.store.Store.Close()
		p.store.Store = nil
		if w.leader == p {
			w.leader = nil
		}
	}
}
