package merchant

import (
	"context"
	"time"

	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/http/auth"
	"gateway/http/provider"
	"gateway/http/realtime"
	"gateway/http/service"
	"gateway/http/service/idempotency"
	"gateway/http/service/payout"
	"gateway/projections/notary"

	"github.com/gin-gonic/gin"
	"github.com/shopspring/decimal"
)

// Config is what the surface is told at start.
type Config struct {
	// VATRate is the PPN on fees, in percent.
	VATRate decimal.Decimal
	// Expiry overrides how long a payment stays open, by channel code.
	Expiry map[string]time.Duration
	// HoldUntilSettled lists the channel codes whose credits are withdrawable
	// only from SETTLED on.
	HoldUntilSettled []string
	// TokenTTL is how long a client token lives.
	TokenTTL time.Duration
	// CallbackBase is where the provider notifies us: <PUBLIC_URL>/api/v2/provider/callbacks.
	CallbackBase string
	// MasterSecret derives the secrets that sign callbacks.
	MasterSecret []byte
	// Notary proves what the log says. Every operation that needs it does.
	Notary *notary.Keeper
	// Realtime issues realtime tokens; nil when realtime is not configured.
	Realtime *realtime.Tokens
	// Production refuses what only a sandbox may do.
	Production bool
	Limits     Limits
}

// Limits on how often something may be asked for; 0 switches one off.
type Limits struct {
	LoginsPerAccount   int // failed ones, in LoginWindow
	LoginsPerAddress   int // failed ones, in LoginWindow
	LoginWindow        time.Duration
	RegistersPerMinute int // per address
	RequestsPerMinute  int // per API key
}

// Provider opens payments. *provider.Client implements it.
type Provider interface {
	OpenPayment(ctx context.Context, r provider.OpenRequest) (report.Instructions, error)
	FindPayment(ctx context.Context, channel pricing.Kind, transactionID string) (report.Payment, error)
}

// Sandbox makes the simulated provider do what a customer or bank would.
// *simulator.Simulator implements it. Errors: simulator.ErrNotFound and ErrState.
type Sandbox interface {
	Pay(ctx context.Context, externalID string, amount *decimal.Decimal, channelCode string) error
	Settle(ctx context.Context, externalID string) error
	Expire(ctx context.Context, externalID string) error
	CompletePayout(ctx context.Context, externalID string) error
	FailPayout(ctx context.Context, externalID, code string) error
}

// API is the surface. Make one with New; it is safe for concurrent use.
type API struct {
	*service.Core
	config    Config
	provider  Provider
	sandbox   Sandbox
	keys      *keyring
	creations *idempotency.Creations
	payouts   payout.Payouts

	loginsByAccount *auth.Limiter
	loginsByAddress *auth.Limiter
	registers       *auth.Limiter
	requests        *auth.Limiter
}

// New makes the surface. sandbox is nil in production.
func New(b *service.Core, config Config, p Provider, sandbox Sandbox) *API {
	l := config.Limits
	return &API{
		Core: b, config: config, provider: p, sandbox: sandbox,
		keys: newKeyring(b.Queries, b.Now), creations: idempotency.New(b), payouts: payout.Payouts{Core: b, VATRate: config.VATRate},
		loginsByAccount: auth.NewLimiter(l.LoginsPerAccount, l.LoginWindow, b.Now),
		loginsByAddress: auth.NewLimiter(l.LoginsPerAddress, l.LoginWindow, b.Now),
		registers:       auth.NewLimiter(l.RegistersPerMinute, time.Minute, b.Now),
		requests:        auth.NewLimiter(l.RequestsPerMinute, time.Minute, b.Now),
	}
}

// Routes mounts the surface below /api/v2.
func (a *API) Routes(r gin.IRouter) { RegisterHandlers(r, a, a.guard) }
