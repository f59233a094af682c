package e2e

import (
	"slices"
	"strings"
	"testing"
)

func TestClientsAreListedAndShown(t *testing.T) {
	t.Parallel()
	m, admin := shared.register(t), shared.admin(t)
	admin.get(t, "/admin/clients/%d", m.id).wants(t, 200).has(t, "", profileShape).is(t, object{"email": m.email, "status": "pending"})
	admin.get(t, "/admin/clients/999999999").refuses(t, 404, "not_found")
	admin.get(t, "/admin/clients/x").refusesField(t, "id")
	list := admin.get(t, "/admin/clients?status=pending&per_page=100").wants(t, 200).listOf(t, profileShape)
	if !slices.Contains(list.column(t, "id"), itoa(m.id)) || slices.ContainsFunc(list.column(t, "status"), func(s string) bool { return s != `"pending"` }) {
		t.Errorf("client %d is not among the pending: %s", m.id, list.body)
	}
	admin.get(t, "/admin/clients?per_page=1").wants(t, 200).listOf(t, profileShape)
	admin.get(t, "/admin/clients?per_page=1000").refusesField(t, "per_page")
	if strings.Contains(string(list.body), "argon2id") {
		t.Error("a password hash is shown")
	}
}

// pending -> approved | rejected; approved <-> suspended. Each decision answers
// with the client, and is refused from any other status.
func TestClientsAreReviewed(t *testing.T) {
	t.Parallel()
	m, admin := shared.register(t), shared.admin(t)
	review := func(what string, reason any) answer {
		return admin.post(t, m.admin("/"+what), object{"reason": reason})
	}
	review("suspend", "fraud").refuses(t, 400, "not_approved")
	review("reactivate", "fine").refuses(t, 400, "not_suspended")
	review("reject", nil).refusesField(t, "reason")
	review("approve", 7).refusesField(t, "reason")
	review("approve", "fine").wants(t, 200).has(t, "", profileShape).is(t, object{"status": "approved", "has_developer": true})
	review("approve", "fine").refuses(t, 400, "not_pending")
	review("reject", "no").refuses(t, 400, "not_pending")
	review("suspend", nil).refusesField(t, "reason")
	review("suspend", "fraud").wants(t, 200).is(t, object{"status": "suspended", "has_developer": false})
	review("suspend", "fraud").refuses(t, 400, "not_approved")
	review("reactivate", nil).wants(t, 200).is(t, object{"status": "approved", "has_developer": true})

	no := shared.register(t)
	admin.post(t, no.admin("/reject"), object{"reason": "no papers"}).wants(t, 200).is(t, object{"status": "rejected", "has_developer": false})
	no.portal(t).get(t, "/api-keys").refuses(t, 403, "account_not_approved")
	for _, what := range []string{"approve", "reject", "suspend", "reactivate"} {
		admin.post(t, "/admin/clients/999999999/"+what, object{"reason": "x"}).refuses(t, 404, "client_not_found")
	}
}

// It reads, it does not act, and what is open at the provider is still credited.
func TestASuspendedClientReadsAndDoesNotAct(t *testing.T) {
	t.Parallel()
	m, admin := newRichMerchant(t, 500000), shared.admin(t)
	open := m.post(t, "/payments/invoice", object{"amount": 100000}).wants(t, 201)
	id, wd := open.text(t, "transaction.transaction_id"), m.withdraws(t, 50000, hook)
	token := m.portal(t)
	admin.post(t, m.admin("/suspend"), object{"reason": "fraud"}).wants(t, 200)
	for row := range specified {
		method, path := sample(row)
		if !isIntegrations(path) || method == "GET" {
			continue
		}
		m.do(t, method, path, object{}).refuses(t, 403, "account_suspended")
	}
	for _, path := range []string{
		"/account", "/account/balance", "/apps", "/transactions", "/payments/" + id + "/status", "/withdrawals/" + itoa(wd),
		"/fees/rates", "/payments/methods", "/bank-channels/active",
	} {
		m.get(t, "%s", path).wants(t, 200)
	}
	token.get(t, "/auth/me").wants(t, 200).is(t, object{"status": "suspended", "has_developer": false})
	token.get(t, "/api-keys").refuses(t, 403, "account_suspended")
	token.post(t, "/api-keys", object{"name": "x"}).refuses(t, 403, "account_suspended")

	shared.notifies(t, "invoice", paidInvoice(open, t, "pay-1")).wants(t, 200)
	m.comesToBalance(t, 598335)
	admin.post(t, m.admin("/reactivate"), nil).wants(t, 200)
	m.post(t, "/withdrawals/"+itoa(wd)+"/cancel", nil).wants(t, 200)
	m.hasBalance(t, 598335, 598335, 0, 0)
}

