package payouts

import (
	"database/sql"
	"fmt"
	"slices"
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/migrated"
	"gateway/test/poll"
)

// A restored log can lack an order that the provider has. If the provider's books show the order, the payout is
// held until an administrator adopts it, so that the client does not get the money again.
func TestAnOrderThatTheLogLacksIsAdopted(t *testing.T) {
	t.Parallel()
	events, read := migrated.Pair(t)
	g := harness.StartOn(t, events, read, harness.Settings{"PROVIDER_LISTING_AFTER": "100ms", "PROVIDER_LISTING_RATE": "60000"})
	m, admin := g.NewMerchant(t), g.Admin(t)
	m.SetBankAccount(t)
	admin.Post(t, fmt.Sprintf("/admin/clients/%d/adjustments", m.ID), object{"amount": 500000, "reason": "start"}).Wants(t, 201)
	for kind, id := range map[string]int64{
		"withdrawal": m.Withdraw(t, 50000, harness.CallbackURL),
		"settlement": m.Post(t, "/settlements", object{"jumlah": 50000, "tujuan": "gaji"}).Wants(t, 201).ID(t, "id"),
	} {
		path := fmt.Sprintf("/admin/%ss/%d", kind, id)
		harness.FoundOrder{ID: "disb-" + kind, Kind: kind, ClientID: m.ID, Payout: id, Amount: 50000}.Put(t, events)
		poll.Until(t, "it is found", func() bool { return admin.Get(t, "%s", path).Field(t, "found_provider_id") == "disb-"+kind })
		if subjects := admin.Get(t, "/admin/attention").Wants(t, 200).Column(t, "subject"); !slices.Contains(subjects, harness.JSON(kind+"s?status=pending&trouble=contradicted")) {
			t.Errorf("it needs attention as %v", subjects)
		}
		admin.Post(t, path+"/reject", object{"reason": "no"}).Refuses(t, 400, "found_at_provider")
		if code := admin.Get(t, "/admin/why/%ss-%d", kind, id).Text(t, "reasons.0.code"); code != "found_at_provider" {
			t.Errorf("it waits for %s", code)
		}
		admin.Post(t, path+"/adopt", object{}).RefusesField(t, "provider_id")
		admin.Post(t, path+"/adopt", object{"provider_id": "disb-other"}).RefusesField(t, "provider_id")
		admin.Post(t, path+"/adopt", object{"provider_id": "disb-" + kind}).Wants(t, 200).Is(t, object{
			"status": "completed", "di_transfer_oleh": "provider", "provider_id": "disb-" + kind, "contradiction": "", "found_provider_id": "",
		})
		admin.Post(t, path+"/adopt", object{"provider_id": "disb-" + kind}).Refuses(t, 400, "not_processing")
	}
	m.HasBalance(t, 390000, 390000, 0, 0)
}

// The classic API reports the bank but not the account; the provider's books have both.
func TestAnOrderToAnotherBankAccountIsNotAdopted(t *testing.T) {
	t.Parallel()
	events, read := migrated.Pair(t)
	g := harness.StartOn(t, events, read, nil)
	m, admin := g.NewMerchant(t), g.Admin(t)
	m.SetBankAccount(t)
	admin.Post(t, fmt.Sprintf("/admin/clients/%d/adjustments", m.ID), object{"amount": 500000, "reason": "start"}).Wants(t, 201)
	id := m.Withdraw(t, 50000, harness.CallbackURL)
	order := harness.FoundOrder{ID: "disb-1", Kind: "withdrawal", ClientID: m.ID, Payout: id, Amount: 50000, AccountNumber: "9999999999"}
	order.Put(t, events)
	path := fmt.Sprintf("/admin/withdrawals/%d", id)
	admin.Post(t, path+"/adopt", object{"provider_id": "disb-1"}).RefusesField(t, "provider_id")
	admin.Get(t, "%s", path).Wants(t, 200).Is(t, object{"status": "pending", "provider_id": ""})
	m.HasBalance(t, 500000, 445000, 55000, 0)
}

// After an import of the log, the simulated provider lacks the payouts that it had.
func TestTheSandboxSaysThatTheSimulatorLostAPayout(t *testing.T) {
	t.Parallel()
	events, read := migrated.Pair(t)
	g := harness.StartOn(t, events, read, harness.Settings{"SIMULATOR_PAYOUT_DELAY": "1h"})
	m, admin := g.NewMerchant(t), g.Admin(t)
	m.SetBankAccount(t)
	admin.Post(t, fmt.Sprintf("/admin/clients/%d/adjustments", m.ID), object{"amount": 500000, "reason": "start"}).Wants(t, 201)
	id := m.Withdraw(t, 50000, harness.CallbackURL)
	path := fmt.Sprintf("/admin/withdrawals/%d", id)
	admin.Post(t, path+"/approve", nil).Wants(t, 200)
	poll.Until(t, "the provider has it", func() bool { return admin.Get(t, "%s", path).Field(t, "provider_id") != "" })
	db, err := sql.Open("postgres", events)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), `DELETE FROM state.simulator_disbursements`); err != nil {
		t.Fatal(err)
	}
	for _, what := range []string{"complete", "fail"} {
		m.Post(t, fmt.Sprintf("/sandbox/withdrawals/%d/%s", id, what), nil).Refuses(t, 404, "not_found")
	}
}
