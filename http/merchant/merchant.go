package merchant

import (
	"gateway/http/listing"
	"gateway/http/ownlogin"
	"gateway/http/service/account"
	"gateway/http/service/balance"
	"gateway/http/service/callback"
	"gateway/http/service/credential"
	"gateway/http/service/feed"
	"gateway/http/service/payment"
	"gateway/http/service/payout"
	"gateway/http/service/pricing"
	"gateway/http/service/proposal"
	"gateway/http/service/realtime"
	"gateway/http/service/sandbox"
	"gateway/http/service/ticket"
	"gateway/http/service/transaction"
	"gateway/projections/readmodel"
	"gateway/projections/story"

	"github.com/gin-gonic/gin"
)

// UseCases are what the operations call. Operations that only read ask Queries.
type UseCases struct {
	Queries    *readmodel.Queries
	Accounts   account.Accounts
	Balances   *balance.Balances
	Callbacks  callback.Own
	Calculator pricing.Calculator
	// Cursors are those of lists.
	Cursors   *listing.Cursors
	Endpoints callback.Endpoints
	// Forgotten takes requests for a new password.
	Forgotten *account.Forgotten
	Feed      *feed.Feed
	KeyUses   *credential.KeyUses
	Payments  payment.Payments
	Payouts   payout.Payouts
	Proposals proposal.Proposals
	Realtime  realtime.Tokens
	Sandbox   sandbox.Sandbox
	// Stories say what happened, and why something is as it is.
	Stories      story.Reader
	Tickets      ticket.Tickets
	Transactions transaction.Transactions
}

// Limits are how often something may be asked for.
type Limits struct {
	// Registrations counts registrations and requests about a forgotten password, by IP
	// address (origin.Network).
	Registrations *credential.Limiter
	// Requests counts requests with an API key, by client.
	Requests *credential.Limiter
}

// API is the surface. It is safe for concurrent use.
type API struct {
	UseCases
	own    ownlogin.Handlers[account.Caller]
	limits Limits
}

// New makes the surface.
func New(u UseCases, limits Limits) *API {
	return &API{
		UseCases: u, limits: limits, own: ownlogin.Handlers[account.Caller]{Logins: u.Accounts.Logins(), LoginPath: "/auth/login"},
	}
}

// Routes mounts the surface below /api/v2.
func (a *API) Routes(r gin.IRouter) { RegisterHandlers(r, a, a.middleware) }
