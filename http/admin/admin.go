package admin

import (
	"gateway/http/listing"
	"gateway/http/ownlogin"
	"gateway/http/service/account"
	"gateway/http/service/act"
	admins "gateway/http/service/admin"
	"gateway/http/service/approval"
	"gateway/http/service/auditrun"
	"gateway/http/service/balance"
	"gateway/http/service/bank"
	"gateway/http/service/callback"
	"gateway/http/service/eventlog"
	"gateway/http/service/hold"
	"gateway/http/service/payout"
	"gateway/http/service/proposal"
	"gateway/http/service/ticket"
	"gateway/projections/readmodel"
	"gateway/projections/story"

	"github.com/gin-gonic/gin"
)

// UseCases are what the operations call. Operations that only read ask Queries.
type UseCases struct {
	Queries   *readmodel.Queries
	Accounts  account.Accounts
	Acts      act.Acts
	Admins    admins.Admins
	Approvals *approval.Approvals
	AuditRuns *auditrun.Runs
	Balances  *balance.Balances
	Banks     bank.Channels
	Callbacks callback.Callbacks
	// Cursors are those of lists.
	Cursors     *listing.Cursors
	Holds       hold.Holds
	Log         *eventlog.Reader
	Payouts     payout.Payouts
	Projections Projections
	Proposals   proposal.Proposals
	// Stories say what happened, and why something is as it is.
	Stories story.Reader
	Tickets ticket.Tickets
}

// Admin is the surface. It is safe for concurrent use.
type Admin struct {
	UseCases
	own      ownlogin.Handlers[admins.Caller]
	reactors []StatusReporter
}

// New makes the surface. The statuses of the reactors are listed after those of the
// projections.
func New(u UseCases, reactors ...StatusReporter) *Admin {
	return &Admin{
		UseCases: u, reactors: reactors, own: ownlogin.Handlers[admins.Caller]{Logins: u.Admins.Logins(), LoginPath: "/admin/auth/login"},
	}
}

// Routes mounts the surface below /api/v2.
func (a *Admin) Routes(r gin.IRouter) { RegisterHandlers(r, a, a.middleware) }
