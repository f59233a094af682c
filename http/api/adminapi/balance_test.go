package adminapi

import (
	"testing"

	"gateway/domain/admin"
	"gateway/http/service/servicetest"
	"gateway/projections/readmodel/balancerows"
	"gateway/test/rupiah"
)

func TestAdjustments(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	root := f.bearer(rootEmail, rootPassword)
	path := "/clients/" + itoa(f.client("toko@example.com"))
	for body, field := range map[string]string{
		`{"reason":"x"}`:               "amount",
		`{"amount":0,"reason":"x"}`:    "amount",
		`{"amount":1}`:                 "reason",
		`{"amount":1,"reason":" "}`:    "reason",
		`{"amount":1e13,"reason":"x"}`: "amount",
	} {
		if got := f.as(root, "POST", path+"/adjustments", body); got.Status != 400 || got.Field != field {
			t.Errorf("%s: %d of %q, want 400 of %q", body, got.Status, got.Field, field)
		}
	}
	f.want(f.as(root, "POST", path+"/adjustments", `{"amount":1000.5,"reason":"goodwill"}`), 201, "")
	f.want(f.as(root, "POST", path+"/adjustments", `{"amount":-1000.51,"reason":"too much"}`), 400, "insufficient_balance")
	f.want(f.as(root, "POST", path+"/adjustments", `{"amount":-0.5,"reason":"rounding"}`), 201, "")
	left := servicetest.Into[balancerows.Balance](t, f.want(f.as(root, "GET", path+"/balance", ""), 200, ""))
	if !left.Total.Equal(rupiah.Of(1000)) || !left.Available.Equal(rupiah.Of(1000)) {
		t.Errorf("the balance is %+v", left)
	}
	f.want(f.as(root, "POST", "/clients/987654/adjustments", `{"amount":1,"reason":"x"}`), 404, "not_found")
}

func TestUnderAKeyMoneyIsMovedAndAppsAreMadeOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	staff := f.staff()
	root := staff[admin.RoleAdmin]
	path := "/clients/" + itoa(f.client("toko@example.com"))
	keyed := func(key, path, body string) servicetest.Answer {
		t.Helper()
		return servicetest.Call(t, f.h, "POST", "/admin"+path, body, "Authorization", root, "Idempotency-Key", key)
	}
	for range 2 {
		first := f.want(keyed("a", path+"/adjustments", `{"amount":1000,"reason":"goodwill"}`), 201, "")
		if got := servicetest.Into[balancerows.Balance](t, first); !got.Total.Equal(rupiah.Of(1000)) {
			t.Errorf("the balance comes to %+v", got)
		}
		f.want(keyed("b", path+"/apps", `{"name":"Kasir","kode":"KSR"}`), 201, "")
	}
	f.want(keyed("a", path+"/adjustments", `{"amount":1001,"reason":"goodwill"}`), 409, "idempotency_key_reused")
	f.want(keyed("a", "/clients/"+itoa(f.client("lain@example.com"))+"/adjustments", `{"amount":1000,"reason":"goodwill"}`), 409, "idempotency_key_reused")
	left := servicetest.Into[balancerows.Balance](t, f.want(f.as(root, "GET", path+"/balance", ""), 200, ""))
	if !left.Total.Equal(rupiah.Of(1000)) {
		t.Errorf("the balance is %+v", left)
	}
	key := keyed("c", path+"/api-keys", `{"name":"shop"}`)
	if again := keyed("c", path+"/api-keys", `{"name":"shop"}`); again.Status != 201 || string(again.Data) == string(key.Data) {
		t.Error("a secret was kept for its repetition")
	}
}
