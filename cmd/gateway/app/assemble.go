package app

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"gateway/domain/admin"
	"gateway/domain/catalogue"
	"gateway/eventstore"
	"gateway/eventstore/postgres"
	"gateway/eventstore/transfer"
	deskadmin "gateway/http/admin"
	"gateway/http/callback"
	"gateway/http/merchant"
	"gateway/http/notification"
	"gateway/http/openapi"
	"gateway/http/provider"
	"gateway/http/server"
	"gateway/http/service"
	"gateway/http/service/ids"
	"gateway/http/service/state"
	"gateway/http/simulator"
	"gateway/projections/engine"
	"gateway/projections/leader"
	"gateway/projections/notary"
	"gateway/projections/reactor"
	"gateway/projections/readmodel"
	"gateway/projections/rebuild"

	"github.com/sirupsen/logrus"
)

const (
	tokenTTL    = 24 * time.Hour
	loginWindow = 15 * time.Minute
	apiPrefix   = "/api/v2"
	// sandboxAdmin is the first admin of a sandbox that names none.
	sandboxAdmin = "admin@example.com"
)

// App is an assembled gateway: everything wired, nothing started.
type App struct {
	config       Config
	logger       *logrus.Entry
	databases    *Databases
	store        transfer.Store
	backend      *service.Core
	engine       *engine.Engine
	rebuildQueue *rebuild.Queue
	reactors     *reactor.Group
	leader       *leader.Lead
	client       *provider.Client
	admin        *deskadmin.Admin
	realtime     realtimeParts
	keeper       *notary.Keeper
	handler      http.Handler

	// simulator and its listener are nil when the provider is a real one.
	simulator         *simulator.Simulator
	simulatorListener net.Listener

	publicURL   string
	adminEmail  string
	headAtStart eventstore.Position
	hasAdmin    atomic.Bool
}

// secrets are what the gateway signs with and is called with. A sandbox makes
// those that are not configured, and keeps them.
type secrets struct {
	master, providerKey, callbackToken string
}

// assemble gives what there is to close with an error, too.
func assemble(ctx context.Context, c Config, d *Databases, addr net.Addr, logger *logrus.Entry) (*App, error) {
	a := &App{config: c, logger: logger, databases: d}
	local := "http://" + loopback(addr)
	a.publicURL = strings.TrimSuffix(cmp.Or(c.PublicURL, local), "/")
	a.adminEmail = cmp.Or(c.AdminEmail, sandboxAdmin)
	metrics := server.NewMetrics()
	if err := a.openLog(ctx, metrics); err != nil {
		return a, err
	}
	keys, err := loadSecrets(ctx, c, a.backend.State)
	if err != nil {
		return a, err
	}
	if err := a.openProvider(ctx, keys, local); err != nil {
		return a, err
	}
	if err := a.openRealtime(keys, metrics); err != nil {
		return a, err
	}
	if err := a.openNotary(keys); err != nil {
		return a, err
	}
	a.react(keys, metrics)
	return a, a.route(keys, metrics)
}

// openLog opens the event store and what stands on it.
func (a *App) openLog(ctx context.Context, metrics *server.Metrics) (err error) {
	store, err := openStore(ctx, postgres.Config{
		DSN: a.databases.EventsURL, Claim: postgres.ClaimShared, OnBatch: metrics.Batch, Log: a.logger,
	})
	if errors.Is(err, postgres.ErrClaimed) {
		return fmt.Errorf("%w alone: wait for gateway events copy to end, or stop gateway events serve --writable", err)
	}
	if err != nil {
		return err
	}
	a.store = store
	if err := a.mayStart(ctx); err != nil {
		return err
	}
	if a.headAtStart, err = a.store.Head(ctx); err != nil {
		return err
	}
	log := eventstore.NewLog(a.store, eventstore.NewCodec(catalogue.Events()...), eventstore.Options{
		OnError: func(err error) { a.logger.WithError(err).Warn("snapshot") },
	})
	a.backend = &service.Core{
		Log: log, Queries: readmodel.NewQueries(a.databases.Read), Watcher: engine.NewCheckpointWatcher(a.databases.Read.DB),
		IDs: ids.New(log, now), State: state.New(a.databases.State), Presence: state.NewPresence(a.databases.State),
		Now: now, Logger: a.logger,
	}
	a.engine = engine.New(a.databases.Read.DB, log, a.backend.Watcher, a.logger, readmodel.All()...)
	a.rebuildQueue, err = openRebuildQueue(a.databases, log, a.logger)
	return err
}

