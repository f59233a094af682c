package e2e

import (
	"strings"
	"testing"
)

// credentialed are the rows that need the credential of the prefix.
func credentialed(wants func(path string) bool) (rows []string) {
	for _, table := range []map[string][]int{specified, decided} {
		for row := range table {
			if _, path := sample(row); wants(path) {
				rows = append(rows, row)
			}
		}
	}
	return rows
}

func isAdmins(path string) bool {
	return strings.HasPrefix(path, "/admin/") && path != "/admin/auth/login"
}

func isPortals(path string) bool {
	for _, own := range []string{"/auth/me", "/auth/logout", "/api-keys", "/webhook-secret", "/me/", "/tickets", "/proposals", "/realtime/"} {
		if strings.HasPrefix(path, own) {
			return true
		}
	}
	return false
}

func isIntegrations(path string) bool {
	return !isPortals(path) && !strings.HasPrefix(path, "/admin/") && !strings.Contains(path, "auth/") && !strings.HasPrefix(path, "/provider/")
}

func TestEveryIntegrationRouteNeedsTheClientsActiveKey(t *testing.T) {
	t.Parallel()
	m := newMerchant(t)
	replaced := m.key
	m.issueKey(t)
	token := m.portal(t).header.Get("Authorization")
	rows := credentialed(isIntegrations)
	if len(rows) != 34 {
		t.Errorf("%d integration routes", len(rows))
	}
	for _, row := range rows {
		method, path := sample(row)
		for name, c := range map[string]caller{
			"no key":               shared.anybody(),
			"a replaced key":       shared.anybody().with("X-API-Key", replaced),
			"an unknown key":       shared.anybody().with("X-API-Key", "sk_live_"+strings.Repeat("0", 48)),
			"no key at all":        shared.anybody().with("X-API-Key", "' OR 1=1 --"),
			"a key in upper case":  shared.anybody().with("X-API-Key", strings.ToUpper(m.key)),
			"a client token":       shared.anybody().with("Authorization", token),
			"the key as a bearer":  shared.anybody().with("Authorization", "Bearer "+m.key),
			"a key and a blank":    shared.anybody().with("X-API-Key", m.key+"\u00a0"),
			"a key of one's dream": shared.anybody().with("X-API-Key", strings.Repeat("k", 10000)),
		} {
			if got := c.do(t, method, path, nil); got.status != 401 || got.errorCode() != "invalid_api_key" {
				t.Errorf("%s with %s: %d %s", row, name, got.status, got.body)
			}
		}
	}
}

func TestEveryPortalRouteNeedsAClientToken(t *testing.T) {
	t.Parallel()
	m := newMerchant(t)
	ended := m.portal(t)
	ended.post(t, "/auth/logout", nil).wants(t, 200)
	for _, row := range credentialed(isPortals) {
		method, path := sample(row)
		for name, c := range map[string]caller{
			"no token": shared.anybody(), "an ended session": ended, "an API key": m.caller, "an administrator's token": shared.admin(t),
			"nonsense": shared.anybody().with("Authorization", "Bearer x"), "another scheme": shared.anybody().with("Authorization", "Basic eDp5"),
		} {
			if got := c.do(t, method, path, nil); got.status != 401 {
				t.Errorf("%s with %s: %d %s", row, name, got.status, got.body)
			}
		}
	}
}

func TestEveryAdminRouteNeedsAnAdministratorsToken(t *testing.T) {
	t.Parallel()
	m := newMerchant(t)
	token := m.portal(t)
	for _, row := range credentialed(isAdmins) {
		method, path := sample(row)
		for name, c := range map[string]caller{
			"no token": shared.anybody(), "a client's token": token, "an API key": m.caller,
			"nonsense": shared.anybody().with("Authorization", "Bearer x"),
		} {
			if got := c.do(t, method, path, nil); got.status != 401 {
				t.Errorf("%s with %s: %d %s", row, name, got.status, got.body)
			}
		}
	}
}

// What belongs to another client is not there.
func TestAnotherClientsThingsAreNotFound(t *testing.T) {
	t.Parallel()
	owner, thief := newRichMerchant(t, 100000), newMerchant(t)
	payment := owner.post(t, "/payments/invoice", object{"amount": 50000, "external_id": "ORDER-1"}).wants(t, 201)
	id := payment.text(t, "transaction.transaction_id")
	withdrawal := owner.post(t, "/withdrawals", object{"jumlah": 10000, "url": hook, "external_id": "WD-1"}).wants(t, 201)
	wd := itoa(withdrawal.id(t, "id"))
	for _, route := range []string{
		"GET /payments/" + id + "/status",
		"GET /payments/" + payment.text(t, "provider_id") + "/status",
		"GET /payments/ORDER-1/status",
		"GET /transactions/" + itoa(payment.id(t, "transaction.id")),
		"GET /transactions/external/ORDER-1",
		"GET /withdrawals/" + wd,
		"GET /withdrawals/external/WD-1",
		"POST /withdrawals/" + wd + "/cancel",
		"GET /clients/" + itoa(owner.id) + "/balance",
		"POST /sandbox/payments/" + id + "/pay",
		"POST /sandbox/payments/" + id + "/settle",
		"POST /sandbox/payments/" + id + "/expire",
		"POST /sandbox/withdrawals/" + wd + "/complete",
		"POST /sandbox/withdrawals/" + wd + "/fail",
	} {
		method, path, _ := strings.Cut(route, " ")
		thief.do(t, method, path, nil).refuses(t, 404, "not_found")
	}
	thief.get(t, "/transactions").wants(t, 200).hasMeta(t, 0, 15, 1, 1)
	owner.get(t, "/payments/%s/status", id).wants(t, 200).is(t, object{"status": "PENDING"})
	owner.get(t, "/withdrawals/%s", wd).wants(t, 200).is(t, object{"status": "pending"})
}

func TestAnIdThatIsNoneIsNamed(t *testing.T) {
	t.Parallel()
	m := newMerchant(t)
	for _, path := range []string{"/transactions/abc", "/transactions/0", "/transactions/-1", "/transactions/99999999999999999999", "/withdrawals/1.5", "/clients/me/balance"} {
		m.get(t, "%s", path).refusesField(t, "id")
	}
	m.post(t, "/withdrawals/x/cancel", nil).refusesField(t, "id")
	for _, path := range []string{"/transactions/9223372036854775807", "/withdrawals/999999999"} {
		m.get(t, "%s", path).refuses(t, 404, "not_found")
	}
}
