package portal

import (
	"net/url"
	"slices"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/api/auth"
	"gateway/http/page"
)

// New makes the merchants' site.
func New(config page.Config) *page.Site {
	s := &page.Site{
		Config: config, Name: words.PortalName, Prefix: "/portal", Cookie: "portal_session", OneClient: true, Roles: auth.PersonRoles,
		Logins: logins, SearchPath: "/search", SearchGroup: "read_money", Live: changes, NameActor: nameActor, Help: help,
		LoginLinks: []page.NavLink{{Text: words.NoAccountYet, Path: "/register"}, {Text: words.ForgotPassword, Path: "/forgot-password"}},
	}
	s.Pages = slices.Concat(registerPages, homePages, paymentPages, newPaymentPages, balancePages, proofPages, payoutPages, refundPages,
		documentPages, disputePages, slipPages, feeInvoicePages,
		callbackPages, endpointPages, deliveryPages, keyPages,
		profilePages, taxPages, appPages, personPages, mailPages, ownLogin.Pages(), activityPages, recoveryPages, ticketPages)
	s.Actions = slices.Concat(registerActions, paymentActions, newPaymentActions, payoutActions, refundActions,
		disputeActions, disputePlays, documentActions, slipActions,
		callbackActions, endpointActions, deliveryActions, keyActions,
		profileActions, taxActions, personActions, mailActions, ownLogin.Actions(), accessActions, recoveryActions, ticketActions)
	return s
}

// changes waits for the client's next event.
func changes(c *page.Context, cursor string) (string, bool, error) {
	query := url.Values{"after": {cursor}, "limit": {"1000"}, "wait": {"25"}}
	if cursor == "" {
		query = url.Values{"after": {"end"}, "limit": {"1"}}
	}
	got, err := api.ListEvents(c, query)
	return got.Next, len(got.Events) > 0, err
}
