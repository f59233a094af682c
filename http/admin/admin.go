package admin

import (
	"context"
	"time"

	"gateway/domain/report"
	"gateway/http/auth"
	"gateway/http/merchant"
	"gateway/http/service"
	"gateway/http/service/idempotency"
	"gateway/http/service/payout"
	"gateway/http/service/state"
	"gateway/projections/engine"
)

// Config is what the surface is told at start.
type Config struct {
	// TokenTTL is how long an administrator stays logged in.
	TokenTTL time.Duration
	// Failed logins in LoginWindow; 0 switches a limit off.
	LoginsPerAccount int
	LoginsPerAddress int
	LoginWindow      time.Duration
}

// Provider is asked again before a person decides what became of a payout.
// *provider.Client implements it. Error: report.ErrNoRecord.
type Provider interface {
	FindPayout(ctx context.Context, reference string) (report.Payout, error)
}

// Keys issues API keys, and drops what is remembered of them. *api.API implements
// it.
type Keys interface {
	IssueKey(ctx context.Context, client int64, name string, byAdmin bool) (merchant.IssuedKey, error)
	ForgetKeys()
}

// Watched is a part of the service that works off the log: the projections, and
// each reactor.
type Watched interface {
	Statuses(ctx context.Context) ([]engine.Status, error)
}

// Projections are the read models: watched, and rebuilt on request.
// *rebuild.Queue implements it. Refusals: not_found, rebuild_under_way.
type Projections interface {
	Watched
	Rebuild(ctx context.Context, name string) (engine.Status, error)
}

// Admin is the surface. Make one with New; it is safe for concurrent use.
type Admin struct {
	*service.Core
	creations *idempotency.Creations
	payouts   payout.Payouts
	sessions  auth.Sessions
	provider  Provider
	keys      Keys
	models    Projections
	watched   []Watched
	// trials is held while a trial balance is made.
	trials chan struct{}
}

// New makes the surface.
func New(b *service.Core, c Config, p Provider, keys Keys, models Projections, reactors ...Watched) *Admin {
	return &Admin{
		Core: b, creations: idempotency.New(b), payouts: payout.Payouts{Core: b, Provider: p}, provider: p, keys: keys,
		models: models, watched: append([]Watched{models}, reactors...), trials: make(chan struct{}, 1),
		sessions: auth.Sessions{
			State: b.State, Kind: state.AdminSession, TTL: c.TokenTTL, Now: b.Now,
			ByAccount: auth.NewLimiter(c.LoginsPerAccount, c.LoginWindow, b.Now),
			ByAddress: auth.NewLimiter(c.LoginsPerAddress, c.LoginWindow, b.Now),
		},
	}
}
