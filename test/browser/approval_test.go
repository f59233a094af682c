package browser

import (
	"fmt"
	"net/http"
	"testing"

	"gateway/test/migrated"
)

const secondEmail, secondPassword = "budi@example.com", "rahasia-admin-2"

// newOffice is a gateway with two administrators. It returns the approvals of a withdrawal and of another fee, which wait
// for the second one. The bank account was changed before the withdrawal.
func newOffice(t *testing.T) (_ *gateway, withdrawal, fee string) {
	t.Helper()
	events, read := migrated.Pair(t)
	g := newGatewayOn(t, events, read, map[string]string{"DUAL_CONTROL_FROM": "10000"})
	g.call(t, http.MethodPut, "/account", g.key, object{"norek": "999000111", "bank": "BNI"}, nil)
	g.withdraw(t)
	g.call(t, http.MethodPost, "/admin/admins", g.admin, object{"email": secondEmail, "password": secondPassword, "role": "admin"}, nil)
	var first, second struct{ ID int64 }
	g.call(t, http.MethodPost, "/admin/withdrawals/1/approve", g.admin, object{}, &first)
	g.call(t, http.MethodPut, "/admin/fees/QRIS", g.admin, object{"percent": 0.9, "reason": "costs more"}, &second)
	return g, fmt.Sprintf("/console/approvals/%d", first.ID), fmt.Sprintf("/console/approvals/%d", second.ID)
}

// The second administrator reads on one page who is paid, where, how much, for whom, and what changed before.
func TestTheSecondAdministratorSeesWhatHeGrants(t *testing.T) {
	t.Parallel()
	g, withdrawal, fee := newOffice(t) // before the browser: see newBrowser
	b := newBrowser(t).newTab(t)
	b.logIn(g.url, "/console", secondEmail, secondPassword)
	b.visit(g.url + withdrawal)
	b.sees(".sum")
	if got := b.text(".sum-amount"); got != "Rp20.000" {
		t.Errorf("the page begins with %q", got)
	}
	for _, said := range []string{
		"twenty thousand rupiah", "Rp20.000 goes from the balance of Toko Maju to BCA 1234567890, held by Toko Maju.",
		"The name of the client", "was changed just now", "BNI 999000111", "the first account", adminEmail, "Administrator",
	} {
		b.says(said)
	}
	b.visit(g.url + fee)
	b.says("New payments by QRIS cost Rp0 and 0,9 %, in place of Rp0 and 0,7 %.")
	b.says("costs more")
	b.click(`form[action$="/grant"] button`)
	b.says("What was granted")
}
