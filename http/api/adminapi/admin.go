package adminapi

import (
	"gateway/http/api/listing"
	"gateway/http/api/ownloginapi"
	"gateway/http/service/accountservice"
	"gateway/http/service/actservice"
	"gateway/http/service/adminservice"
	"gateway/http/service/agingservice"
	"gateway/http/service/approvalservice"
	"gateway/http/service/auditrunservice"
	"gateway/http/service/balanceservice"
	"gateway/http/service/bankservice"
	"gateway/http/service/bankstatementservice"
	"gateway/http/service/callbackservice"
	"gateway/http/service/customerservice"
	"gateway/http/service/disputeservice"
	"gateway/http/service/documentservice"
	"gateway/http/service/eventlogservice"
	"gateway/http/service/holdservice"
	"gateway/http/service/overviewservice"
	"gateway/http/service/payoutservice"
	"gateway/http/service/periodservice"
	"gateway/http/service/proposalservice"
	"gateway/http/service/refundservice"
	"gateway/http/service/routingservice"
	"gateway/http/service/safeguardservice"
	"gateway/http/service/taxservice"
	"gateway/http/service/ticketservice"
	"gateway/http/service/withholdingservice"
	"gateway/projections/readmodel"
	"gateway/projections/story"

	"github.com/gin-gonic/gin"
)

// UseCases are the use cases that the operations call. Operations that only read use Queries.
type UseCases struct {
	Queries   *readmodel.Queries
	Accounts  accountservice.Accounts
	Acts      actservice.Acts
	Admins    adminservice.Admins
	Approvals *approvalservice.Approvals
	// Ages reports how old are receivables and suspense.
	Ages      agingservice.Ages
	Overviews overviewservice.Overviews
	AuditRuns *auditrunservice.Runs
	Balances  *balanceservice.Balances
	Banks     bankservice.Channels
	// BankStatements are what our own bank says, beside Banks, which are those of payouts.
	BankStatements bankstatementservice.Statements
	Callbacks      callbackservice.Callbacks
	// Cursors makes and reads the cursors of lists.
	Cursors     *listing.Cursors
	Disputes    disputeservice.Disputes
	Documents   documentservice.Documents
	Slips       withholdingservice.Slips
	Holds       holdservice.Holds
	Customers   customerservice.Customers
	Log         *eventlogservice.Reader
	Payouts     payoutservice.Payouts
	Periods     periodservice.Periods
	Packages    *periodservice.Packages
	Refunds     refundservice.Refunds
	Projections Projections
	Proposals   proposalservice.Proposals
	Routing     routingservice.Routing
	// Safeguarding proves each day that our money covers what is owed to clients.
	Safeguarding safeguardservice.Proofs
	// Stories tells what happened to a thing, and why it is in its state.
	Stories story.Reader
	Tax     taxservice.Tax
	Tickets ticketservice.Tickets
}

// Admin is the HTTP surface for administrators. It is safe for concurrent use.
type Admin struct {
	UseCases
	own      ownloginapi.Handlers[adminservice.Caller]
	reactors []StatusReporter
}

// New makes the surface. ListProjections shows the statuses of the reactors after those of the projections.
func New(u UseCases, reactors ...StatusReporter) *Admin {
	return &Admin{
		UseCases: u, reactors: reactors,
		own: ownloginapi.Handlers[adminservice.Caller]{Logins: u.Admins.Logins(), LoginPath: "/admin/auth/login"},
	}
}

// Routes mounts the surface below /api/v2.
func (a *Admin) Routes(r gin.IRouter) { RegisterHandlers(r, a.operations(), a.middleware) }
