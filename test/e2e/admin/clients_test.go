package admin

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

func TestClientsAreListedAndShown(t *testing.T) {
	t.Parallel()
	m, admin := harness.Shared(t).Register(t), harness.Shared(t).Admin(t)
	details := maps.Clone(harness.ProfileShape)
	details["daily_payout_cap"], details["daily_refund_cap"], details["created_at"] = "number?", "number", "time"
	admin.Get(t, "/admin/clients/%d", m.ID).Wants(t, 200).Has(t, "", details).Is(t, object{"email": m.Email, "status": "pending"})
	admin.Get(t, "/admin/clients/999999999").Refuses(t, 404, "not_found")
	admin.Get(t, "/admin/clients/x").RefusesField(t, "id")
	list := admin.Get(t, "/admin/clients?status=pending&per_page=100").Wants(t, 200).ListOf(t, harness.ProfileShape)
	if !slices.Contains(list.Column(t, "id"), fmt.Sprint(m.ID)) || slices.ContainsFunc(list.Column(t, "status"), func(s string) bool { return s != `"pending"` }) {
		t.Errorf("client %d is not among the pending: %s", m.ID, list.Body)
	}
	admin.Get(t, "/admin/clients?per_page=1").Wants(t, 200).ListOf(t, harness.ProfileShape)
	admin.Get(t, "/admin/clients?per_page=1000").RefusesField(t, "per_page")
	if strings.Contains(string(list.Body), "argon2id") {
		t.Error("a password hash is shown")
	}
}

// pending -> approved or rejected; approved -> suspended -> approved. The answer to a
// decision is the client. From any other status the decision is refused.
func TestClientsAreReviewed(t *testing.T) {
	t.Parallel()
	m, admin := harness.Shared(t).Register(t), harness.Shared(t).Admin(t)
	review := func(what string, reason any) answer {
		return admin.Post(t, m.AdminPath("/"+what), object{"reason": reason})
	}
	review("suspend", "fraud").Refuses(t, 400, "not_approved")
	review("reactivate", "fine").Refuses(t, 400, "not_suspended")
	review("reject", nil).RefusesField(t, "reason")
	review("approve", 7).RefusesField(t, "reason")
	review("approve", "fine").Wants(t, 200).Has(t, "", harness.ProfileShape).Is(t, object{"status": "approved", "has_developer": true})
	review("approve", "fine").Refuses(t, 400, "not_pending")
	review("reject", "no").Refuses(t, 400, "not_pending")
	review("suspend", nil).RefusesField(t, "reason")
	review("suspend", "fraud").Wants(t, 200).Is(t, object{"status": "suspended", "has_developer": true})
	review("suspend", "fraud").Refuses(t, 400, "not_approved")
	review("reactivate", nil).Wants(t, 200).Is(t, object{"status": "approved", "has_developer": true})

	rejected := harness.Shared(t).Register(t)
	admin.Post(t, rejected.AdminPath("/reject"), object{"reason": "no papers"}).Wants(t, 200).Is(t, object{"status": "rejected", "has_developer": false})
	rejected.LogIn(t).Get(t, "/api-keys").Refuses(t, 403, "account_not_approved")
	for _, what := range []string{"approve", "reject", "suspend", "reactivate"} {
		admin.Post(t, "/admin/clients/999999999/"+what, object{"reason": "x"}).Refuses(t, 404, "client_not_found")
	}
}

// A suspended client can read but change nothing. A payment that was open is credited.
func TestASuspendedClientReadsAndDoesNotAct(t *testing.T) {
	t.Parallel()
	m, admin := harness.NewFundedMerchant(t, 500000), harness.Shared(t).Admin(t)
	open := m.Post(t, "/payments/invoice", object{"amount": 100000}).Wants(t, 201)
	id, wd := open.Text(t, "transaction.transaction_id"), m.Withdraw(t, 50000, harness.CallbackURL)
	token := m.LogIn(t)
	admin.Post(t, m.AdminPath("/suspend"), object{"reason": "fraud"}).Wants(t, 200)
	for row := range harness.Specified {
		method, path := harness.Sample(row)
		if !harness.IsIntegration(path) || method == "GET" {
			continue
		}
		m.Call(t, method, path, object{}).Refuses(t, 403, "account_suspended")
	}
	for _, path := range []string{
		"/account", "/account/balance", "/apps", "/transactions", "/payments/" + id + "/status", "/withdrawals/" + fmt.Sprint(wd),
		"/fees/rates", "/payments/methods", "/bank-channels/active",
	} {
		m.Get(t, "%s", path).Wants(t, 200)
	}
	token.Get(t, "/auth/me").Wants(t, 200).Is(t, object{"status": "suspended", "has_developer": true})
	token.Get(t, "/api-keys").Wants(t, 200)
	token.Get(t, "/me/transactions").Wants(t, 200)
	token.Post(t, "/tickets", harness.Question).Wants(t, 201)
	token.Post(t, "/api-keys", object{"name": "x"}).Refuses(t, 403, "account_suspended")

	harness.Shared(t).Notify(t, "invoice", harness.PaidInvoice(open, t, "pay-1")).Wants(t, 200)
	m.AwaitBalance(t, 598335)
	admin.Post(t, m.AdminPath("/reactivate"), nil).Wants(t, 200)
	m.Post(t, "/withdrawals/"+fmt.Sprint(wd)+"/cancel", nil).Wants(t, 200)
	m.HasBalance(t, 598335, 598335, 0, 0)
}

