package admin

import (
	"net/http"

	"gateway/domain"
	"gateway/domain/admin"
	"gateway/domain/balance"
	"gateway/domain/sequence"
	"gateway/http/envelope"

	"github.com/gin-gonic/gin"
)

// route is one row of the table of what administrators may do. least is the role
// that is needed at least: an auditor reads, support also works on tickets,
// proposals and callbacks, an admin does everything.
type route struct {
	method string
	path   string
	least  string
	handle gin.HandlerFunc
}

func (a *Admin) table() []route {
	const get, post, put = http.MethodGet, http.MethodPost, http.MethodPut
	routes := []route{
		{get, "/clients", admin.RoleAuditor, a.listClients},
		{get, "/clients/:id", admin.RoleAuditor, one(a.Queries.Client)},
		{get, "/clients/:id/balance", admin.RoleAuditor, a.getBalance},
		{get, "/clients/:id/balance-history", admin.RoleAuditor, a.balanceHistory},
		{get, "/trial-balance", admin.RoleAuditor, a.trialBalance},
		{post, "/clients/:id/approve", admin.RoleAdmin, act(a.approveClient)},
		{post, "/clients/:id/reject", admin.RoleAdmin, act(a.rejectClient)},
		{post, "/clients/:id/suspend", admin.RoleAdmin, act(a.suspendClient)},
		{post, "/clients/:id/reactivate", admin.RoleAdmin, act(a.reactivateClient)},
		{put, "/clients/:id", admin.RoleAdmin, act(a.changeSettings)},
		{post, "/clients/:id/api-keys", admin.RoleAdmin, add(a.issueKey)},
		{post, "/clients/:id/apps", admin.RoleAdmin, create(a, sequence.App, "", a.addApp)},
		{post, "/clients/:id/adjustments", admin.RoleAdmin, create(a, "", "ADJ", a.adjustBalance)},
		{put, "/apps/:id/fees", admin.RoleAdmin, act(a.setAppFee)},

		{get, "/suspense", admin.RoleAuditor, a.listSuspense},
		{post, "/suspense/:id/release", admin.RoleAdmin, act(a.releaseSuspense)},
		{post, "/suspense/:id/refund", admin.RoleAdmin, act(a.refundSuspense)},

		{get, "/callbacks", admin.RoleAuditor, a.listCallbacks},
		{get, "/callbacks/:id", admin.RoleAuditor, a.getCallback},
		{post, "/callbacks/:id/resend", admin.RoleSupport, a.resendCallback},

		{get, "/tickets", admin.RoleAuditor, a.listTickets},
		{get, "/tickets/:id", admin.RoleAuditor, one(a.findTicket)},
		{post, "/tickets/:id/reply", admin.RoleSupport, a.replyToTicket},
		{post, "/tickets/:id/close", admin.RoleSupport, act(a.closeTicket)},
		{get, "/proposals", admin.RoleAuditor, a.listProposals},
		{post, "/proposals/:id/read", admin.RoleSupport, act(a.readProposal)},

		{put, "/fees/:channel_code", admin.RoleAdmin, a.changeFee},
		{put, "/bank-channels/:code", admin.RoleAdmin, a.changeBankChannel},

		{get, "/admins", admin.RoleAuditor, a.listAdmins},
		{post, "/admins", admin.RoleAdmin, a.createAdmin},
		{get, "/projections", admin.RoleAuditor, a.listProjections},
		{post, "/projections/:name/rebuild", admin.RoleAdmin, a.rebuildProjection},
	}
	return append(append(routes, a.payoutTable("/withdrawals", balance.Withdrawal)...), a.payoutTable("/settlements", balance.Settlement)...)
}

// Routes mounts the surface below /api/v2/admin.
func (a *Admin) Routes(r gin.IRouter) {
	r.POST("/auth/login", a.login)
	for _, route := range a.table() {
		r.Handle(route.method, route.path, a.require(route.least), route.handle)
	}
}

// powers orders the roles: each may do all that those below it may.
var powers = map[string]int{admin.RoleAuditor: 1, admin.RoleSupport: 2, admin.RoleAdmin: 3}

var errRole = domain.Refuse(domain.Forbidden, "role_forbidden", "your role may not do this")

// require admits the session of an administrator whose role is least or above.
func (a *Admin) require(least string) gin.HandlerFunc {
	return func(c *gin.Context) {
		who, err := a.whoIs(c)
		if err == nil && powers[who.Role] < powers[least] {
			err = errRole
		}
		if err != nil {
			envelope.Fail(c, err)
			return
		}
		actAs(c, who)
	}
}
