package payouts

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

func TestAMerchantSeesItsWithdrawalsAndSettlements(t *testing.T) {
	t.Parallel()
	m, other := harness.NewFundedMerchant(t, 500000), harness.NewFundedMerchant(t, 500000)
	first := m.Withdraw(t, 10000, harness.CallbackURL)
	m.Post(t, fmt.Sprintf("/withdrawals/%d/cancel", first), nil).Wants(t, 200)
	second := m.Withdraw(t, 20000, harness.CallbackURL)
	settlement := m.Post(t, "/settlements", object{"jumlah": 30000, "tujuan": "gaji", "external_id": "GAJI-1"}).Wants(t, 201)
	newer := m.Post(t, "/settlements", object{"jumlah": 40000, "tujuan": "sewa", "external_id": "GAJI-1/b"}).Wants(t, 201)
	other.Withdraw(t, 10000, harness.CallbackURL)
	theirs := other.Post(t, "/settlements", object{"jumlah": 10000, "tujuan": "gaji", "external_id": "GAJI-2"}).Wants(t, 201)

	m.Get(t, "/withdrawals").Wants(t, 200).ListOf(t, harness.WithdrawalShape)
	m.Get(t, "/settlements").Wants(t, 200).ListOf(t, harness.SettlementShape)
	for path, want := range map[string][]int64{
		"/withdrawals":                                                       {second, first},
		"/withdrawals?status=pending":                                        {second},
		"/withdrawals?status=cancelled":                                      {first},
		"/withdrawals?status=completed":                                      nil,
		"/withdrawals?page=2&per_page=1":                                     {first},
		"/withdrawals?page=3&per_page=1":                                     nil,
		"/withdrawals?from=2020-01-01&status=pending":                        {second},
		"/withdrawals?to=2020-01-01":                                         nil,
		"/settlements":                                                       {newer.ID(t, "id"), settlement.ID(t, "id")},
		"/settlements?from=2020-01-01&page=1":                                {newer.ID(t, "id"), settlement.ID(t, "id")},
		fmt.Sprintf("/settlements?client_id=%d&status=processing", other.ID): nil,
	} {
		var ids []string
		for _, id := range want {
			ids = append(ids, fmt.Sprint(id))
		}
		if got := m.Get(t, "%s", path).Wants(t, 200).Column(t, "id"); !slices.Equal(got, ids) {
			t.Errorf("%s lists %v, want %v", path, got, ids)
		}
	}
	for _, path := range []string{fmt.Sprintf("/settlements/%d", settlement.ID(t, "id")), "/settlements/external/GAJI-1"} {
		m.Get(t, "%s", path).Wants(t, 200).Has(t, "", harness.SettlementShape).SameAs(t, m.Get(t, "/settlements/%d", settlement.ID(t, "id")))
	}
	m.Get(t, "/settlements/external/GAJI-1%%2Fb").Wants(t, 200).Is(t, object{"id": newer.ID(t, "id")})
	m.Get(t, "/settlements/%d", theirs.ID(t, "id")).Refuses(t, 404, "not_found")
	m.Get(t, "/settlements/%d", first+1_000_000).Refuses(t, 404, "not_found")
	m.Get(t, "/settlements/external/GAJI-2").Refuses(t, 404, "not_found")
	m.Get(t, "/settlements/0").RefusesField(t, "id")
}

func TestSupportSeesThePayoutsOfOneClient(t *testing.T) {
	t.Parallel()
	m, support := harness.NewFundedMerchant(t, 500000), harness.Shared(t).AddAdmin(t, "support")
	first := m.Withdraw(t, 10000, harness.CallbackURL)
	m.Post(t, fmt.Sprintf("/withdrawals/%d/cancel", first), nil).Wants(t, 200)
	second := m.Withdraw(t, 20000, harness.CallbackURL)
	settlement := m.Post(t, "/settlements", object{"jumlah": 30000, "tujuan": "gaji", "external_id": "GAJI-3"}).Wants(t, 201).ID(t, "id")
	for path, want := range map[string][]string{
		"/admin/withdrawals?client_id=%d":                  {fmt.Sprint(second), fmt.Sprint(first)},
		"/admin/withdrawals?client_id=%d&status=cancelled": {fmt.Sprint(first)},
		"/admin/settlements?client_id=%d":                  {fmt.Sprint(settlement)},
		"/admin/settlements?client_id=%d&status=completed": nil,
	} {
		if got := support.Get(t, path, m.ID).Wants(t, 200).Column(t, "id"); !slices.Equal(got, want) {
			t.Errorf("%s lists %v, want %v", path, got, want)
		}
	}
	support.Get(t, "/admin/withdrawals/%d", first).Wants(t, 200).Is(t, object{"id": first, "client_id": m.ID, "kind": "withdrawal", "status": "cancelled"})
	support.Get(t, "/admin/settlements/%d", settlement).Wants(t, 200).Is(t, object{"id": settlement, "client_id": m.ID, "kind": "settlement"})
	support.Get(t, "/admin/settlements/%d", settlement+1_000_000).Refuses(t, 404, "not_found")
	support.Get(t, "/admin/withdrawals/%d", first+1_000_000).Refuses(t, 404, "not_found")
}

func TestAWrongFilterOfPayoutsIsRefused(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	for _, path := range []string{"/withdrawals", "/settlements"} {
		for query, field := range map[string]string{
			"status=done": "status", "status=PENDING": "status", "from=x": "from", "from=2026-02-01&to=2026-01-31": "to",
			"per_page=101": "per_page", "page=0": "page",
		} {
			m.Get(t, "%s?%s", path, query).RefusesField(t, field)
		}
		if a := m.Get(t, "%s?status=done", path); !strings.Contains(string(a.Body), "pending, processing, completed") {
			t.Errorf("the known statuses are not named: %s", a.Body)
		}
	}
}
