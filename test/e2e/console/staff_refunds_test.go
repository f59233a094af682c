package console

import (
	"fmt"
	"net/url"
	"testing"

	"gateway/test/e2e/harness"
)

// lostRefund asks for a refund whose order the simulated provider loses, and returns its path in the console.
func lostRefund(t *testing.T, m harness.Merchant) string {
	t.Helper()
	id := paid(t, m, "qris", object{"amount": 100_000})
	a := m.Post(t, "/refunds", object{"transaction_id": id, "reason": "other", "amount": 13_404}).Wants(t, 201)
	return fmt.Sprintf("/console/refunds/%d", a.ID(t, "id"))
}

func TestStaffEndARefundThatTheProviderDoesNotMake(t *testing.T) {
	t.Parallel()
	m, admin := harness.NewMerchant(t), staff(t, "admin")
	path := lostRefund(t, m)
	admin.get(t, path).shows(t, "Processing", "Rp13.404 is held from the balance and is on its way", "A person paid Rp13.404 to the customer",
		"The Rp13.404 that is held goes back to the client's balance", "Toko Maju", "xendit", "Why it is so", "Refund requested")
	staff(t, "support").get(t, path).shows(t, "Processing").hides(t, "Give the refund up")
	staff(t, "auditor").get(t, path).shows(t, "Processing").hides(t, "Give the refund up")
	admin.post(t, path+"/fail", url.Values{"reason": {"lost"}}).is(t, 400)
	admin.post(t, path+"/fail", url.Values{"confirm": {"true"}}).is(t, 400).says(t, "“Reason”")
	admin.post(t, path+"/fail", url.Values{"reason": {"the provider lost it"}, "confirm": {"true"}}).leadsTo(t, path)
	admin.get(t, path).shows(t, "Failed", "the provider lost it", "Rp13.404 is back on the balance").hides(t, "Give the refund up")
	path = lostRefund(t, m)
	admin.post(t, path+"/complete", url.Values{"reason": {"paid from our bank"}, "confirm": {"true"}}).leadsTo(t, path)
	admin.until(t, path, "Succeeded").shows(t, "Transfer to a bank account")
	admin.get(t, fmt.Sprintf("/console/refunds?client_id=%d", m.ID)).shows(t, "Rows: 2")
	admin.get(t, fmt.Sprintf("/console/refunds?client_id=%d&status=failed", m.ID)).shows(t, "Rows: 1")
	client := admin.get(t, fmt.Sprintf("/console/clients/%d", m.ID))
	client.leadsFurther(t, "Refunds")
}

func TestStaffApproveARefundByTransfer(t *testing.T) {
	t.Parallel()
	m, admin := harness.NewMerchant(t), staff(t, "admin")
	id := paid(t, m, "ewallet", object{"amount": 100_000, "channel_code": "DANA"})
	m.AwaitBalance(t, 98_335)
	ask := func() string {
		to := object{"bank": "BCA", "norek": "1234567890", "account_holder": "Budi"}
		a := m.Post(t, "/refunds", object{"transaction_id": id, "reason": "other", "amount": 20_000, "to": to}).Wants(t, 201)
		return fmt.Sprintf("/console/refunds/%d", a.ID(t, "id"))
	}
	path := ask()
	admin.get(t, path).shows(t, "Pending", "It waits for our administrator", "Rp20.000 is transferred to BCA 1234567890, Budi", "Reject the refund")
	admin.get(t, "/console").shows(t, "Refunds that wait for an administrator")
	admin.post(t, path+"/approve", nil).leadsTo(t, path)
	admin.get(t, path).shows(t, "Processing")
	path = ask()
	admin.post(t, path+"/reject", url.Values{"reason": {"another holder"}}).leadsTo(t, path)
	admin.get(t, path).shows(t, "Rejected", "another holder")
	admin.get(t, "/console/transactions/"+id).shows(t, "Refunds of this payment", "Rejected", "Processing")
}

func TestTheDailyLimitOfRefundsIsSetInTheConsole(t *testing.T) {
	t.Parallel()
	m, admin := harness.NewMerchant(t), staff(t, "admin")
	path := fmt.Sprintf("/console/clients/%d", m.ID)
	admin.get(t, path).shows(t, "Daily limit of refunds without approval Rp5.000.000")
	admin.post(t, path+"/settings", url.Values{"daily_refund_cap": {"0"}, "reason": {"new client"}}).leadsTo(t, path)
	admin.get(t, path).shows(t, "Daily limit of refunds without approval Rp0")
	id := paid(t, m, "qris", object{"amount": 100_000})
	a := m.Post(t, "/refunds", object{"transaction_id": id, "reason": "other", "amount": 30_000}).Wants(t, 201)
	refund := fmt.Sprintf("/console/refunds/%d", a.ID(t, "id"))
	admin.get(t, refund).shows(t, "Pending", "It waits for the client's owner").hides(t, "Approve the refund")
}
