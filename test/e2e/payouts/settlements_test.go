package payouts

import (
	"fmt"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/poll"
	"gateway/test/receiver"
)

func TestASettlementGoesToTheNamedAccountOrElseToTheProfiles(t *testing.T) {
	t.Parallel()
	m := harness.NewFundedMerchant(t, 500000)
	m.Post(t, "/settlements", object{"jumlah": 50000, "tujuan": "gaji"}).Wants(t, 201).Has(t, "", harness.SettlementShape).Is(t, object{
		"jumlah": 50000, "biaya_penarikan": 5000, "total": 55000, "status": "pending", "by": "client", "tujuan": "gaji",
		"bank": "BCA", "norek": "1234567890", "di_transfer_oleh": nil, "transfer_at": nil, "reason": nil,
	})
	m.Post(t, "/client/settlements", object{
		"client_id": 1, "amount": 20000, "tujuan": "sewa", "norek": "123456789012", "bank": "Bank Mandiri", "by": "Ani",
	}).Wants(t, 201).Has(t, "", harness.SettlementShape).Is(t, object{"jumlah": 20000, "bank": "MANDIRI", "norek": "123456789012", "by": "Ani"})
	m.HasBalance(t, 500000, 420000, 80000, 0)
}

// Only withdrawals are limited to one pending, and only they are approved automatically.
func TestAnyNumberOfSettlementsMayBeOpen(t *testing.T) {
	t.Parallel()
	m := harness.NewFundedMerchant(t, 500000)
	harness.Shared(t).Admin(t).Put(t, m.AdminPath(""), object{"is_auto_approve_withdrawal": true}).Wants(t, 200)
	for range 3 {
		m.Post(t, "/settlements", object{"jumlah": 10000, "tujuan": "gaji"}).Wants(t, 201).Is(t, object{"status": "pending"})
	}
	m.Withdraw(t, 10000, harness.CallbackURL)
	m.HasBalance(t, 500000, 440000, 60000, 0)
}

func TestASettlementThatBreaksARuleIsRefused(t *testing.T) {
	t.Parallel()
	m, withoutBank := harness.NewFundedMerchant(t, 100000), harness.NewMerchant(t)
	withoutBank.Earn(t, 100000)
	sound := object{"jumlah": 50000, "tujuan": "gaji"}
	for _, path := range []string{"/settlements", "/client/settlements"} {
		m.Post(t, path, sound.With("jumlah", 95001)).Refuses(t, 400, "insufficient_balance")
	}
	withoutBank.Post(t, "/settlements", sound).Refuses(t, 400, "bank_account_missing")
	withoutBank.Post(t, "/settlements", sound.With("norek", "1234567890").With("bank", "BCA")).Wants(t, 201)
	m.Post(t, "/settlements", sound.With("norek", "1234567890")).RefusesField(t, "bank")
	m.Post(t, "/settlements", sound.With("bank", "BCA")).RefusesField(t, "norek")
	m.Post(t, "/settlements", sound.With("norek", "12345").With("bank", "BCA")).RefusesField(t, "norek")
	m.Post(t, "/settlements", sound.With("norek", "12345x7890").With("bank", "BCA")).RefusesField(t, "norek")
	m.Post(t, "/settlements", sound.With("norek", "1234567890").With("bank", "BANK TANAH")).RefusesField(t, "bank")
	m.HasBalance(t, 100000, 100000, 0, 0)
}

func TestSettlementsAreDecidedByAnAdministrator(t *testing.T) {
	t.Parallel()
	m, admin := harness.NewFundedMerchant(t, 500000), harness.Shared(t).Admin(t)
	request := func() string {
		return fmt.Sprint(m.Post(t, "/settlements", object{"jumlah": 50000, "tujuan": "gaji"}).Wants(t, 201).ID(t, "id"))
	}
	// decide makes a decision and checks that its answer is the one for administrators.
	decide := func(id, what string, body any) answer {
		return admin.Post(t, "/admin/settlements/"+id+"/"+what, body)
	}
	rejected, manual, failed, paid := request(), request(), request(), request()
	m.HasBalance(t, 500000, 280000, 220000, 0)
	decide(rejected, "reject", object{"reason": "no"}).Wants(t, 200).Is(t, object{"status": "rejected", "reason": "no", "kind": "settlement", "client_id": m.ID})
	decide(manual, "approve", object{"manual": true}).Wants(t, 200).Is(t, object{"status": "processing"})
	decide(manual, "complete", object{"di_transfer_oleh": "Ani"}).Wants(t, 200).Is(t, object{"status": "completed", "di_transfer_oleh": "Ani"})
	decide(failed, "approve", object{"manual": true}).Wants(t, 200)
	decide(failed, "fail", object{"reason": "closed"}).Wants(t, 200).Is(t, object{"status": "failed", "reason": "closed"})
	m.HasBalance(t, 445000, 390000, 55000, 0)

	decide(rejected, "approve", nil).Refuses(t, 400, "not_pending")
	decide(rejected, "reject", object{"reason": "again"}).Refuses(t, 400, "not_pending")
	decide(paid, "complete", object{"di_transfer_oleh": "Ani"}).Refuses(t, 400, "not_processing")
	decide(paid, "fail", object{"reason": "no"}).Refuses(t, 400, "not_processing")
	decide("999999999", "approve", nil).Refuses(t, 404, "not_found")

	decide(paid, "approve", nil).Wants(t, 200).Is(t, object{"status": "processing", "manual": false})
	poll.Until(t, "the provider has it", func() bool { return settlement(t, admin, paid)["provider_id"] != "" })
	harness.Shared(t).Notify(t, "disbursement", object{
		"id": "foreign", "external_id": settlement(t, admin, paid)["reference"], "user_id": "u",
		"amount": 50000, "bank_code": "BCA", "status": "COMPLETED", "created": "2026-01-02T03:04:05Z", "updated": "2026-01-02T03:04:06Z",
	}).Wants(t, 200)
	poll.Until(t, "the contradiction is shown", func() bool { return settlement(t, admin, paid)["contradiction"] == "other_provider_id" })
	if got := settlement(t, admin, paid)["status"]; got != "processing" {
		t.Errorf("a notification that does not fit made it %s", got)
	}
	m.HasBalance(t, 445000, 390000, 55000, 0)
}

