package payouts

import (
	"fmt"
	"slices"
	"testing"

	"gateway/test/e2e/harness"
)

// The same rules hold for withdrawals and settlements.
func TestAnAdministratorsDecisionOnAPayoutNeedsItsFields(t *testing.T) {
	t.Parallel()
	m, admin := harness.NewFundedMerchant(t, 500000), harness.Shared(t).Admin(t)
	ids := map[string]int64{
		"withdrawals": m.Withdraw(t, 50000, harness.CallbackURL),
		"settlements": m.Post(t, "/settlements", object{"jumlah": 50000, "tujuan": "gaji"}).Wants(t, 201).ID(t, "id"),
	}
	for kind, id := range ids {
		decide := func(what string, body any) answer {
			return admin.Post(t, "/admin/"+kind+"/"+fmt.Sprint(id)+"/"+what, body)
		}
		decide("approve", object{"manual": "yes"}).RefusesField(t, "manual")
		decide("approve", object{"manual": true}).Wants(t, 200).Has(t, "", adminPayoutShape(kind))
		decide("complete", nil).RefusesField(t, "di_transfer_oleh")
		decide("complete", object{"di_transfer_oleh": 7}).RefusesField(t, "di_transfer_oleh")
		decide("fail", object{}).RefusesField(t, "reason")
		for _, what := range []string{"approve", "reject", "complete", "fail"} {
			body := object{"reason": "x", "di_transfer_oleh": "x"}
			admin.Post(t, "/admin/"+kind+"/999999999/"+what, body).Wants(t, 404)
			admin.Post(t, "/admin/"+kind+"/x/"+what, body).RefusesField(t, "id")
		}
		list := admin.Get(t, "/admin/%s?status=processing&per_page=100", kind).Wants(t, 200).ListOf(t, adminPayoutShape(kind))
		if !slices.Contains(list.Column(t, "id"), fmt.Sprint(id)) {
			t.Errorf("%s %d is not listed", kind, id)
		}
	}
	m.HasBalance(t, 500000, 390000, 110000, 0)
}

func adminPayoutShape(kind string) shape {
	s := harness.SettlementShape
	if kind == "withdrawals" {
		s = harness.WithdrawalShape
	}
	return s.And(shape{
		"client_id": "integer", "kind": "string", "manual": "boolean", "submitted_at": "time?", "provider_id": "string",
		"unknown": "boolean", "unknown_reason": "string", "reference": "string", "provider_api": "string", "attempts": "integer",
		"contradiction": "string", "connection": "string", "client_name": "string", "account_holder": "string",
		"found_provider_id": "string", "found_reference": "string", "risk_signs": "array",
	})
}
