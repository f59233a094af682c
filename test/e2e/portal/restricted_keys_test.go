package portal

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"gateway/test/e2e/harness"
	"gateway/test/poll"
)

// withKey is a caller with the key in an answer.
func withKey(t *testing.T, issued answer) harness.Caller {
	t.Helper()
	return harness.Shared(t).Anonymous().With("X-API-Key", issued.Text(t, "key"))
}

// restrict issues a restricted key.
func restrict(t *testing.T, c harness.Caller, name string, scopes ...string) answer {
	t.Helper()
	return c.Post(t, "/api-keys", object{"name": name, "restricted": true, "scopes": scopes}).Wants(t, 201).Has(t, "", harness.NewKeyShape)
}

func TestAFormerKeyWorksUntilTheEndOfTheOverlap(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	owner := m.LogIn(t)
	for _, hours := range []any{-1, 169, 1.5, "24"} {
		owner.Post(t, "/api-keys", object{"name": "next", "overlap": hours}).RefusesField(t, "overlap")
	}
	before := time.Now()
	next := owner.Post(t, "/api-keys", object{"name": "next", "overlap": 168}).Wants(t, 201).Has(t, "", harness.NewKeyShape)
	m.Get(t, "/account").Wants(t, 200) // the former key
	withKey(t, next).Get(t, "/account").Wants(t, 200)
	shown := owner.Get(t, "/api-keys").Wants(t, 200).Has(t, "", harness.APIKeyShape).Is(t, object{"name": "next", "expires_at": nil, "restricted": []any{}})
	former, _ := shown.Field(t, "former").([]any)
	if len(former) != 1 {
		t.Fatalf("%v", former)
	}
	harness.FurtherKeyShape.Check(t, "former", former[0])
	until, err := time.Parse(time.RFC3339, fmt.Sprint(former[0].(map[string]any)["expires_at"]))
	if err != nil || until.Sub(before) < 167*time.Hour || until.Sub(before) > 169*time.Hour || !strings.HasPrefix(next.Text(t, "former_until"), until.Format(time.DateOnly)) {
		t.Errorf("until %s, %v", until, err)
	}
	// A key without an overlap ends both earlier ones.
	last := owner.Post(t, "/api-keys", object{"name": "last"}).Wants(t, 201).Is(t, object{"former_until": nil})
	m.Get(t, "/account").Refuses(t, 401, "invalid_api_key")
	withKey(t, next).Get(t, "/account").Refuses(t, 401, "invalid_api_key")
	withKey(t, last).Get(t, "/account").Wants(t, 200)
}

func TestARestrictedKeyReplacesNoneAndDoesWhatItsScopesSay(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	owner := m.LogIn(t)
	m.Get(t, "/account").Wants(t, 200)
	issued := restrict(t, owner, "shop", "payments").Is(t, object{"name": "shop", "scopes": []any{"read", "payments"}, "expires_at": nil, "former_until": nil})
	shop := withKey(t, issued)
	shop.Post(t, "/payments/invoice", object{"amount": 20_000}).Wants(t, 201)
	m.Get(t, "/account").Wants(t, 200)
	refused := shop.Put(t, "/account", object{"norek": "1", "bank": "BCA"}).Refuses(t, 403, "scope_missing")
	if !strings.Contains(string(refused.Body), "profile") {
		t.Errorf("the scope is not named: %s", refused.Body)
	}
	shop.Post(t, "/withdrawals", object{"jumlah": 10_000, "url": harness.CallbackURL}).Refuses(t, 403, "scope_missing")
	shop.Get(t, "/api-keys").Refuses(t, 401, "invalid_token") // only people manage keys
	shown := owner.Get(t, "/api-keys").Wants(t, 200).Has(t, "", harness.APIKeyShape).Is(t, object{"name": "server", "former": []any{}, "issued_by": "operator"})
	one := shown.Field(t, "restricted").([]any)[0].(map[string]any)
	harness.FurtherKeyShape.Check(t, "restricted", one)
	if one["issuer_email"] != m.Email || one["issued_by"] != fmt.Sprintf("client:%d/person:%d", m.ID, m.ID) || one["issuer_gone"] != false {
		t.Errorf("issued by %v", one)
	}
	if use, _ := one["last_used"].(map[string]any); use["address"] == nil || strings.Contains(string(shown.Body), issued.Text(t, "key")) {
		t.Errorf("%s", shown.Body)
	}
	owner.Call(t, "DELETE", fmt.Sprint("/api-keys/", issued.ID(t, "id")), nil).Wants(t, 200)
	shop.Get(t, "/account").Refuses(t, 401, "invalid_api_key")
	m.Get(t, "/account").Wants(t, 200)
	owner.Call(t, "DELETE", fmt.Sprint("/api-keys/", issued.ID(t, "id")), nil).Refuses(t, 404, "api_key_not_found")
}

