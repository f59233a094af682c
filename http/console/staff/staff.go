package staff

import (
	"slices"

	"gateway/http/auth"
	"gateway/http/console/page"
	"gateway/http/console/words"
)

// New makes the staff's site.
func New(config page.Config) *page.Site {
	s := &page.Site{
		Config: config, Name: words.ConsoleName, Prefix: "/console", Cookie: "console_session", Roles: auth.AdminRoles,
		LoginPath: "/admin/auth/login", LogoutPath: "/admin/auth/logout", MePath: "/admin/auth/me",
		SearchPath: "/search", SearchGroup: "read",
	}
	s.ApprovalsPath = approvalsPath
	s.Pages = slices.Concat(
		overviewPages,
		transactionPages, clientPages, callbackPages,
		approvalPages, payoutPages, suspensePages, reversalPages, ticketPages, proposalPages,
		treasuryPages,
		feePages, bankPages,
	)
	s.Actions = slices.Concat(
		transactionActions, clientActions, callbackActions, approvalActions, payoutActions, suspenseActions, ticketActions, proposalActions,
		treasuryActions, feeActions, bankActions,
	)
	return s
}