func TestSettingsAppsKeysAndFeesOfAClient(t *testing.T) {
	t.Parallel()
	m, admin := harness.NewMerchant(t), harness.Shared(t).Admin(t)
	admin.Put(t, m.AdminPath(""), object{"is_auto_approve_withdrawal": true}).Wants(t, 200).Has(t, "", harness.ProfileShape).Is(t, object{"is_auto_approve_withdrawal": true})
	admin.Put(t, m.AdminPath(""), object{"is_auto_approve_withdrawal": "yes"}).RefusesField(t, "is_auto_approve_withdrawal")
	admin.Put(t, m.AdminPath(""), object{}).RefusesField(t, "is_auto_approve_withdrawal")
	admin.Put(t, "/admin/clients/999999999", object{"is_auto_approve_withdrawal": true}).Refuses(t, 404, "client_not_found")

	old := m.Caller
	key := admin.Post(t, m.AdminPath("/api-keys"), object{"name": "server"}).Wants(t, 201).Has(t, "", harness.NewKeyShape)
	old.Get(t, "/account").Refuses(t, 401, "invalid_api_key")
	m.Caller = harness.Shared(t).Anonymous().With("X-API-Key", key.Text(t, "key"))
	m.Get(t, "/account").Wants(t, 200)
	admin.Post(t, m.AdminPath("/api-keys"), object{}).RefusesField(t, "name")
	admin.Post(t, "/admin/clients/999999999/api-keys", object{"name": "x"}).Refuses(t, 404, "client_not_found")

	app := admin.Post(t, m.AdminPath("/apps"), object{"name": "Kasir", "kode": "KSR"}).Wants(t, 201).Has(t, "", harness.AppShape).Has(t, "app", harness.InnerAppShape)
	admin.Post(t, m.AdminPath("/apps"), object{"kode": "KSR"}).RefusesField(t, "name")
	admin.Post(t, m.AdminPath("/apps"), object{"name": "Kasir", "kode": "KSR", "url": "ftp://x"}).RefusesField(t, "url")
	admin.Post(t, "/admin/clients/999999999/apps", object{"name": "Kasir", "kode": "KSR"}).Refuses(t, 404, "client_not_found")

	fees := "/admin/apps/" + fmt.Sprint(app.ID(t, "app_id")) + "/fees"
	admin.Put(t, fees, object{"channel_code": "ovo", "flat": 0, "percent": 1.25, "vat_inclusive": true}).Wants(t, 200).Is(t, object{
		"0.channel_code": "OVO", "0.flat": 0, "0.percent": 1.25, "0.vat_inclusive": true,
	})
	admin.Put(t, fees, object{"channel_code": "GOPAY", "flat": 1}).RefusesField(t, "channel_code")
	admin.Put(t, fees, object{"channel_code": "OVO", "flat": -1}).RefusesField(t, "flat")
	admin.Put(t, fees, object{"channel_code": "OVO", "percent": 51}).RefusesField(t, "percent")
	admin.Put(t, fees, object{"channel_code": "OVO"}).RefusesField(t, "flat")
	admin.Put(t, fees, object{"channel_code": "OVO", "flat": "1"}).RefusesField(t, "flat")
	admin.Put(t, "/admin/apps/999999999/fees", object{"channel_code": "OVO", "flat": 1}).Wants(t, 404)
}

func TestAllWrongFieldsOfAnAdministratorsBodyAreNamedAtOnce(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	admin := harness.Shared(t).Admin(t)
	app := admin.Post(t, m.AdminPath("/apps"), object{"name": "Kasir", "kode": "KSR"}).Wants(t, 201).ID(t, "app_id")
	for _, c := range []struct {
		method, path string
		body         object
		wrong        []string
	}{
		{"POST", "/admin/admins", object{"email": "nobody", "password": "short", "role": "root"}, []string{"email", "password", "role"}},
		{"POST", m.AdminPath("/apps"), object{"name": " ", "kode": strings.Repeat("k", 256), "url": "ftp://x"}, []string{"name", "kode", "url"}},
		{"PUT", "/admin/apps/" + fmt.Sprint(app) + "/fees", object{"channel_code": "NONE", "flat": -1, "percent": 101}, []string{"channel_code", "flat", "percent"}},
		{"PUT", "/admin/fees/QRIS", object{"flat": -1, "percent": 101}, []string{"flat", "percent"}},
		{"POST", m.AdminPath("/adjustments"), object{"amount": 0, "reason": " "}, []string{"amount", "reason"}},
		{"POST", "/admin/treasury", object{"kind": "gift", "amount": 0, "value_date": "x", "reference": " "}, []string{"kind", "amount", "value_date", "reference"}},
	} {
		admin.Call(t, c.method, c.path, c.body).RefusesFields(t, c.wrong...)
	}
}