func TestRequestsForKeysAreChecked(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	owner := m.LogIn(t)
	past, future := time.Now().Add(-time.Second).Format(time.RFC3339), time.Now().Add(time.Hour).Format(time.RFC3339)
	key := func(more object) object {
		body := object{"name": "ci", "restricted": true, "scopes": []string{"read"}}
		for name, value := range more {
			body[name] = value
		}
		return body
	}
	for field, body := range map[string]object{
		"name":       key(object{"name": ""}),
		"scopes":     key(object{"scopes": []string{}}),
		"overlap":    key(object{"overlap": 1}),
		"expires_at": key(object{"expires_at": past}),
		"allow":      key(object{"allow": []string{"x"}}),
	} {
		owner.Post(t, "/api-keys", body).RefusesField(t, field)
	}
	owner.Post(t, "/api-keys", key(object{"scopes": []string{"root"}})).RefusesField(t, "scopes")
	owner.Post(t, "/api-keys", key(object{"scopes": nil})).RefusesField(t, "scopes")
	owner.Post(t, "/api-keys", key(object{"expires_at": "tomorrow"})).RefusesField(t, "expires_at")
	// A caller who forgets `restricted` does not get a full key.
	owner.Post(t, "/api-keys", key(object{"restricted": false})).RefusesField(t, "scopes")
	owner.Post(t, "/api-keys", object{"name": "ci", "expires_at": future}).RefusesField(t, "expires_at")
	m.Get(t, "/account").Wants(t, 200)
	for range 20 {
		owner.Post(t, "/api-keys", key(nil)).Wants(t, 201)
	}
	owner.Post(t, "/api-keys", key(nil)).Refuses(t, 400, "too_many_keys")
	owner.Post(t, "/api-keys", object{"name": "full"}).Wants(t, 201) // does not count
	bound := harness.NewMerchant(t).LogIn(t).Post(t, "/api-keys", key(object{"allow": []string{"203.0.113.7"}})).Wants(t, 201)
	withKey(t, bound).Get(t, "/account").Refuses(t, 403, "address_not_allowed")
}

func TestAnIssuerGivesNoScopeThatTheRoleLacks(t *testing.T) {
	t.Parallel()
	owner := harness.NewMerchant(t).LogIn(t)
	_, _, developer := join(t, owner, "developer")
	developer.Post(t, "/api-keys", object{"name": "full"}).Refuses(t, 403, "role_forbidden")
	for _, scope := range []string{"payouts", "refunds", "profile"} {
		a := developer.Post(t, "/api-keys", object{"name": "ci", "restricted": true, "scopes": []string{"read", scope}}).Refuses(t, 403, "role_forbidden")
		if !strings.Contains(string(a.Body), scope) {
			t.Errorf("the scope %s is not named: %s", scope, a.Body)
		}
		restrict(t, owner, "ci", scope)
	}
	restrict(t, developer, "ci", "read", "payments", "endpoints")
	restrict(t, owner, "all", "read", "payments", "refunds", "payouts", "endpoints", "profile")
	for _, role := range []string{"finance", "viewer"} {
		_, _, person := join(t, owner, role)
		person.Post(t, "/api-keys", object{"name": "ci", "restricted": true, "scopes": []string{"read"}}).Refuses(t, 403, "role_forbidden")
	}
}

