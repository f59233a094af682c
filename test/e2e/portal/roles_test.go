package portal

import (
	"slices"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

// mayUse lists the roles of a client's people that may use each operation of the portal.
var mayUse = map[string]string{
	"GET /auth/me":                            "owner finance developer viewer",
	"POST /auth/logout":                       "owner finance developer viewer",
	"GET /me":                                 "owner finance developer viewer",
	"POST /auth/confirm":                      "owner finance developer viewer",
	"PUT /me/password":                        "owner finance developer viewer",
	"POST /me/totp":                           "owner finance developer viewer",
	"POST /me/totp/confirm":                   "owner finance developer viewer",
	"POST /me/totp/remove":                    "owner finance developer viewer",
	"GET /me/sessions":                        "owner finance developer viewer",
	"DELETE /me/sessions/{id}":                "owner finance developer viewer",
	"GET /me/users":                           "owner finance developer viewer",
	"GET /tickets":                            "owner finance developer viewer",
	"GET /tickets/{id}":                       "owner finance developer viewer",
	"GET /realtime/token":                     "owner finance developer viewer",
	"GET /realtime/subscribe":                 "owner finance developer viewer",
	"GET /me/transactions":                    "owner finance viewer",
	"GET /me/transactions/{id}":               "owner finance viewer",
	"GET /me/balance-history":                 "owner finance viewer",
	"GET /me/statement":                       "owner finance viewer",
	"GET /me/fee-invoices":                    "owner finance viewer",
	"GET /me/fee-invoices/{period}":           "owner finance viewer",
	"GET /me/tax-data":                        "owner finance",
	"PUT /me/tax-data":                        "owner",
	"GET /me/withholding-slips":               "owner finance viewer",
	"GET /me/withholding-slips/{number}":      "owner finance viewer",
	"GET /me/withholding-slips/{number}/file": "owner finance viewer",
	"POST /me/withholding-slips":              "owner finance",
	"GET /me/statement.sig":                   "owner finance viewer",
	"GET /realtime/transactions/subscribe":    "owner finance viewer",
	"POST /refunds/{id}/approve":              "owner finance",
	"POST /refunds/{id}/reject":               "owner finance",
	"POST /tickets":                           "owner finance developer",
	"POST /tickets/{id}/reply":                "owner finance developer",
	"POST /proposals":                         "owner finance developer",
	"GET /api-keys":                           "owner developer",
	"POST /api-keys":                          "owner developer",
	"DELETE /api-keys/{id}":                   "owner developer",
	"GET /webhook-secret":                     "owner developer",
	"POST /webhook-secret":                    "owner developer",
	"POST /me/users":                          "owner",
	"PUT /me/users/{id}":                      "owner",
	"DELETE /me/users/{id}":                   "owner",
	"GET /me/activity":                        "owner",
	"POST /me/end-access":                     "owner",
	"GET /me/recovery":                        "owner",
	"POST /me/recovery/{id}/restore":          "owner",

	"GET /callback-endpoints":                     "owner developer",
	"POST /callback-endpoints":                    "owner developer",
	"GET /callback-endpoints/{id}":                "owner developer",
	"PUT /callback-endpoints/{id}":                "owner developer",
	"DELETE /callback-endpoints/{id}":             "owner developer",
	"POST /callback-endpoints/{id}/rotate-secret": "owner developer",
	"POST /callback-endpoints/{id}/test":          "owner developer",

	"GET /callback-endpoints/{id}/deliveries":                       "owner developer",
	"GET /callback-endpoints/{id}/deliveries/{delivery_id}":         "owner developer",
	"POST /callback-endpoints/{id}/deliveries/{delivery_id}/resend": "owner developer",

	"GET /auth/onboarding": "owner finance developer viewer",
	"POST /auth/documents": "owner",
	"GET /me/mails":        "owner finance developer viewer",
	"PUT /me/mails":        "owner finance developer viewer",
	"GET /me/overview":     "owner finance viewer",
}

func TestEachRoleMayUseItsOperationsAndNoOthers(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	callers := map[string]harness.Caller{"owner": m.LogIn(t)}
	for _, role := range []string{"finance", "developer", "viewer"} {
		_, _, callers[role] = join(t, callers["owner"], role)
	}
	operations := harness.Operations(t, func(o harness.Operation) bool { return o.Scheme() == "ClientToken" })
	// The logout comes last, because it ends the session.
	slices.SortStableFunc(operations, func(a, b harness.Operation) int {
		return strings.Index(a.Row, "/auth/logout") - strings.Index(b.Row, "/auth/logout")
	})
	left := len(mayUse)
	for _, o := range operations {
		roles, known := mayUse[o.Row]
		if !known {
			t.Errorf("%s is in no row of the table", o.Row)
			continue
		}
		left--
		for role, c := range callers {
			var body any
			if o.RequestBody != nil {
				body = object{"reason": strings.Repeat("x", 256)} // otherwise the end of access would end all sessions
			}
			a := c.Call(t, o.Method, strings.NewReplacer("{id}", "999999999", "{delivery_id}", "none").Replace(o.Pattern), body)
			may := slices.Contains(strings.Fields(roles), role)
			if may == (a.ErrorCode() == "role_forbidden") || a.Status == 401 {
				t.Errorf("%s as %s: %d %s", o.Row, role, a.Status, a.Body)
			}
		}
	}
	if left != 0 {
		t.Errorf("%d rows of the table are no operations", left)
	}
}