// mayStart refuses what only a mistake leads to: a log that is being moved or was left,
// and read models of another one.
func (a *App) mayStart(ctx context.Context) error {
	if err := state.CheckNotMoving(ctx, a.databases.State); err != nil {
		return err
	}
	if err := transfer.CheckLocation(ctx, a.store); err != nil {
		return err
	}
	return engine.CheckStore(ctx, a.databases.Read.DB, a.store.ID())
}

// now is the clock of the gateway: UTC, in the microseconds that PostgreSQL keeps.
func now() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }

func loadSecrets(ctx context.Context, c Config, kept *state.DB) (s secrets, err error) {
	s = secrets{c.MasterSecret, c.ProviderSecretKey, c.ProviderCallbackToken}
	for name, value := range map[string]*string{
		"master": &s.master, "provider_secret_key": &s.providerKey, "provider_callback_token": &s.callbackToken,
	} {
		if *value != "" {
			continue
		}
		if *value, err = kept.Secret(ctx, name); err != nil {
			return s, err
		}
	}
	return s, nil
}

// openProvider makes the client, and in a sandbox the provider too: a service of
// its own on a loopback port, spoken to as the real one is.
func (a *App) openProvider(ctx context.Context, keys secrets, local string) (err error) {
	base := a.config.ProviderURL
	if base == "" {
		a.simulator, err = simulator.New(ctx, simulator.Options{
			DB: a.databases.State, SecretKey: keys.providerKey, CallbackToken: keys.callbackToken,
			NotifyURL: local + apiPrefix + "/provider/callbacks", PublicURL: a.publicURL,
			PayoutDelay: a.config.SimulatorPayoutDelay, Log: a.logger,
		})
		if err != nil {
			return err
		}
		a.simulatorListener, err = (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
		if err != nil {
			return fmt.Errorf("listen for the simulated provider: %w", err)
		}
		base = "http://" + a.simulatorListener.Addr().String()
	}
	a.client = provider.New(provider.Config{BaseURL: base, SecretKey: keys.providerKey, Timeout: a.config.ProviderTimeout})
	return nil
}

// openNotary makes what keeps the log tamper-evident.
func (a *App) openNotary(keys secrets) error {
	key, err := notary.DeriveKey([]byte(keys.master))
	a.keeper = notary.NewKeeper(notary.NewTree(a.databases.Read, a.backend.Log), key, a.logger)
	return err
}

func (a *App) react(keys secrets, metrics *server.Metrics) {
	b := a.backend
	sender := callback.NewSender(callback.Options{AllowPrivate: a.config.Environment == Sandbox})
	reports := a.reports()
	leading := []reactor.Reactor{
		reactor.NewPosting(b.Log, a.databases.Read.DB, a.logger),
		reactor.NewPayouts(reports, b.Queries, a.client, b.Watcher, a.logger, reactor.PayoutOptions{}),
		reactor.NewPaymentPolling(reports, b.Queries, a.client, b.Watcher, a.logger, reactor.PaymentPollingOptions{}),
		reactor.NewCallbacks(b.Log, b.Queries, sender, callback.Secrets(b.Log, []byte(keys.master)), b.Watcher, a.logger,
			reactor.CallbackOptions{Now: b.Now, OnAttempt: metrics.Callback}),
	}
	if a.realtime.centrifugo != nil {
		leading = append(leading, a.announcer(a.realtime.centrifugo))
	}
	a.reactors = reactor.NewGroup(a.store, a.logger, leading...)
	a.leader = leader.New(a.databases.State.DB, a.logger)
	metrics.Leader(a.leader.Leads)
	metrics.Lag(a.statuses)
}

func (a *App) reports() *reactor.Reports {
	b := a.backend
	return &reactor.Reports{
		Log: b.Log, IDs: b.IDs, Now: b.Now, Logger: a.logger, Provider: a.client, Confirm: a.config.ProviderConfirm,
	}
}

// statuses are those of projections and reactors, by kind, as far as they are known.
func (a *App) statuses() map[string][]engine.Status {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	all := make(map[string][]engine.Status)
	if models, err := a.engine.Statuses(ctx); err == nil {
		all["projection"] = models
	}
	if acting, err := a.reactors.Statuses(ctx); err == nil {
		all["reactor"] = acting
	}
	if a.realtime.own != nil {
		if own, err := a.realtime.own.Statuses(ctx); err == nil {
			all["reactor"] = append(all["reactor"], own...)
		}
	}
	return all
}

func (a *App) route(keys secrets, metrics *server.Metrics) (err error) {
	c := a.config
	sandbox := merchant.Sandbox(nil)
	if a.simulator != nil {
		sandbox = a.simulator
	}
	merchants := merchant.New(a.backend, merchant.Config{
		VATRate: c.VATRate, Expiry: c.PaymentExpiry, HoldUntilSettled: upper(c.HoldUntilSettled), TokenTTL: tokenTTL,
		CallbackBase: a.publicURL + apiPrefix + "/provider/callbacks", MasterSecret: []byte(keys.master),
		Notary: a.keeper, Realtime: a.realtime.tokens,
		Limits: merchant.Limits{
			LoginsPerAccount: c.LoginsPerAccount, LoginsPerAddress: c.LoginsPerAddress, LoginWindow: loginWindow,
			RegistersPerMinute: c.RegistrationsPerMinute, RequestsPerMinute: c.RequestsPerMinute,
		},
	}, a.client, sandbox)
	a.admin = deskadmin.New(a.backend, deskadmin.Config{
		TokenTTL: tokenTTL, LoginWindow: loginWindow,
		LoginsPerAccount: c.LoginsPerAccount, LoginsPerAddress: c.LoginsPerAddress,
	}, a.client, merchants, a.rebuildQueue, a.reactors)
	surfaces := map[string]server.Surface{
		apiPrefix: server.Together{
			gated{server.Together{merchants, a.admin}, func() bool { return a.backend.Watcher.Behind(a.headAtStart) }},
			notification.New(a.reports(), keys.callbackToken),
		},
		apiPrefix + "/docs": openapi.NewDocs(a.publicURL, apiPrefix),
	}
	if a.simulator != nil {
		surfaces["/simulator"] = pages{a.simulator}
	}
	if a.realtime.node != nil {
		surfaces["/connection"] = a.realtime.node
	}
	a.handler, err = server.Router(server.Config{
		Logger: a.logger, Metrics: metrics, Ready: a.ready, TrustedProxies: c.TrustedProxies,
	}, surfaces)
	return err
}

// ensureAdmin makes the first admin. The password is given back when it was made
// here, which happens once.
func (a *App) ensureAdmin(ctx context.Context) (password string, err error) {
	if a.config.AdminPassword != "" {
		return "", a.admin.EnsureFirstAdmin(ctx, a.adminEmail, a.config.AdminPassword)
	}
	known, _, err := eventstore.Load(ctx, a.backend.Log, admin.Aggregate, admin.Stream(a.adminEmail))
	if err != nil || known.Exists() {
		return "", err
	}
	var bits [12]byte
	_, _ = rand.Read(bits[:]) // never fails (crypto/rand)
	password = hex.EncodeToString(bits[:])
	return password, a.admin.EnsureFirstAdmin(ctx, a.adminEmail, password)
}

// Close closes what assemble opened, after all parts have stopped.
func (a *App) Close() error {
	var errs []error
	if a.client != nil {
		a.client.Close()
	}
	if a.realtime.centrifugo != nil {
		a.realtime.centrifugo.Close()
	}
	if a.rebuildQueue != nil {
		errs = append(errs, a.rebuildQueue.Close())
	}
	if a.store != nil {
		errs = append(errs, a.store.Close())
	}
	return errors.Join(errs...)
}

// loopback is where this machine reaches the listener.
func loopback(addr net.Addr) string {
	host, port, err := net.SplitHostPort(addr.String())
	if ip := net.ParseIP(host); err == nil && (ip == nil || ip.IsUnspecified()) {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port)
}