func TestAKeyEndsByTime(t *testing.T) {
	t.Parallel()
	owner := harness.NewMerchant(t).LogIn(t)
	until := time.Now().Add(1500 * time.Millisecond).UTC()
	issued := owner.Post(t, "/api-keys", object{"name": "ci", "restricted": true, "scopes": []string{"read"}, "expires_at": until.Format(time.RFC3339Nano)}).Wants(t, 201)
	key := withKey(t, issued)
	poll.Until(t, "the end of the key", func() bool {
		a := key.Get(t, "/account")
		if a.Status == 200 && time.Now().After(until.Add(time.Second)) || a.Status == 401 && time.Now().Before(until) {
			t.Fatalf("%d at %s, and it ends at %s", a.Status, time.Now(), until)
		}
		return a.Status == 401
	})
	if a := owner.Get(t, "/api-keys").Wants(t, 200); len(a.Field(t, "restricted").([]any)) != 0 {
		t.Errorf("it is shown: %s", a.Body)
	}
}

func TestAKeyManagesEndpoints(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	_, _, developer := join(t, m.LogIn(t), "developer")
	terraform := withKey(t, restrict(t, developer, "terraform", "endpoints"))
	added := terraform.Post(t, "/callback-endpoints", object{"url": harness.CallbackURL, "events": "*"}).Wants(t, 201)
	path := fmt.Sprint("/callback-endpoints/", added.ID(t, "endpoint.id"))
	terraform.Get(t, "%s", path).Wants(t, 200)
	terraform.Put(t, path, object{"url": harness.CallbackURL, "events": []string{"invoice.paid"}, "active": true}).Wants(t, 200)
	terraform.Post(t, path+"/rotate-secret", nil).Wants(t, 200)
	terraform.Post(t, path+"/test", nil).Wants(t, 200)
	secret := terraform.Get(t, "/webhook-secret").Wants(t, 200).Text(t, "secret")
	if terraform.Post(t, "/webhook-secret", nil).Wants(t, 200).Text(t, "secret") == secret {
		t.Error("the secret is the same")
	}
	// The full key reads endpoints, but neither changes them nor sees the secret that signs callbacks.
	m.Get(t, "%s", path).Wants(t, 200)
	m.Get(t, "/webhook-secret").Refuses(t, 403, "scope_missing")
	m.Call(t, "DELETE", path, nil).Refuses(t, 403, "scope_missing")
	terraform.Call(t, "DELETE", path, nil).Wants(t, 200)
	terraform.Post(t, "/payments/invoice", object{"amount": 20_000}).Refuses(t, 403, "scope_missing")
	// A token still works as before, also beside a key.
	developer.With("X-API-Key", "x").Get(t, "/callback-endpoints").Wants(t, 200)
}