func TestSettingsAppsKeysAndFeesOfAClient(t *testing.T) {
	t.Parallel()
	m, admin := newMerchant(t), shared.admin(t)
	admin.put(t, m.admin(""), object{"is_auto_approve_withdrawal": true}).wants(t, 200).has(t, "", profileShape).is(t, object{"is_auto_approve_withdrawal": true})
	admin.put(t, m.admin(""), object{"is_auto_approve_withdrawal": "yes"}).refusesField(t, "is_auto_approve_withdrawal")
	admin.put(t, m.admin(""), object{}).refusesField(t, "is_auto_approve_withdrawal")
	admin.put(t, "/admin/clients/999999999", object{"is_auto_approve_withdrawal": true}).refuses(t, 404, "client_not_found")

	old := m.caller
	key := admin.post(t, m.admin("/api-keys"), object{"name": "server"}).wants(t, 201).has(t, "", newKeyShape)
	old.get(t, "/account").refuses(t, 401, "invalid_api_key")
	m.caller = shared.anybody().with("X-API-Key", key.text(t, "key"))
	m.get(t, "/account").wants(t, 200)
	admin.post(t, m.admin("/api-keys"), object{}).refusesField(t, "name")
	admin.post(t, "/admin/clients/999999999/api-keys", object{"name": "x"}).refuses(t, 404, "client_not_found")

	app := admin.post(t, m.admin("/apps"), object{"name": "Kasir", "kode": "KSR"}).wants(t, 201).has(t, "", appShape).has(t, "app", innerAppShape)
	admin.post(t, m.admin("/apps"), object{"kode": "KSR"}).refusesField(t, "name")
	admin.post(t, m.admin("/apps"), object{"name": "Kasir", "kode": "KSR", "url": "ftp://x"}).refusesField(t, "url")
	admin.post(t, "/admin/clients/999999999/apps", object{"name": "Kasir", "kode": "KSR"}).refuses(t, 404, "client_not_found")

	fees := "/admin/apps/" + itoa(app.id(t, "app_id")) + "/fees"
	admin.put(t, fees, object{"channel_code": "ovo", "flat": 0, "percent": 1.25, "vat_inclusive": true}).wants(t, 200).is(t, object{
		"0.channel_code": "OVO", "0.flat": 0, "0.percent": 1.25, "0.vat_inclusive": true,
	})
	admin.put(t, fees, object{"channel_code": "GOPAY", "flat": 1}).refusesField(t, "channel_code")
	admin.put(t, fees, object{"channel_code": "OVO", "flat": -1}).refusesField(t, "flat")
	admin.put(t, fees, object{"channel_code": "OVO", "percent": 51}).refusesField(t, "percent")
	admin.put(t, fees, object{"channel_code": "OVO"}).refusesField(t, "flat")
	admin.put(t, fees, object{"channel_code": "OVO", "flat": "1"}).refusesField(t, "flat")
	admin.put(t, "/admin/apps/999999999/fees", object{"channel_code": "OVO", "flat": 1}).wants(t, 404)
}