func TestASettlementIsCalledBackAtItsURL(t *testing.T) {
	t.Parallel()
	m, admin, r := harness.NewFundedMerchant(t, 500000), harness.Shared(t).Admin(t), receiver.New(t)
	secret := m.WebhookSecret(t)
	for end, body := range map[string]object{"complete": {"di_transfer_oleh": "Ani"}, "fail": {"reason": "no such account"}} {
		requested := m.Post(t, "/settlements", object{"jumlah": 50000, "tujuan": "gaji", "url": r.URL + "/gaji"}).Wants(t, 201).Is(t, object{"url": r.URL + "/gaji"})
		id := fmt.Sprint(requested.ID(t, "id"))
		admin.Post(t, "/admin/settlements/"+id+"/approve", object{"manual": true}).Wants(t, 200)
		admin.Post(t, "/admin/settlements/"+id+"/"+end, body).Wants(t, 200)
		c := r.Next(t)
		c.MustVerify(t, secret)
		event, start := "settlement.completed", `{"status":"completed","di_transfer_oleh":"Ani","transfer_at":"`
		if end == "fail" {
			event, start = "settlement.failed", `{"status":"failed","di_transfer_oleh":"","transfer_at":"`
		}
		if c.Header.Get("X-Event") != event || c.Header.Get("X-Resource") != "settlements/"+id || !strings.HasPrefix(string(c.Body), start) || c.Request != "POST /gaji" {
			t.Errorf("%s: %v %s", c.Request, c.Header, c.Body)
		}
	}
	m.Post(t, "/settlements", object{"jumlah": 50000, "tujuan": "gaji", "url": "toko"}).RefusesField(t, "url")
}

// The provider completes this amount, and reverses it a second later. A gateway that asks late learns of the reversal at
// once; then the settlement has failed.
func TestASettlementThatTheProviderReversesIsPostedBack(t *testing.T) {
	t.Parallel()
	m, admin := harness.NewFundedMerchant(t, 2000000), harness.Shared(t).Admin(t)
	id := fmt.Sprint(m.Post(t, "/settlements", object{"jumlah": 1013999, "tujuan": "gaji"}).Wants(t, 201).ID(t, "id"))
	admin.Post(t, "/admin/settlements/"+id+"/approve", nil).Wants(t, 200)
	var row map[string]any
	poll.Until(t, "it is reversed", func() bool {
		row = settlement(t, admin, id)
		return row["status"] == "reversed" || row["status"] == "failed"
	})
	if row["contradiction"] != "" || row["status"] == "reversed" && row["di_transfer_oleh"] != "provider" {
		t.Errorf("administrators see %v", row)
	}
	m.HasBalance(t, 2000000, 2000000, 0, 0)
}

func TestAMerchantPlaysTheBankOfHisSettlements(t *testing.T) {
	t.Parallel()
	m, admin := harness.NewFundedMerchant(t, 500000), harness.Shared(t).Admin(t)
	for act, status := range map[string]string{"complete": "completed", "fail": "failed"} {
		id := fmt.Sprint(m.Post(t, "/settlements", object{"jumlah": 50000, "tujuan": "gaji"}).Wants(t, 201).ID(t, "id"))
		admin.Post(t, "/admin/settlements/"+id+"/approve", nil).Wants(t, 200)
		m.Post(t, "/sandbox/settlements/"+id+"/"+act, nil).Wants(t, 200).Is(t, object{"jumlah": 50000, "status": "processing"})
		poll.Until(t, "it is "+status, func() bool { return settlement(t, admin, id)["status"] == status })
		m.Post(t, "/sandbox/settlements/"+id+"/"+act, nil).Refuses(t, 400, "not_possible")
		m.Post(t, "/sandbox/withdrawals/"+id+"/"+act, nil).Wants(t, 404)
	}
	m.HasBalance(t, 445000, 445000, 0, 0)
}

// settlement finds a settlement in the administrators' list.
func settlement(t *testing.T, admin caller, id string) map[string]any {
	t.Helper()
	for _, item := range admin.Get(t, "/admin/settlements?per_page=100").Wants(t, 200).List(t) {
		if row := item.(map[string]any); harness.JSON(row["id"]) == id {
			return row
		}
	}
	t.Fatalf("settlement %s is not listed", id)
	return nil
}