func TestWhoLeavesTakesNoKeyAlong(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	owner := m.LogIn(t)
	id, _, developer := join(t, owner, "developer")
	other, address, second := join(t, owner, "owner")
	first := restrict(t, developer, "ci", "endpoints")
	owners := restrict(t, second, "books", "read")
	full := second.Post(t, "/api-keys", object{"name": "second"}).Wants(t, 201)

	// The second owner becomes a developer: the restricted key ends; the full key still works and is listed.
	changed := owner.Put(t, fmt.Sprint("/me/users/", other), object{"role": "developer"}).Wants(t, 200).Has(t, "", harness.PersonShape.And(harness.KeysOfPersonShape))
	changed.Is(t, object{"role": "developer", "ended_keys": named(owners), "kept_keys": []any{}, "full_keys": named(full)})
	withKey(t, owners).Get(t, "/account").Refuses(t, 401, "invalid_api_key")
	withKey(t, full).Get(t, "/account").Wants(t, 200)
	owner.Get(t, "/api-keys").Wants(t, 200).Is(t, object{"name": "second", "issuer_gone": true})
	inTrouble(t, m, true)
	owner.Post(t, "/api-keys", object{"name": "server"}).Wants(t, 201)
	owner.Get(t, "/api-keys").Wants(t, 200).Is(t, object{"name": "server", "issuer_gone": false})
	inTrouble(t, m, false)

	// The developer is removed, but the key is to keep working; then the other person is removed, without a body.
	kept := restrict(t, logIn(t, address, newPassword), "later", "read")
	removed := owner.Call(t, "DELETE", fmt.Sprint("/me/users/", id), object{"end_keys": false}).Wants(t, 200).Has(t, "", harness.KeysOfPersonShape)
	removed.Is(t, object{"ended_keys": []any{}, "kept_keys": named(first), "full_keys": []any{}})
	withKey(t, first).Get(t, "/account").Wants(t, 200)
	shown := owner.Get(t, "/api-keys").Wants(t, 200).Field(t, "restricted").([]any)[0].(map[string]any)
	if shown["issuer_gone"] != true || shown["issuer_email"] != nil {
		t.Errorf("%v", shown)
	}
	inTrouble(t, m, true)
	owner.Call(t, "DELETE", fmt.Sprint("/api-keys/", first.ID(t, "id")), nil).Wants(t, 200)
	inTrouble(t, m, false)
	owner.Call(t, "DELETE", fmt.Sprint("/me/users/", other), nil).Wants(t, 200).Is(t, object{"ended_keys": named(kept), "kept_keys": []any{}})
	withKey(t, kept).Get(t, "/account").Refuses(t, 401, "invalid_api_key")
}

// named returns a list with the key of an answer.
func named(issued answer) []any {
	var key struct {
		Data struct {
			ID     int64  `json:"id"`
			Name   string `json:"name"`
			Masked string `json:"masked_key"`
		} `json:"data"`
	}
	_ = json.Unmarshal(issued.Body, &key) // the answer was checked
	return []any{object{"id": key.Data.ID, "name": key.Data.Name, "masked_key": key.Data.Masked}}
}

// inTrouble checks whether administrators are told that the issuer of one of the client's keys has left.
func inTrouble(t *testing.T, m harness.Merchant, want bool) {
	t.Helper()
	admin := harness.Shared(t).Admin(t)
	listed := slices.Contains(admin.Get(t, "/admin/clients?trouble=key_without_issuer&per_page=100").Wants(t, 200).Column(t, "id"), fmt.Sprint(m.ID))
	kinds := admin.Get(t, "/admin/attention").Wants(t, 200).Column(t, "kind")
	if listed != want || want && !slices.Contains(kinds, `"keys_without_issuer"`) {
		t.Errorf("listed: %t, want %t; in attention are %v", listed, want, kinds)
	}
}

func TestTheEndOfAccessEndsEveryKey(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	owner := m.LogIn(t)
	restricted := withKey(t, restrict(t, owner, "ci", "read"))
	next := withKey(t, owner.Post(t, "/api-keys", object{"name": "next", "overlap": 1}).Wants(t, 201))
	keys := []harness.Caller{m.Caller, restricted, next}
	for _, key := range keys {
		key.Get(t, "/account").Wants(t, 200)
	}
	owner.Post(t, "/me/end-access", object{}).Wants(t, 200)
	for _, key := range keys {
		key.Get(t, "/account").Refuses(t, 401, "invalid_api_key")
	}
	if a := m.LogIn(t).Get(t, "/api-keys").Wants(t, 200); !strings.Contains(string(a.Body), `"data":{}`) {
		t.Errorf("keys after it: %s", a.Body)
	}
}
