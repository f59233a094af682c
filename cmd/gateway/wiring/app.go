package wiring

import (
	"cmp"
	"context"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"

	"gateway/cmd/gateway/config"
	"gateway/cmd/gateway/database"
	"gateway/cmd/gateway/watch"
	"gateway/eventstore"
	"gateway/eventstore/transfer"
	"gateway/http/outbound/providers"
	"gateway/http/server"
	"gateway/http/server/lifecycle"
	"gateway/http/server/strangers"
	"gateway/http/service"
	"gateway/http/service/accountservice"
	"gateway/http/service/adminservice"
	"gateway/http/service/auditrunservice"
	"gateway/http/service/connectionservice"
	"gateway/http/service/credential"
	"gateway/http/simulator/stage"
	"gateway/projections/engine"
	"gateway/projections/leader"
	"gateway/projections/notary"
	"gateway/projections/reactor"
	"gateway/projections/reactor/refundreactor"
	"gateway/projections/rebuild"

	"github.com/sirupsen/logrus"
)

// App holds the wired parts of a gateway. Run starts and stops them.
type App struct {
	config       config.Config
	logger       *logrus.Entry
	databases    *database.Databases
	store        transfer.Store
	guard        *watch.LogGuard
	core         *service.Core
	engine       *engine.Engine
	engineRuns   sync.Mutex // held while the engine runs
	rebuildQueue *rebuild.Queue
	auditRuns    *auditrunservice.Runs
	reactors     *reactor.Group
	refunds      *refundreactor.Refunds // of reactors
	leader       *leader.Election
	providers    *providers.Set
	onProviderUp func(connection string, up bool)
	admins       adminservice.Admins
	keyUses      *credential.KeyUses
	shared       useCases
	forgotten    *accountservice.Forgotten
	realtime     realtimeParts
	notary       *notary.Signer
	strangers    *strangers.Budgets
	handler      http.Handler
	lifecycle    *lifecycle.Lifecycle
	started      context.CancelFunc // ends the start phase

	// stage plays the connections in played. It is nil where providers are configured.
	stage  *stage.Stage
	played []stage.Connection

	// ownAddr is the address at which this process reaches itself.
	ownAddr    string
	publicURL  string
	adminEmail string
	// headAtStart is the head of the log when it was opened. Until the read models have
	// reached it, the gateway is not ready.
	headAtStart eventstore.Position
	// appends knows whether this instance's own appends succeed.
	appends     *watch.AppendHealth
	adminExists atomic.Bool
	// wasReady is set permanently when the start is complete.
	wasReady atomic.Bool
	heads    watch.HeadHistory
	// archive is nil if the log is not in PostgreSQL.
	archive *archiveWatch
}

// assemble wires the parts without starting them. A sandbox without a mail server prints its mails to o.Out. It
// returns the App even with an error, so that the caller can close what was opened.
func assemble(
	ctx context.Context, c config.Config, d *database.Databases, addr net.Addr, budgets *strangers.Budgets, logger *logrus.Entry,
	o Options,
) (*App, error) {
	a := &App{config: c, logger: logger, databases: d, strangers: budgets}
	a.ownAddr = reachableAddress(addr)
	local := "http://" + a.ownAddr
	a.publicURL = strings.TrimSuffix(cmp.Or(c.PublicURL, local), "/")
	a.adminEmail = cmp.Or(c.AdminEmail, sandboxAdmin)
	metrics := server.NewMetrics()
	metrics.Build(o.Version)
	metrics.Add(budgets)
	if err := a.openLog(ctx, o.Now, metrics); err != nil {
		return a, err
	}
	keys, err := config.LoadSecrets(ctx, c, a.core.State)
	if err != nil {
		return a, err
	}
	if err := a.openProviders(ctx, keys, local, metrics); err != nil {
		return a, err
	}
	if err := connectionservice.Check(ctx, a.core.Log, CompaniesOf(a.providers)); err != nil {
		return a, err
	}
	if err := a.openRealtime(keys, metrics); err != nil {
		return a, err
	}
	if err := a.openNotary(keys); err != nil {
		return a, err
	}
	a.auditRuns = a.newAuditRuns(o.Version, keys.Masters, metrics.AuditRun)
	a.admins = a.administrators(keys, metrics.FailedAdminLogin)
	a.shared = a.useCases(keys)
	if err := a.warnOfGaps(ctx); err != nil {
		return a, err
	}
	a.forgotten = accountservice.NewForgotten(a.shared.accounts)
	a.openReactors(keys, metrics, o.Out)
	a.handler, err = a.router(keys, metrics)
	return a, err
}

// openNotary makes the notary, which builds and signs the Merkle tree of the log.
func (a *App) openNotary(keys config.Secrets) error {
	key, err := notary.DeriveKey(keys.Masters)
	a.notary = notary.NewSigner(notary.NewTree(a.databases.Read, a.core.Log), key, a.logger)
	return err
}

// Close closes what assemble opened, after all parts have stopped.
func (a *App) Close() error {
	if a.providers != nil {
		a.providers.Close()
	}
	for _, c := range a.played {
		_ = c.Switch.Close() // it is closed already where it was served
	}
	if a.realtime.centrifugo != nil {
		a.realtime.centrifugo.Close()
	}
	if a.rebuildQueue != nil {
		a.rebuildQueue.Close()
	}
	if a.store == nil {
		return nil
	}
	return a.store.Close()
}

// reachableAddress returns the host and port at which this machine reaches the listener. It is loopback when
// the listener is on all addresses.
func reachableAddress(addr net.Addr) string {
	host, port, err := net.SplitHostPort(addr.String())
	if ip := net.ParseIP(host); err == nil && (ip == nil || ip.IsUnspecified()) {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port)
}
