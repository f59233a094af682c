package merchantapi

import (
	"gateway/http/api/listing"
	"gateway/http/api/ownloginapi"
	"gateway/http/service/accountservice"
	"gateway/http/service/balanceservice"
	"gateway/http/service/callbackservice"
	"gateway/http/service/credential"
	"gateway/http/service/feedservice"
	"gateway/http/service/paymentservice"
	"gateway/http/service/payoutservice"
	"gateway/http/service/pricingservice"
	"gateway/http/service/proposalservice"
	"gateway/http/service/realtimeservice"
	"gateway/http/service/sandboxservice"
	"gateway/http/service/ticketservice"
	"gateway/http/service/transactionservice"
	"gateway/projections/readmodel"
	"gateway/projections/story"

	"github.com/gin-gonic/gin"
)

// UseCases are what the operations call. Operations that only read ask Queries.
type UseCases struct {
	Queries    *readmodel.Queries
	Accounts   accountservice.Accounts
	Balances   *balanceservice.Balances
	Callbacks  callbackservice.Own
	Calculator pricingservice.Calculator
	// Cursors are those of lists.
	Cursors   *listing.Cursors
	Endpoints callbackservice.Endpoints
	// Forgotten takes requests for a new password.
	Forgotten *accountservice.Forgotten
	Feed      *feedservice.Feed
	KeyUses   *credential.KeyUses
	Payments  paymentservice.Payments
	Payouts   payoutservice.Payouts
	Proposals proposalservice.Proposals
	Realtime  realtimeservice.Tokens
	Sandbox   sandboxservice.Sandbox
	// Stories say what happened, and why something is as it is.
	Stories      story.Reader
	Tickets      ticketservice.Tickets
	Transactions transactionservice.Transactions
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
	own    ownloginapi.Handlers[accountservice.Caller]
	limits Limits
}

// New makes the surface.
func New(u UseCases, limits Limits) *API {
	return &API{
		UseCases: u, limits: limits, own: ownloginapi.Handlers[accountservice.Caller]{Logins: u.Accounts.Logins(), LoginPath: "/auth/login"},
	}
}

// Routes mounts the surface below /api/v2.
func (a *API) Routes(r gin.IRouter) { RegisterHandlers(r, a, a.middleware) }
