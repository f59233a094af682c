package fuzz

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"gateway/domain/account"
	"gateway/test/e2e/harness"

	"github.com/getkin/kin-openapi/openapi3"
)

// world is the gateway and what all roles share.
type world struct {
	gateway    *harness.Gateway
	operations []harness.Operation
	// connections skip the check against the description, because it does not cover pages.
	connections *http.Transport
	// victim is a merchant that no role belongs to. Each of its texts contains a marker, and its things are in others.
	victim  merchant
	others  pool
	markers map[string]string // of texts that staff may see
	secrets map[string]string
	// keyed is the merchant of all keys, by scope; the full key has no scope.
	keyed merchant
	keys  map[string]caller
}

// marker is a text that occurs nowhere else.
func marker(what string) string { return "zqmark" + what + "qz" }

func newWorld(t *testing.T) *world {
	t.Helper()
	g := harness.Shared(t)
	w := &world{
		gateway: g, keys: map[string]caller{},
		connections: &http.Transport{MaxIdleConnsPerHost: 16}, others: pool{}, markers: map[string]string{}, secrets: map[string]string{},
	}
	t.Cleanup(w.connections.CloseIdleConnections)
	w.operations = harness.Operations(t, func(o harness.Operation) bool {
		item := harness.Described(t).Paths.Value(o.Pattern)
		return len(item.Servers) == 0
	})
	w.keyed, _ = w.furnished(t, "FUZZ")
	w.keys[""] = w.keyed.Caller
	for _, scope := range account.Scopes {
		made := w.keyed.LogIn(t).Post(t, "/api-keys", object{"name": scope, "restricted": true, "scopes": []string{scope}}).Wants(t, 201)
		w.keys[scope] = g.Anonymous().With("X-API-Key", made.Text(t, "key"))
	}
	victim, endpoints := w.furnished(t, marker("text"))
	w.victim = victim
	w.markers[marker("text")] = "another merchant's text"
	v, owner := w.victim, w.victim.LogIn(t)
	mail := strings.ToLower(marker("mail")) + "@example.com"
	v.Put(t, "/account", object{
		"nama": marker("name"), "alamat": marker("address"), "pic": marker("pic"), "email_pic": mail, "no_telp_pic": "0812",
	}).Wants(t, 200)
	for _, what := range []string{"name", "address", "pic", "mail"} {
		w.markers[marker(what)] = "another merchant's " + what
	}
	w.markers[marker("ticket")] = "another merchant's ticket"
	owner.Post(t, "/tickets", object{"subject": marker("ticket"), "description": marker("ticket")}).Wants(t, 201)
	w.secrets[v.Key] = "another merchant's API key"
	w.secrets[strings.TrimPrefix(owner.Header.Get("Authorization"), "Bearer ")] = "another person's token"
	w.secrets[owner.Get(t, "/webhook-secret").Wants(t, 200).Text(t, "secret")] = "another merchant's webhook secret"
	w.secrets[harness.CallbackToken] = "the provider's token"
	w.secrets[harness.AdminPassword] = "the first administrator's password"
	w.others.learn(t, w, v.Caller, "ApiKey")
	w.others.learn(t, w, endpoints, "ApiKey")
	w.others.learn(t, w, owner, "ClientToken")
	for _, prefix := range []string{
		"/payments/", "/transactions/", "/withdrawals/", "/settlements/", "/tickets/",
		"/callback-endpoints/", "/me/users/",
	} {
		if len(w.others[prefix]) == 0 {
			t.Errorf("no thing of another merchant is known below %s", prefix)
		}
	}
	return w
}

