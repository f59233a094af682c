package admin

import (
	"testing"

	"gateway/http/backend/backendtest"
	"gateway/projections/readmodel"

	"github.com/shopspring/decimal"
)

func rupiah(n int64) decimal.Decimal { return decimal.NewFromInt(n) }

func TestAdjustments(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	root := d.bearer(rootEmail, rootPassword)
	path := "/clients/" + itoa(d.client("toko@example.com"))
	for body, field := range map[string]string{
		`{"reason":"x"}`:               "amount",
		`{"amount":0,"reason":"x"}`:    "amount",
		`{"amount":1}`:                 "reason",
		`{"amount":1,"reason":" "}`:    "reason",
		`{"amount":1e13,"reason":"x"}`: "amount",
	} {
		if got := d.as(root, "POST", path+"/adjustments", body); got.Status != 400 || got.Field != field {
			t.Errorf("%s: %d of %q, want 400 of %q", body, got.Status, got.Field, field)
		}
	}
	d.want(d.as(root, "POST", path+"/adjustments", `{"amount":1000.5,"reason":"goodwill"}`), 201, "")
	d.want(d.as(root, "POST", path+"/adjustments", `{"amount":-1000.51,"reason":"too much"}`), 400, "insufficient_balance")
	d.want(d.as(root, "POST", path+"/adjustments", `{"amount":-0.5,"reason":"rounding"}`), 201, "")
	left := backendtest.Into[readmodel.Balance](t, d.want(d.as(root, "GET", path+"/balance", ""), 200, ""))
	if !left.Saldo.Equal(rupiah(1000)) || !left.Available.Equal(rupiah(1000)) {
		t.Errorf("the balance is %+v", left)
	}
	d.want(d.as(root, "POST", "/clients/987654/adjustments", `{"amount":1,"reason":"x"}`), 404, "not_found")
}