func TestAClientHasAtMostAHundredApps(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	admin := harness.Shared(t).Admin(t)
	for added := 1; ; added++ { // the first app is made with the client
		a := admin.Post(t, m.AdminPath("/apps"), object{"name": "Kasir", "kode": fmt.Sprint("KSR", added)})
		if a.Status == 201 && added < 100 {
			continue
		}
		a.Refuses(t, 400, "too_many_apps")
		break
	}
}

// An adjustment has a sign and a reason, and never makes a balance negative.
func TestBalancesAreAdjusted(t *testing.T) {
	t.Parallel()
	m, admin := harness.NewMerchant(t), harness.Shared(t).Admin(t)
	adjust := func(amount, reason any) answer {
		return admin.Post(t, m.AdminPath("/adjustments"), object{"amount": amount, "reason": reason})
	}
	adjust(100000.5, "found").Wants(t, 201).Has(t, "", harness.BalanceShape).Is(t, object{"client_id": m.ID, "saldo": 100000.5})
	adjust(-40000, "lost").Wants(t, 201).Is(t, object{"saldo": 60000.5, "saldo_yang_bisa_ditarik": 60000.5})
	adjust(-60000.51, "too much").Refuses(t, 400, "insufficient_balance")
	for _, bad := range []any{0, "1", nil, harness.Raw("1e400"), 0.001, harness.Raw("1000000000000.01"), harness.Raw("-1000000000000.01")} {
		adjust(bad, "x").RefusesField(t, "amount")
	}
	adjust(1, "").RefusesField(t, "reason")
	adjust(1, nil).RefusesField(t, "reason")
	admin.Post(t, "/admin/clients/999999999/adjustments", object{"amount": 1, "reason": "x"}).Wants(t, 404)
	admin.Get(t, "%s", m.AdminPath("/balance")).Wants(t, 200).Has(t, "", harness.BalanceShape).Is(t, object{"saldo": 60000.5})
	admin.Get(t, "/admin/clients/999999999/balance").Wants(t, 404)
	m.HasBalance(t, 60000.5, 60000.5, 0, 0)
}

func TestALinkForAForgottenPasswordIsHandedOut(t *testing.T) {
	t.Parallel()
	m, admin := harness.NewMerchant(t), harness.Shared(t).Admin(t)
	admin.Post(t, m.AdminPath("/reset-link"), object{"reason": "called us"}).Wants(t, 201)
	admin.Post(t, "/admin/clients/999999999/reset-link", object{"reason": "called us"}).Wants(t, 404)
}

func TestAllAccessOfAClientIsEnded(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	session, admin := m.LogIn(t), harness.Shared(t).Admin(t)
	admin.Post(t, m.AdminPath("/end-access"), object{"reason": "the key leaked"}).Wants(t, 200)
	m.Get(t, "/account").Refuses(t, 401, "invalid_api_key")
	session.Get(t, "/auth/me").Refuses(t, 401, "invalid_token")
	m.LogIn(t)
}

func TestSupportSeesTheAppsOfAClientWithTheirOwnRates(t *testing.T) {
	t.Parallel()
	m, admin := harness.NewMerchant(t), harness.Shared(t).Admin(t)
	path := fmt.Sprintf("/admin/clients/%d/apps", m.ID)
	added := admin.Post(t, path, object{"name": "Kasir", "kode": "KSR", "jenis": "pos"}).Wants(t, 201)
	fee := object{"app_id": added.ID(t, "id"), "channel_code": "QRIS", "flat": 0, "percent": 0.5, "vat_inclusive": false}
	admin.Put(t, fmt.Sprintf("/admin/apps/%d/fees", added.ID(t, "id")), object{"channel_code": "QRIS", "percent": 0.5}).Wants(t, 200)
	support := harness.Shared(t).AddAdmin(t, "support")
	listed := support.Get(t, "%s", path).Wants(t, 200)
	listed.Is(t, object{"1.id": added.ID(t, "id"), "1.app.kode": "KSR", "1.fees": []any{fee}, "0.fees": []any{}})
	support.Get(t, "/admin/clients/999999999/apps").Refuses(t, 404, "not_found")
}