// Signed, with a reason, never below zero.
func TestBalancesAreAdjusted(t *testing.T) {
	t.Parallel()
	m, admin := newMerchant(t), shared.admin(t)
	adjust := func(amount, reason any) answer {
		return admin.post(t, m.admin("/adjustments"), object{"amount": amount, "reason": reason})
	}
	adjust(100000.5, "found").wants(t, 201).has(t, "", balanceShape).is(t, object{"client_id": m.id, "saldo": 100000.5})
	adjust(-40000, "lost").wants(t, 201).is(t, object{"saldo": 60000.5, "saldo_yang_bisa_ditarik": 60000.5})
	adjust(-60000.51, "too much").refuses(t, 400, "insufficient_balance")
	for _, bad := range []any{0, "1", nil, raw("1e400"), 0.001, raw("1000000000000.01"), raw("-1000000000000.01")} {
		adjust(bad, "x").refusesField(t, "amount")
	}
	adjust(1, "").refusesField(t, "reason")
	adjust(1, nil).refusesField(t, "reason")
	admin.post(t, "/admin/clients/999999999/adjustments", object{"amount": 1, "reason": "x"}).wants(t, 404)
	admin.get(t, "%s", m.admin("/balance")).wants(t, 200).has(t, "", balanceShape).is(t, object{"saldo": 60000.5})
	admin.get(t, "/admin/clients/999999999/balance").wants(t, 404)
	m.hasBalance(t, 60000.5, 60000.5, 0, 0)
}

func TestChannelFeesAndBanksAreChanged(t *testing.T) {
	t.Parallel()
	m, admin := newMerchant(t), shared.admin(t)
	rate := shape{"channel_code": "string", "flat": "number", "percent": "number", "vat_inclusive": "boolean"}
	admin.put(t, "/admin/fees/sahabat_sampoerna", object{"flat": 1000, "percent": 2, "vat_inclusive": true}).wants(t, 200).has(t, "", rate).is(t, object{
		"channel_code": "SAHABAT_SAMPOERNA", "flat": 1000, "percent": 2, "vat_inclusive": true,
	})
	m.post(t, "/fees/calculate", object{"amount": 100000, "channel_code": "SAHABAT_SAMPOERNA"}).wants(t, 200).is(t, object{"total_fee": 3000})
	m.post(t, "/payments/va", object{"amount": 100000, "bank_code": "SAHABAT_SAMPOERNA", "customer_name": "Budi"}).wants(t, 201).is(t, object{
		"transaction.net_payment": 97000,
	})
	admin.put(t, "/admin/fees/GOPAY", object{"flat": 1}).wants(t, 404)
	admin.put(t, "/admin/fees/OVO", object{"flat": -1}).refusesField(t, "flat")
	admin.put(t, "/admin/fees/OVO", object{"percent": "1"}).refusesField(t, "percent")
	admin.put(t, "/admin/fees/OVO", object{}).refusesField(t, "flat")
	admin.put(t, "/admin/bank-channels/GOPAY", object{"active": true}).wants(t, 404)
	admin.put(t, "/admin/bank-channels/BCA", object{"active": 1}).refusesField(t, "active")
	admin.put(t, "/admin/bank-channels/BCA", object{}).refusesField(t, "active")
}

// An auditor reads, support also works on callbacks, an admin does everything.
func TestRolesDecideWhatAnAdministratorMayDo(t *testing.T) {
	t.Parallel()
	admin := shared.admin(t)
	adminShape := shape{"id": "integer", "email": "string", "role": "string", "created_at": "time"}
	add := object{"email": " Auditor@Example.com", "password": password, "role": "auditor"}
	admin.post(t, "/admin/admins", add).wants(t, 201).has(t, "", adminShape).is(t, object{"email": "auditor@example.com", "role": "auditor"})
	admin.post(t, "/admin/admins", add.with("email", "auditor@example.com")).refuses(t, 409, "email_taken")
	admin.post(t, "/admin/admins", object{"email": "k@example.com", "password": password, "role": "king"}).refusesField(t, "role")
	admin.post(t, "/admin/admins", object{"email": "k@example.com", "password": "short", "role": "admin"}).refusesField(t, "password")
	admin.post(t, "/admin/admins", object{"email": "k", "password": password, "role": "admin"}).refusesField(t, "email")
	admin.post(t, "/admin/admins", object{"email": "support@example.com", "password": password, "role": "support"}).wants(t, 201)
	admin.get(t, "/admin/admins").wants(t, 200).listOf(t, adminShape)

	auditor := shared.loginOnce("auditor@example.com", password)(t)
	support := shared.loginOnce("support@example.com", password)(t)
	for _, row := range credentialed(isAdmins) {
		method, path := sample(row)
		if method == "GET" {
			continue
		}
		auditor.do(t, method, path, object{}).refuses(t, 403, "role_forbidden")
		switch {
		case row == "POST /admin/callbacks/{id}/resend":
			support.do(t, method, path, nil).wants(t, 404)
		case strings.HasPrefix(path, "/admin/tickets/"), strings.HasPrefix(path, "/admin/proposals/"):
			// TestTheRolesOnTheDesk: there may be one with the sample's id.
		default:
			support.do(t, method, path, object{}).refuses(t, 403, "role_forbidden")
		}
	}
	for _, path := range []string{"/admin/clients", "/admin/suspense", "/admin/withdrawals", "/admin/settlements", "/admin/callbacks", "/admin/admins", "/admin/projections"} {
		auditor.get(t, "%s", path).wants(t, 200)
	}
}

