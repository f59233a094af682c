package payouts

import (
	"database/sql"
	"fmt"
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/poll"
	"gateway/test/testdb"
)

// A restored log can lack an order that the provider has. What the provider's books show of it holds
// the payout, whoever would give its client the money again, until an administrator adopts it.
func TestAnOrderThatTheLogLacksIsAdopted(t *testing.T) {
	t.Parallel()
	events, read := testdb.NewPair(t)
	g := harness.StartOn(t, events, read, harness.Settings{"PROVIDER_LISTING_AFTER": "100ms", "PROVIDER_LISTING_RATE": "60000"})
	m, admin := g.NewMerchant(t), g.Admin(t)
	m.SetBankAccount(t)
	admin.Post(t, fmt.Sprintf("/admin/clients/%d/adjustments", m.ID), object{"amount": 500000, "reason": "start"}).Wants(t, 201)
	for kind, id := range map[string]int64{
		"withdrawal": m.Withdraw(t, 50000, harness.CallbackURL),
		"settlement": m.Post(t, "/settlements", object{"jumlah": 50000, "tujuan": "gaji"}).Wants(t, 201).ID(t, "id"),
	} {
		path := fmt.Sprintf("/admin/%ss/%d", kind, id)
		shown := admin.Get(t, "%s", path).Wants(t, 200)
		order(t, events, "disb-"+kind, fmt.Sprintf("%s-%d-%d-0123456789ab", kind, m.ID, id), shown)
		poll.Until(t, "it is found", func() bool { return admin.Get(t, "%s", path).Field(t, "found_provider_id") == "disb-"+kind })
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

// order puts a completed payout into the simulated provider that the gateway did not order.
func order(t *testing.T, dsn, id, reference string, of answer) {
	t.Helper()
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, statement := range []string{
		`INSERT INTO state.simulator_disbursements (id, api, external_id, amount, bank_code, account_holder_name, account_number, description,
			status, failure_code, plan, created_at, updated_at)
			VALUES ($1, 'v1', $2, 50000, $3, 'Toko', $4, 'WD', 'COMPLETED', '', '', now(), now())`,
		`INSERT INTO state.simulator_transactions (id, type, product_id, reference_id, channel_category, channel_code, account_identifier, reverses,
			cashflow, status, amount, fee, fee_vat, fee_status, created_at, updated_at)
			VALUES ('txn_' || $1::text, 'DISBURSEMENT', $1::text, $2, 'BANK', $3, $4, '', 'MONEY_OUT', 'SUCCESS', 50000, 0, 0, 'NOT_APPLICABLE', now(), now())`,
	} {
		if _, err := db.ExecContext(t.Context(), statement, id, reference, of.Text(t, "bank"), of.Text(t, "norek")); err != nil {
			t.Fatal(err)
		}
	}
}

// An import of the log leaves the simulated provider without the payouts that it had.
func TestTheSandboxSaysThatTheSimulatorLostAPayout(t *testing.T) {
	t.Parallel()
	events, read := testdb.NewPair(t)
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
