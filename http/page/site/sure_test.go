package site_test

import (
	"testing"

	"gateway/http/page"
	"gateway/http/page/site"
)

// How a form that destroys something or moves money is confirmed.
const (
	// asks: the answer to the form says in words what will happen, and a second button does it (page.Sure).
	asks = "asks"
	// ticks: the form says what will happen, and a person has to tick that it was read.
	ticks = "ticks"
	// steps: the form has a second step of its own.
	steps = "steps"
	// proves: the form asks for the present password, and says what will happen.
	proves = "proves"
	// decides: the page says in words what is decided, and the API asks for a fresh proof.
	decides = "decides"
)

// destructive are the forms of both sites that end, delete or replace something, or move money.
var destructive = map[string]string{
	"/console/admins/:id/disable":                asks,
	"/console/admins/:id/reset-password":         asks,
	"/console/approvals/:id/grant":               decides,
	"/console/parts":                             asks,
	"/console/approvals/:id/refuse":              decides,
	"/console/banks/:code/close":                 ticks,
	"/console/callbacks/resend-chosen":           steps,
	"/console/settlements/approve-chosen":        steps,
	"/console/suspense/refund-chosen":            steps,
	"/console/suspense/release-chosen":           steps,
	"/console/transactions/:id/forget":           asks,
	"/console/withdrawals/approve-chosen":        steps,
	"/console/clients/:id/adjust":                asks,
	"/console/clients/:id/api-key":               asks,
	"/console/clients/:id/end-access":            asks,
	"/console/clients/:id/reject":                asks,
	"/console/clients/:id/reset-link":            asks,
	"/console/clients/:id/suspend":               asks,
	"/console/clients/:id/write-off":             asks,
	"/console/disputes/:id/decide":               ticks,
	"/console/disputes/deductions":               steps,
	"/console/months/:id/close":                  ticks,
	"/console/projections/:name/clean":           ticks,
	"/console/projections/:name/rollback":        asks,
	"/console/refunds/:id/approve":               asks,
	"/console/refunds/:id/complete":              ticks,
	"/console/refunds/:id/fail":                  ticks,
	"/console/refunds/:id/reject":                asks,
	"/console/security/password":                 proves,
	"/console/security/sessions/:id/end":         asks,
	"/console/security/totp":                     proves,
	"/console/security/totp/remove":              proves,
	"/console/settlements/:id/adopt":             asks,
	"/console/settlements/:id/approve":           asks,
	"/console/settlements/:id/complete":          asks,
	"/console/settlements/:id/fail":              asks,
	"/console/settlements/:id/reject":            asks,
	"/console/suspense/:id/refund":               asks,
	"/console/suspense/:id/release":              asks,
	"/console/tickets/:id/close":                 asks,
	"/console/transactions/:id/end-hold":         asks,
	"/console/treasury/new":                      asks,
	"/console/withdrawals/:id/adopt":             asks,
	"/console/withdrawals/:id/approve":           asks,
	"/console/withdrawals/:id/complete":          asks,
	"/console/withdrawals/:id/fail":              asks,
	"/console/withdrawals/:id/reject":            asks,
	"/console/withholding-slips/:number/approve": ticks,
	"/console/withholding-slips/:number/reject":  asks,
	"/portal/disputes/:id/accept":                steps,
	"/portal/endpoints/:id/remove":               asks,
	"/portal/endpoints/:id/rotate":               asks,
	"/portal/keys":                               asks,
	"/portal/keys/:id/revoke":                    asks,
	"/portal/payments/:id/cancel":                asks,
	"/portal/payments/:id/expire":                asks,
	"/portal/payments/:id/pay":                   asks,
	"/portal/payments/:id/refund":                steps,
	"/portal/people/:id/remove":                  asks,
	"/portal/refunds/:id/approve":                asks,
	"/portal/refunds/:id/cancel":                 asks,
	"/portal/refunds/:id/reject":                 asks,
	"/portal/security/end-access":                asks,
	"/portal/security/password":                  proves,
	"/portal/security/sessions/:id/end":          asks,
	"/portal/security/totp":                      proves,
	"/portal/security/totp/remove":               proves,
	"/portal/settlements/new":                    asks,
	"/portal/webhook-secret/rotate":              asks,
	"/portal/withdrawals/:id/cancel":             asks,
	"/portal/withdrawals/:id/complete":           asks,
	"/portal/withdrawals/:id/fail":               asks,
	"/portal/withdrawals/new":                    asks,
}

