package merchantapi

import (
	"gateway/http/api/listing"
	"gateway/http/api/ownloginapi"
	"gateway/http/service/accountservice"
	"gateway/http/service/balanceservice"
	"gateway/http/service/callbackservice"
	"gateway/http/service/credential"
	"gateway/http/service/disputeservice"
	"gateway/http/service/documentservice"
	"gateway/http/service/feedservice"
	"gateway/http/service/overviewservice"
	"gateway/http/service/paymentservice"
	"gateway/http/service/payoutservice"
	"gateway/http/service/pricingservice"
	"gateway/http/service/proposalservice"
	"gateway/http/service/realtimeservice"
	"gateway/http/service/refundservice"
	"gateway/http/service/sandboxservice"
	"gateway/http/service/taxservice"
	"gateway/http/service/ticketservice"
	"gateway/http/service/transactionservice"
	"gateway/http/service/withholdingservice"
	"gateway/projections/readmodel"
	"gateway/projections/story"

	"github.com/gin-gonic/gin"
)

// UseCases are the use cases that the operations call. Operations that only read use Queries.
type UseCases struct {
	Queries    *readmodel.Queries
	Accounts   accountservice.Accounts
	Balances   *balanceservice.Balances
	Callbacks  callbackservice.Own
	Calculator pricingservice.Calculator
	// Cursors makes and reads the cursors of lists.
	Cursors   *listing.Cursors
	Disputes  disputeservice.Disputes
	Documents documentservice.Documents
	Endpoints callbackservice.Endpoints
	// Forgotten handles requests for a new password.
	Forgotten *accountservice.Forgotten
	Feed      *feedservice.Feed
	KeyUses   *credential.KeyUses
	Overviews overviewservice.Overviews
	Payments  paymentservice.Payments
	Payouts   payoutservice.Payouts
	Proposals proposalservice.Proposals
	Realtime  realtimeservice.Tokens
	Refunds   refundservice.Refunds
	Sandbox   sandboxservice.Sandbox
	Slips     withholdingservice.Slips
	// Stories tells what happened to a thing, and why it is in its state.
	Stories      story.Reader
	Tax          taxservice.Tax
	Tickets      ticketservice.Tickets
	Transactions transactionservice.Transactions
}

// Limits bound how often callers may ask.
type Limits struct {
	// Registrations counts registrations and requests about a forgotten password per IP address (origin.Network).
	Registrations *credential.Limiter
	// Requests counts requests with an API key per client.
	Requests *credential.Limiter
}

// API is the HTTP surface for merchants. It is safe for concurrent use.
type API struct {
	UseCases
	own    ownloginapi.Handlers[accountservice.Caller]
	limits Limits
	portal bool // see ForPortal
}

// New makes the surface.
func New(u UseCases, limits Limits) *API {
	return &API{
		UseCases: u, limits: limits, own: ownloginapi.Handlers[accountservice.Caller]{Logins: u.Accounts.Logins(), LoginPath: "/auth/login"},
	}
}

// ForPortal returns the surface as the portal calls it for logged-in people: operations for API keys take the
// session of a person instead, if the role may use the operation's group (x-person in the description). Only the
// gateway's own pages may reach it.
func (a *API) ForPortal() *API {
	portal := *a
	portal.portal = true
	return &portal
}

// Routes mounts the surface below /api/v2.
func (a *API) Routes(r gin.IRouter) { RegisterHandlers(r, a.operations(), a.middleware) }
