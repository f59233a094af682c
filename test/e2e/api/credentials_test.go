package api

import (
	"fmt"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

func TestEveryIntegrationRouteNeedsTheClientsActiveKey(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	replaced := m.Key
	m.IssueKey(t)
	token := m.LogIn(t).Header.Get("Authorization")
	rows := harness.WithCredential(harness.IsIntegration)
	if len(rows) != 49 {
		t.Errorf("%d integration routes", len(rows))
	}
	for _, row := range rows {
		method, path := harness.Sample(row)
		for name, c := range map[string]caller{
			"no key":               harness.Shared(t).Anonymous(),
			"a replaced key":       harness.Shared(t).Anonymous().With("X-API-Key", replaced),
			"an unknown key":       harness.Shared(t).Anonymous().With("X-API-Key", "sk_live_"+strings.Repeat("0", 48)),
			"SQL instead of a key": harness.Shared(t).Anonymous().With("X-API-Key", "' OR 1=1 --"),
			"a key in upper case":  harness.Shared(t).Anonymous().With("X-API-Key", strings.ToUpper(m.Key)),
			"a client token":       harness.Shared(t).Anonymous().With("Authorization", token),
			"the key as a bearer":  harness.Shared(t).Anonymous().With("Authorization", "Bearer "+m.Key),
			"a key and a blank":    harness.Shared(t).Anonymous().With("X-API-Key", m.Key+"\u00a0"),
			"a very long key":      harness.Shared(t).Anonymous().With("X-API-Key", strings.Repeat("k", 10000)),
		} {
			if got := c.Call(t, method, path, nil); got.Status != 401 || got.ErrorCode() != "invalid_api_key" {
				t.Errorf("%s with %s: %d %s", row, name, got.Status, got.Body)
			}
		}
	}
}

func TestEveryPortalRouteNeedsAClientToken(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	ended := m.LogIn(t)
	ended.Post(t, "/auth/logout", nil).Wants(t, 200)
	byKey := map[string]bool{} // the operations that also take a key in place of a token, by its scope
	for _, o := range harness.Operations(t, func(o harness.Operation) bool { return o.Extensions["x-scope"] != nil }) {
		byKey[o.Row] = true
	}
	for _, row := range harness.WithCredential(harness.IsPortal) {
		method, path := harness.Sample(row)
		for name, c := range map[string]caller{
			"no token": harness.Shared(t).Anonymous(), "an ended session": ended, "an API key": m.Caller, "an administrator's token": harness.Shared(t).Admin(t),
			"nonsense": harness.Shared(t).Anonymous().With("Authorization", "Bearer x"), "another scheme": harness.Shared(t).Anonymous().With("Authorization", "Basic eDp5"),
		} {
			if got := c.Call(t, method, path, nil); got.Status != 401 && !(name == "an API key" && byKey[row]) {
				t.Errorf("%s with %s: %d %s", row, name, got.Status, got.Body)
			}
		}
	}
}

func TestEveryAdminRouteNeedsAnAdministratorsToken(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	token := m.LogIn(t)
	for _, row := range harness.WithCredential(harness.IsAdmin) {
		method, path := harness.Sample(row)
		for name, c := range map[string]caller{
			"no token": harness.Shared(t).Anonymous(), "a client's token": token, "an API key": m.Caller,
			"nonsense": harness.Shared(t).Anonymous().With("Authorization", "Bearer x"),
		} {
			if got := c.Call(t, method, path, nil); got.Status != 401 {
				t.Errorf("%s with %s: %d %s", row, name, got.Status, got.Body)
			}
		}
	}
}

// Things of another client are answered with 404.
func TestAnotherClientsThingsAreNotFound(t *testing.T) {
	t.Parallel()
	owner, other := harness.NewFundedMerchant(t, 100000), harness.NewMerchant(t)
	payment := owner.Post(t, "/payments/invoice", object{"amount": 50000, "external_id": "ORDER-1"}).Wants(t, 201)
	id := payment.Text(t, "transaction.transaction_id")
	withdrawal := owner.Post(t, "/withdrawals", object{"jumlah": 10000, "url": harness.CallbackURL, "external_id": "WD-1"}).Wants(t, 201)
	wd := fmt.Sprint(withdrawal.ID(t, "id"))
	for _, route := range []string{
		"GET /payments/" + id + "/status",
		"GET /payments/" + payment.Text(t, "provider_id") + "/status",
		"GET /payments/ORDER-1/status",
		"GET /transactions/" + fmt.Sprint(payment.ID(t, "transaction.id")),
		"GET /transactions/external/ORDER-1",
		"GET /withdrawals/" + wd,
		"GET /withdrawals/external/WD-1",
		"POST /withdrawals/" + wd + "/cancel",
		"GET /clients/" + fmt.Sprint(owner.ID) + "/balance",
		"POST /sandbox/payments/" + id + "/pay",
		"POST /sandbox/payments/" + id + "/settle",
		"POST /sandbox/payments/" + id + "/expire",
		"POST /sandbox/withdrawals/" + wd + "/complete",
		"POST /sandbox/withdrawals/" + wd + "/fail",
	} {
		method, path, _ := strings.Cut(route, " ")
		other.Call(t, method, path, nil).Refuses(t, 404, "not_found")
	}
	other.Get(t, "/transactions").Wants(t, 200).HasMeta(t, 0, 15, 1, 1)
	owner.Get(t, "/payments/%s/status", id).Wants(t, 200).Is(t, object{"status": "PENDING"})
	owner.Get(t, "/withdrawals/%s", wd).Wants(t, 200).Is(t, object{"status": "pending"})
}

func TestAnInvalidIDIsRefusedByName(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	for _, path := range []string{"/transactions/abc", "/transactions/0", "/transactions/-1", "/transactions/99999999999999999999", "/withdrawals/1.5", "/clients/me/balance"} {
		m.Get(t, "%s", path).RefusesField(t, "id")
	}
	m.Post(t, "/withdrawals/x/cancel", nil).RefusesField(t, "id")
	for _, path := range []string{"/transactions/9223372036854775807", "/withdrawals/999999999"} {
		m.Get(t, "%s", path).Refuses(t, 404, "not_found")
	}
}