// harmless are the forms that can be taken back by the same page, or that only add something.
var harmless = map[string]bool{
	"/portal/register":                 true,
	"/portal/forgot-password":          true,
	"/portal/payments/:id/settle":      true,
	"/portal/payments/:id/dispute":     true,
	"/portal/payments/:id/charge-back": true,
	"/portal/payments/new":             true,
	"/portal/refunds/:id/complete":     true,
	"/portal/refunds/:id/fail":         true,
	"/portal/refunds/:id/bounce":       true,
	"/portal/disputes/:id/evidence":    true,
	"/portal/disputes/:id/forward":     true,
	"/portal/disputes/:id/win":         true,
	"/portal/disputes/:id/lose":        true,
	"/portal/withholding-slips":        true,
	"/portal/callbacks/test":           true,
	"/portal/callbacks/:id/resend":     true,
	"/portal/endpoints":                true,
	"/portal/endpoints/:id":            true,
	"/portal/endpoints/:id/test":       true,
	"/portal/mails":                    true,
	"/portal/documents":                true,

	"/portal/endpoints/:id/deliveries/:delivery/resend":  true,
	"/console/endpoints/:id/deliveries/:delivery/resend": true,
	"/console/documents/:id/accept":                      true,
	"/console/documents/:id/reject":                      true, // the merchant sends another

	"/portal/keys/restricted":            true,
	"/portal/webhook-secret/show":        true,
	"/portal/profile":                    true,
	"/portal/tax-data":                   true,
	"/portal/people":                     true,
	"/portal/people/:id/role":            true,
	"/portal/security/confirm":           true,
	"/portal/recovery/:id/restore":       true,
	"/portal/tickets/new":                true,
	"/portal/tickets/:id/reply":          true,
	"/portal/proposals/new":              true,
	"/console/clients/:id/approve":       true,
	"/console/clients/:id/reactivate":    true,
	"/console/clients/:id/settings":      true,
	"/console/clients/:id/add-app":       true,
	"/console/clients/:id/app-fee":       true,
	"/console/callbacks/:id/resend":      true,
	"/console/callbacks/resend":          true,
	"/console/callbacks/resend-all":      true,
	"/console/disputes/new":              true,
	"/console/disputes/:id/forward":      true,
	"/console/suspense/:id/reopen":       true,
	"/console/reversals/:id/assign":      true,
	"/console/tickets/:id/reply":         true,
	"/console/proposals/:id/read":        true,
	"/console/tax/:id/export":            true,
	"/console/tax/:id/approvals":         true,
	"/console/tax/:id/rejections":        true,
	"/console/clients/:id/tax":           true,
	"/console/bank-statements/new":       true,
	"/console/bank-lines/:id/match":      true,
	"/console/bank-lines/:id/explain":    true,
	"/console/bank-lines/:id/reopen":     true,
	"/console/bank-lines/:id/book":       true,
	"/console/clients/:id/what-if":       true,
	"/console/audit-runs":                true,
	"/console/months/:id/check":          true,
	"/console/fees/:code/change":         true,
	"/console/banks/:code/open":          true,
	"/console/routing/change":            true,
	"/console/routing/explain":           true,
	"/console/projections/:name/rebuild": true,
	"/console/projections/:name/compare": true,
	"/console/admins":                    true,
	"/console/admins/:id/role":           true,
	"/console/admins/:id/enable":         true,
	"/console/security/confirm":          true,
}

// A new form has to be put into one of the two tables.
func TestNothingIsDestroyedByOneClick(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, s := range []*page.Site{site.NewPortal(page.Config{Sandbox: true}), site.NewStaff(page.Config{Sandbox: true})} {
		for _, a := range s.Actions {
			path := s.Prefix + a.Path
			how, destroys := destructive[path]
			switch seen[path] = true; {
			case destroys == harmless[path]:
				t.Errorf("%s is in both tables, or in none: does it destroy something?", path)
			case (how == asks) != (a.Sure != nil):
				t.Errorf("%s: the table says %q, but whether it asks first is %t", path, how, a.Sure != nil)
			}
		}
	}
	for path := range destructive {
		if !seen[path] {
			t.Errorf("there is no form %s", path)
		}
	}
	for path := range harmless {
		if !seen[path] {
			t.Errorf("there is no form %s", path)
		}
	}
}