// furnished makes a merchant that has one of everything. The texts name the merchant.
func (w *world) furnished(tb testing.TB, mark string) (m merchant, endpoints caller) {
	tb.Helper()
	m = w.gateway.NewMerchant(tb)
	m.SetBankAccount(tb)
	m.Earn(tb, 50_000_000)
	owner := m.LogIn(tb)
	link := "https://toko.example/" + mark
	made := m.LogIn(tb).Post(tb, "/api-keys", object{
		"name":       "endpoints",
		"restricted": true, "scopes": []string{account.ScopeEndpoints},
	}).Wants(tb, 201)
	endpoints = w.gateway.Anonymous().With("X-API-Key", made.Text(tb, "key"))
	for _, thing := range []struct {
		by   caller
		path string
		body object
	}{
		{m.Caller, "/payments/invoice", object{"amount": 50_000, "external_id": mark, "description": mark, "metadata": object{mark: mark}}},
		{m.Caller, "/payments/invoice", object{"amount": 60_000, "metadata": object{mark: mark}}},
		{m.Caller, "/payments/qris", object{"amount": 70_000, "external_id": mark + "-2"}},
		{m.Caller, "/withdrawals", object{"jumlah": 10_000, "url": link, "external_id": mark + "-wd"}},
		{m.Caller, "/settlements", object{"jumlah": 20_000, "tujuan": mark, "url": link, "external_id": mark + "-st"}},
		{owner, "/tickets", object{"subject": mark, "description": mark}},
		{endpoints, "/callback-endpoints", object{"url": link, "events": "*"}},
		{owner, "/me/users", object{"email": w.gateway.NextEmail(), "role": "viewer"}},
		{owner, "/api-keys", object{"name": mark, "restricted": true, "scopes": []string{account.ScopeRead}}},
		{m.Caller, "/sandbox/payments/" + m.OpenInvoice(tb, 80_000, object{"description": mark}) + "/pay", object{}},
	} {
		if got := thing.by.Post(tb, thing.path, thing.body); got.Status >= 300 {
			tb.Errorf("%s: %d %s", got.Request, got.Status, got.Body)
		}
	}
	return m, endpoints
}

// pool holds ids of things, by the beginning of the paths that name them.
type pool map[string][]string

func (p pool) add(prefix, id string) {
	if id == "" || id == "null" || len(p[prefix]) > 60 {
		return
	}
	for _, known := range p[prefix] {
		if known == id {
			return
		}
	}
	p[prefix] = append(p[prefix], id)
}

// kept are the beginnings of paths whose things must not be collected from answers, because one role would end
// what others need.
var kept = map[string]bool{"/admin/clients/": true, "/admin/apps/": true, "/admin/admins/": true}

// take collects the ids in an answer of an operation.
func (p pool) take(pattern string, a answer) {
	prefix := pattern + "/"
	if kept[prefix] || a.Status >= 300 {
		return
	}
	data := a.Envelope["data"]
	rows, _ := data.([]any)
	if one, ok := data.(map[string]any); ok {
		rows = []any{one, one["transaction"], one["ticket"]}
	}
	for _, row := range rows {
		fields, _ := row.(map[string]any)
		for _, name := range []string{
			"id", "transaction_id", "external_id", "code", "name", "position", "reversal_id",
			"channel_code", "kode", "client_id", "app_id",
		} {
			value, there := fields[name]
			if !there || value == nil {
				continue
			}
			id := strings.Trim(harness.JSON(value), `"`)
			if name == "id" || name == "position" || strings.Contains(pattern, "projections") ||
				strings.Contains(pattern, "bank") || strings.Contains(pattern, "fees") {
				p.add(prefix, id)
			}
			p.add(name, id)
			switch name {
			case "transaction_id":
				for _, known := range []string{
					"/payments/", "/sandbox/payments/", "/timeline/", "/why/", "/admin/transactions/",
					"/admin/timeline/", "/admin/why/",
				} {
					p.add(known, id)
				}
			case "external_id":
				p.add(prefix+"external/", id)
			case "id":
				if pattern == "/withdrawals" || pattern == "/settlements" {
					p.add("/sandbox"+pattern+"/", id)
				}
			}
		}
	}
}

// learn asks every list that the credential may read.
func (p pool) learn(tb testing.TB, w *world, c caller, scheme string) {
	tb.Helper()
	for _, o := range w.operations {
		if o.Method == http.MethodGet && !strings.Contains(o.Pattern, "{") && takes(o, scheme) && !needsQuery(o) {
			if a, err := c.Send(o.Method, o.Pattern, nil); err == nil {
				p.take(o.Pattern, a)
			}
		}
	}
}

// takes reports whether the operation accepts a credential of the scheme.
func takes(o harness.Operation, scheme string) bool {
	return slices.ContainsFunc(*o.Security, func(one openapi3.SecurityRequirement) bool { _, ok := one[scheme]; return ok })
}

func needsQuery(o harness.Operation) bool {
	for _, p := range o.Parameters {
		if p.Value.In == openapi3.ParameterInQuery && p.Value.Required {
			return true
		}
	}
	return false
}

// segment is a value as a segment of a path.
func segment(s string) string {
	if s == "." || s == ".." || s == "" {
		return "%2E"
	}
	return url.PathEscape(s)
}
