package admin

import (
	"context"

	"gateway/http/envelope"
	"gateway/http/service/account"
	"gateway/http/service/act"
	admins "gateway/http/service/admin"
	"gateway/http/service/approval"
	"gateway/http/service/balance"
	"gateway/http/service/bank"
	"gateway/http/service/callback"
	"gateway/http/service/credential"
	"gateway/http/service/hold"
	"gateway/http/service/payout"
	"gateway/http/service/proposal"
	"gateway/http/service/ticket"
	"gateway/projections/readmodel"

	"github.com/gin-gonic/gin"
)

// UseCases are what the operations call. Operations that only read ask Queries.
type UseCases struct {
	Queries     *readmodel.Queries
	Accounts    account.Accounts
	Acts        act.Acts
	Admins      admins.Admins
	Approvals   *approval.Approvals
	Balances    *balance.Balances
	Banks       bank.Channels
	Callbacks   callback.Callbacks
	Holds       hold.Holds
	Payouts     payout.Payouts
	Projections Projections
	Proposals   proposal.Proposals
	Tickets     ticket.Tickets
}

// Admin is the surface. It is safe for concurrent use.
type Admin struct {
	UseCases
	reactors []StatusReporter
}

// New makes the surface. The statuses of the reactors are listed after those of the
// projections.
func New(u UseCases, reactors ...StatusReporter) *Admin {
	return &Admin{UseCases: u, reactors: reactors}
}

// Routes mounts the surface below /api/v2.
func (a *Admin) Routes(r gin.IRouter) { RegisterHandlers(r, a, a.middleware) }

// LoginAdmin is POST /admin/auth/login.
func (a *Admin) LoginAdmin(c *gin.Context) {
	envelope.Handle(c, envelope.Parse, func(ctx context.Context, r LoginRequest) (AdminLogin, error) {
		login, err := a.Admins.Login(ctx, credential.Attempt{Email: r.Email, Password: r.Password, Address: c.ClientIP()})
		return AdminLogin{Token: login.Token.Text, ExpiresAt: login.Token.ExpiresAt, Admin: login.Admin}, err
	})
}

// ListAdmins is GET /admin/admins.
func (a *Admin) ListAdmins(c *gin.Context) {
	all, err := a.Queries.Admins(c.Request.Context())
	envelope.Respond(c, all, err)
}

// CreateAdmin is POST /admin/admins.
func (a *Admin) CreateAdmin(c *gin.Context) {
	envelope.HandleNew(c, envelope.Parse, func(ctx context.Context, r AdminUserRequest) (readmodel.Admin, error) {
		return a.Admins.Create(ctx, admins.Request(r))
	})
}
