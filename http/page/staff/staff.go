package staff

import (
	"slices"

	"gateway/domain/words"
	"gateway/http/api/auth"
	"gateway/http/page"
	"gateway/http/page/ownlogin"
)

// ownLogin is the person's own login.
var ownLogin = ownlogin.Login{API: "/admin/auth", Section: words.SystemSection}

// New makes the staff's site.
func New(config page.Config) *page.Site {
	s := &page.Site{
		Config: config, Name: words.ConsoleName, Prefix: "/console", Cookie: "console_session", Roles: auth.AdminRoles,
		LoginPath: "/admin/auth/login", LogoutPath: "/admin/auth/logout", ConfirmPath: "/admin/auth/confirm", MePath: "/admin/auth/me",
		SearchPath: "/search", SearchGroup: "read", Live: changes,
	}
	s.ApprovalsPath = approvalsPath
	s.Pages = slices.Concat(
		overviewPages,
		transactionPages, clientPages, callbackPages, resendPages,
		approvalPages, payoutPages, suspensePages, reversalPages, paymentReportPages, ticketPages, proposalPages,
		treasuryPages,
		bookPages,
		feePages, bankPages, projectionPages, adminPages, ownLogin.Pages(),
	)
	s.Actions = slices.Concat(
		transactionActions, clientActions, callbackActions, resendActions, approvalActions,
		payoutActions, suspenseActions, reversalActions, ticketActions, proposalActions,
		treasuryActions, bookActions, feeActions, bankActions, projectionActions, adminActions, ownLogin.Actions(),
	)
	return s
}
