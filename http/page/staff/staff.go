package staff

import (
	"slices"
	"time"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/api/auth"
	"gateway/http/page"
	"gateway/http/page/ownlogin"
)

// logins are the operations on the logins of administrators.
var logins = page.Logins{
	LogIn: func(c api.Caller, body any) (string, time.Time, error) {
		login, err := api.LoginAdmin(c, body)
		return login.Token, login.ExpiresAt, err
	},
	Me: func(c api.Caller) (page.Who, error) {
		me, err := api.GetMyAdminLogin(c)
		return page.Who{ID: me.ID, Email: me.Email, Role: me.Role, SecondFactor: me.SecondFactor}, err
	},
	LogOut:  func(c api.Caller) error { return api.LogoutAdmin(c, nil) },
	Confirm: api.ConfirmAdminLogin, ChangePassword: api.ChangeAdminPassword,
	ListSessions: api.ListAdminSessions, EndSession: api.EndAdminSession,
	BeginTOTP: api.BeginAdminTOTP, ConfirmTOTP: api.ConfirmAdminTOTP, RemoveTOTP: api.RemoveAdminTOTP,
}

// ownLogin is the person's own login.
var ownLogin = ownlogin.Login{Logins: logins, Section: words.SystemSection}

// New makes the staff's site.
func New(config page.Config) *page.Site {
	s := &page.Site{
		Config: config, Name: words.ConsoleName, Prefix: "/console", Cookie: "console_session", Roles: auth.AdminRoles,
		Logins: logins, SearchPath: "/search", SearchGroup: "read", Live: changes, NameActor: nameActor,
	}
	s.ApprovalsPath = approvalsPath
	s.Pages = slices.Concat(
		overviewPages,
		transactionPages, clientPages, callbackPages, resendPages, endpointPages,
		approvalPages, payoutPages, refundPages, disputePages, deductionPages, documentPages, slipPages,
		suspensePages, reversalPages, paymentReportPages, ticketPages, proposalPages,
		treasuryPages, taxPages, safeguardingPages, agingPages, writeOffPages, bankStatementPages,
		bookPages, monthPages,
		feePages, bankPages, routingPages, connectionPages, projectionPages, adminPages, ownLogin.Pages(),
	)
	s.Actions = slices.Concat(
		transactionActions, clientActions, callbackActions, endpointActions, resendActions, approvalActions,
		payoutActions, refundActions, disputeActions, deductionActions, documentActions, slipActions, suspenseActions, reversalActions,
		ticketActions, proposalActions, bulkActions,
		treasuryActions, taxActions, bankStatementActions, bookActions, monthActions, feeActions, bankActions, routingActions, projectionActions,
		adminActions, ownLogin.Actions(),
	)
	if config.Sandbox {
		s.Pages, s.Actions = append(s.Pages, page.PartsPages()...), append(s.Actions, page.PartsActions()...)
	}
	return s
}