func TestAnAdministratorsLoginIsRefusedLikeAClients(t *testing.T) {
	t.Parallel()
	c := shared.anybody()
	c.post(t, "/admin/auth/login", object{"email": strings.ToUpper(adminEmail), "password": adminPassword}).wants(t, 200).text(t, "token")
	c.post(t, "/admin/auth/login", object{"email": adminEmail, "password": "x"}).refuses(t, 401, "wrong_credentials")
	c.post(t, "/admin/auth/login", object{"email": "x@example.com", "password": "x"}).refuses(t, 401, "wrong_credentials")
	c.post(t, "/admin/auth/login", object{"email": adminEmail}).refusesField(t, "password")
	// A client is no administrator, nor the other way round.
	m := shared.register(t)
	c.post(t, "/admin/auth/login", object{"email": m.email, "password": password}).refuses(t, 401, "wrong_credentials")
	c.post(t, "/auth/login", object{"email": adminEmail, "password": adminPassword}).refuses(t, 401, "wrong_credentials")
}

// What is refused to administrators about payouts, for both kinds alike.
func TestPayoutsAreRefusedTheirEndWithoutAReason(t *testing.T) {
	t.Parallel()
	m, admin := newRichMerchant(t, 500000), shared.admin(t)
	ids := map[string]int64{
		"withdrawals": m.withdraws(t, 50000, hook),
		"settlements": m.post(t, "/settlements", object{"jumlah": 50000, "tujuan": "gaji"}).wants(t, 201).id(t, "id"),
	}
	for kind, id := range ids {
		act := func(what string, body any) answer { return admin.post(t, "/admin/"+kind+"/"+itoa(id)+"/"+what, body) }
		act("approve", object{"manual": "yes"}).refusesField(t, "manual")
		act("approve", object{"manual": true}).wants(t, 200).has(t, "", adminPayoutShape(kind))
		act("complete", nil).refusesField(t, "di_transfer_oleh")
		act("complete", object{"di_transfer_oleh": 7}).refusesField(t, "di_transfer_oleh")
		act("fail", object{}).refusesField(t, "reason")
		for _, what := range []string{"approve", "reject", "complete", "fail"} {
			body := object{"reason": "x", "di_transfer_oleh": "x"}
			admin.post(t, "/admin/"+kind+"/999999999/"+what, body).wants(t, 404)
			admin.post(t, "/admin/"+kind+"/x/"+what, body).refusesField(t, "id")
		}
		list := admin.get(t, "/admin/%s?status=processing&per_page=100", kind).wants(t, 200).listOf(t, adminPayoutShape(kind))
		if !slices.Contains(list.column(t, "id"), itoa(id)) {
			t.Errorf("%s %d is not listed", kind, id)
		}
	}
	m.hasBalance(t, 500000, 390000, 110000, 0)
}

func adminPayoutShape(kind string) shape {
	s := settlementShape
	if kind == "withdrawals" {
		s = withdrawalShape
	}
	return s.and(shape{
		"client_id": "integer", "kind": "string", "manual": "boolean", "submitted_at": "time?", "provider_id": "string",
		"unknown": "boolean", "unknown_reason": "string",
	})
}
