package admin

import (
	"testing"

	"gateway/test/e2e/harness"
)

var (
	ruleShape = shape{
		"kind": "string", "channels": "array", "banks": "array", "clients": "array", "min_amount": "number?", "max_amount": "number?",
		"connections": "array", "weights": "array",
	}
	routingShape = shape{
		"rules": "array", "default": "boolean", "changed_by": "string?", "changed_at": "string?", "reason": "string", "connections": "array",
	}
)

func TestTheRoutingIsChangedAndExplained(t *testing.T) {
	t.Parallel()
	m, admin := harness.NewMerchant(t), harness.Shared(t).Admin(t)
	admin.Get(t, "/admin/routing").Wants(t, 200).Has(t, "", routingShape)
	anyPayment, anyPayout := object{"kind": "payment", "connections": []string{"xendit"}}, object{"kind": "payout", "connections": []string{"xendit"}}
	rules := []object{
		{"kind": "payment", "channels": []string{"BCA"}, "clients": []int64{m.ID}, "min_amount": 20000, "weights": []object{{"connection": "xendit", "weight": 100}}},
		anyPayment,
		{"kind": "payout", "banks": []string{"BNI"}, "max_amount": 5000000, "connections": []string{"xendit"}},
		anyPayout,
	}
	changed := admin.Put(t, "/admin/routing", object{"rules": rules, "reason": "a contract for one client"}).Wants(t, 200).Has(t, "", routingShape)
	changed.Is(t, object{"default": false, "reason": "a contract for one client", "rules.0.channels.0": "BCA", "rules.0.weights.0.weight": 100})
	changed.Has(t, "rules.0", ruleShape)

	explain := func(body object) harness.Answer { return admin.Post(t, "/admin/routing/explain", body) }
	explain(object{"channel_code": "BCA", "amount": 20000, "client_id": m.ID}).Wants(t, 200).Is(t, object{
		"rule": 1, "connections.0.connection": "xendit", "connections.0.place": 1, "connections.0.reason": "drawn", "connections.0.share": 100,
	})
	explain(object{"channel_code": "BCA", "amount": 19999, "client_id": m.ID}).Wants(t, 200).Is(t, object{"rule": 2, "connections.0.reason": "in_order"})
	explain(object{"kind": "payout", "bank_code": "BNI", "amount": 5000000, "client_id": m.ID}).Wants(t, 200).Is(t, object{"rule": 3})
	explain(object{"channel_code": "GOPAY", "amount": 1, "client_id": m.ID}).RefusesField(t, "channel_code")
	explain(object{"channel_code": "BCA", "amount": 1, "client_id": 999999999}).RefusesField(t, "client_id")

	for field, wrong := range map[string]object{
		"rules[0].weights":               {"kind": "payment", "channels": []string{"BCA"}, "weights": []object{{"connection": "xendit", "weight": 99}}},
		"rules[0].connections":           {"kind": "payment", "channels": []string{"BCA"}, "connections": []string{"doku-1"}},
		"rules[0].channels":              {"kind": "payment", "channels": []string{"GOPAY"}, "connections": []string{"xendit"}},
		"rules[1]":                       anyPayment,
		"rules[0].kind":                  {"kind": 1},
		"rules[0].min_amount":            {"kind": "payment", "min_amount": "abc", "connections": []string{"xendit"}},
		"rules[0].weights[0].connection": {"kind": "payment", "channels": []string{"BCA"}, "weights": []object{{"weight": 100}}},
	} {
		admin.Put(t, "/admin/routing", object{"rules": []object{wrong, anyPayment, anyPayout}}).RefusesField(t, field)
	}
	admin.Put(t, "/admin/routing", object{"rules": []object{anyPayment}}).RefusesField(t, "rules")
	admin.Put(t, "/admin/routing", object{"rules": []any{anyPayment, nil}}).RefusesField(t, "rules[1]")
	admin.Put(t, "/admin/routing", object{}).RefusesField(t, "rules")
}

var (
	figuresShape = shape{
		"name": "string", "provider": "string", "active": "boolean", "channels": "array", "payouts": "boolean", "payout_cost": "object?",
		"windows": "array", "latency": "object?", "open_payments": "number", "unsettled_payments": "number", "unsettled_amount": "number",
		"collected": "number", "paid_out": "number", "day": "object", "week": "object",
	}
	periodShape = shape{
		"since": "string", "asked": "number", "opened": "number", "refused": "number", "made_nothing": "number", "success_rate": "number?",
		"paid": "number", "paid_amount": "number", "paid_share": "number?", "amount_share": "number?", "paid_out": "number",
		"paid_out_amount": "number", "fees": "number",
	}
)

func TestTheConnectionsAreListedWithTheirFigures(t *testing.T) {
	t.Parallel()
	admin := harness.Shared(t).Admin(t)
	harness.NewFundedMerchant(t, 100_000)
	list := admin.Get(t, "/admin/connections").Wants(t, 200).ListOf(t, figuresShape)
	list.Has(t, "0.day", periodShape).Has(t, "0.week", periodShape).Has(t, "0.channels.0", shape{"channel_code": "string", "cost": "object?"})
	list.Is(t, object{"0.name": "xendit", "0.provider": "xendit", "0.active": true, "0.payouts": true, "0.day.paid_share": 100, "0.week.amount_share": 100})
}
