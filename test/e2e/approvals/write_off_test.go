package approvals

import (
	"testing"

	"gateway/test/e2e/harness"
)

func TestAWriteOffNeedsASecondAdministrator(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	m := o.newcomer(t)
	created := m.Post(t, "/payments/ewallet", object{
		"amount": 100_000, "channel_code": "DANA", "metadata": object{"callback_url": harness.CallbackURL},
	}).Wants(t, 201)
	id := created.Text(t, "transaction.transaction_id")
	m.ActInSandbox(t, id, "pay", nil)
	m.AwaitPayment(t, id, "PAID")
	o.Notify(t, "ewallet", object{"event": "ewallet.refund", "business_id": "b", "data": object{
		"id": "ewr_" + id, "charge_id": created.Text(t, "provider_id"), "status": "SUCCEEDED", "currency": "IDR", "channel_code": "ID_DANA",
		"capture_amount": 100_000, "refund_amount": 100_000, "reason": "REQUESTED_BY_CUSTOMER",
	}}).Wants(t, 200)
	m.AwaitBalance(t, -1_665)

	approval := asked(t, o.ani.Post(t, m.AdminPath("/write-offs"), object{"reason": "the shop closed"}))
	m.HasBalance(t, -1_665, 0, 0, 0)
	grant(t, o.budi, approval).Wants(t, 200).Is(t, object{"status": "done"})
	m.HasBalance(t, 0, 0, 0, 0)
	if done := o.doneBy(t, "balance.written_off.v1", approval); len(done) != 1 || done[0].Actor != "admin:1" || done[0].ApprovedBy != "admin:3" {
		t.Errorf("it was done as %+v", done)
	}
}
