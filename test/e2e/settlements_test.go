package e2e

import (
	"testing"

	"gateway/test/poll"
)

func TestASettlementGoesToTheAccountItNamesElseToTheProfiles(t *testing.T) {
	t.Parallel()
	m := newRichMerchant(t, 500000)
	m.post(t, "/settlements", object{"jumlah": 50000, "tujuan": "gaji"}).wants(t, 201).has(t, "", settlementShape).is(t, object{
		"jumlah": 50000, "biaya_penarikan": 5000, "total": 55000, "status": "pending", "by": "client", "tujuan": "gaji",
		"bank": "BCA", "norek": "1234567890", "di_transfer_oleh": nil, "transfer_at": nil, "reason": nil,
	})
	m.post(t, "/client/settlements", object{
		"client_id": 1, "amount": 20000, "tujuan": "sewa", "norek": "123456789012", "bank": "Bank Mandiri", "by": "Ani",
	}).wants(t, 201).has(t, "", settlementShape).is(t, object{"jumlah": 20000, "bank": "MANDIRI", "norek": "123456789012", "by": "Ani"})
	m.hasBalance(t, 500000, 420000, 80000, 0)
}

// The one-pending rule and auto-approval concern withdrawals only.
func TestAnyNumberOfSettlementsMayBeOpen(t *testing.T) {
	t.Parallel()
	m := newRichMerchant(t, 500000)
	shared.admin(t).put(t, m.admin(""), object{"is_auto_approve_withdrawal": true}).wants(t, 200)
	for range 3 {
		m.post(t, "/settlements", object{"jumlah": 10000, "tujuan": "gaji"}).wants(t, 201).is(t, object{"status": "pending"})
	}
	m.withdraws(t, 10000, hook)
	m.hasBalance(t, 500000, 440000, 60000, 0)
}

func TestASettlementIsRefusedBy(t *testing.T) {
	t.Parallel()
	m, homeless := newRichMerchant(t, 100000), newMerchant(t)
	homeless.earns(t, 100000)
	sound := object{"jumlah": 50000, "tujuan": "gaji"}
	for _, path := range []string{"/settlements", "/client/settlements"} {
		m.post(t, path, sound.with("jumlah", 95001)).refuses(t, 400, "insufficient_balance")
	}
	homeless.post(t, "/settlements", sound).refuses(t, 400, "bank_account_missing")
	homeless.post(t, "/settlements", sound.with("norek", "1234567890").with("bank", "BCA")).wants(t, 201)
	m.post(t, "/settlements", sound.with("norek", "1234567890")).refusesField(t, "bank")
	m.post(t, "/settlements", sound.with("bank", "BCA")).refusesField(t, "norek")
	m.post(t, "/settlements", sound.with("norek", "12345").with("bank", "BCA")).refusesField(t, "norek")
	m.post(t, "/settlements", sound.with("norek", "12345x7890").with("bank", "BCA")).refusesField(t, "norek")
	m.post(t, "/settlements", sound.with("norek", "1234567890").with("bank", "BANK TANAH")).refusesField(t, "bank")
	m.hasBalance(t, 100000, 100000, 0, 0)
}

func TestSettlementsAreDecidedByAnAdministrator(t *testing.T) {
	t.Parallel()
	m, admin := newRichMerchant(t, 500000), shared.admin(t)
	asks := func() string {
		return itoa(m.post(t, "/settlements", object{"jumlah": 50000, "tujuan": "gaji"}).wants(t, 201).id(t, "id"))
	}
	// act decides and looks at the one answer that administrators have for it.
	act := func(id, what string, body any) answer {
		return admin.post(t, "/admin/settlements/"+id+"/"+what, body)
	}
	rejected, manual, failed, paid := asks(), asks(), asks(), asks()
	m.hasBalance(t, 500000, 280000, 220000, 0)
	act(rejected, "reject", object{"reason": "no"}).wants(t, 200).is(t, object{"status": "rejected", "reason": "no", "kind": "settlement", "client_id": m.id})
	act(manual, "approve", object{"manual": true}).wants(t, 200).is(t, object{"status": "processing"})
	act(manual, "complete", object{"di_transfer_oleh": "Ani"}).wants(t, 200).is(t, object{"status": "completed", "di_transfer_oleh": "Ani"})
	act(failed, "approve", object{"manual": true}).wants(t, 200)
	act(failed, "fail", object{"reason": "closed"}).wants(t, 200).is(t, object{"status": "failed", "reason": "closed"})
	m.hasBalance(t, 445000, 390000, 55000, 0)

	act(rejected, "approve", nil).refuses(t, 400, "not_pending")
	act(rejected, "reject", object{"reason": "again"}).refuses(t, 400, "not_pending")
	act(paid, "complete", object{"di_transfer_oleh": "Ani"}).refuses(t, 400, "not_processing")
	act(paid, "fail", object{"reason": "no"}).refuses(t, 400, "not_processing")
	act("999999999", "approve", nil).refuses(t, 404, "not_found")

	// To the provider, which the sandbox lets end by the provider's own notification.
	act(paid, "approve", nil).wants(t, 200).is(t, object{"status": "processing", "manual": false})
	poll.Until(t, "the provider has it", func() bool { return settlement(t, admin, paid)["provider_id"] != "" })
	shared.notifies(t, "disbursement", object{
		"id": settlement(t, admin, paid)["provider_id"], "external_id": "settlement-" + itoa(m.id) + "-" + paid, "user_id": "u",
		"amount": 50000, "bank_code": "BCA", "status": "COMPLETED", "created": "2026-01-02T03:04:05Z", "updated": "2026-01-02T03:04:06Z",
	}).wants(t, 200)
	poll.Until(t, "it is completed", func() bool { return settlement(t, admin, paid)["status"] == "completed" })
	m.hasBalance(t, 390000, 390000, 0, 0)
}

// settlement finds one in the administrators' list.
func settlement(t *testing.T, admin caller, id string) map[string]any {
	t.Helper()
	for _, item := range admin.get(t, "/admin/settlements?per_page=100").wants(t, 200).list(t) {
		if row := item.(map[string]any); text(row["id"]) == id {
			return row
		}
	}
	t.Fatalf("settlement %s is not listed", id)
	return nil
}
