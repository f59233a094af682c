package console

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"gateway/test/e2e/harness"
	"gateway/test/migrated"
)

var (
	writeOffID = regexp.MustCompile(`WOF-\d+-\d+`)
	approvalID = regexp.MustCompile(`/console/approvals/\d+`)
)

// owes lets a merchant owe 1,665 rupiah: its only payment is refunded at the provider.
func owes(t *testing.T, m harness.Merchant) {
	t.Helper()
	created := m.Post(t, "/payments/ewallet", object{
		"amount": 100_000, "channel_code": "DANA", "metadata": object{"callback_url": harness.CallbackURL},
	}).Wants(t, 201)
	id := created.Text(t, "transaction.transaction_id")
	m.ActInSandbox(t, id, "pay", nil)
	m.AwaitPayment(t, id, "PAID")
	m.Gateway.Notify(t, "ewallet", object{"event": "ewallet.refund", "business_id": "b", "data": object{
		"id": "ewr_" + id, "charge_id": created.Text(t, "provider_id"), "status": "SUCCEEDED", "currency": "IDR", "channel_code": "ID_DANA",
		"capture_amount": 100_000, "refund_amount": 100_000, "reason": "REQUESTED_BY_CUSTOMER",
	}}).Wants(t, 200)
	m.AwaitBalance(t, -1_665)
}

// One administrator can't write anything off. With a second one, one asks and the other grants, in the console alone.
func TestTwoAdministratorsWriteOffADebtWithFormsAlone(t *testing.T) {
	t.Parallel()
	events, read := migrated.Pair(t)
	g := harness.StartOn(t, events, read, harness.Settings{"DUAL_CONTROL_FROM": "10000000", "WRITE_OFF_AFTER_DAYS": "0"})
	m := g.NewMerchant(t)
	owes(t, m)
	path, reason := fmt.Sprintf("/console/clients/%d", m.ID), url.Values{"reason": {"the shop closed"}}

	alone := newVisitor(t, g)
	alone.logIn(t, "/console", harness.AdminEmail, harness.AdminPassword)
	form := alone.get(t, path).shows(t, "Write off an old debt").filled(t, path+"/write-off", reason)
	alone.post(t, path+"/write-off", form).is(t, 409)
	m.HasBalance(t, -1_665, 0, 0, 0)

	ani, budi := twoAdmins(t, g)
	form = ani.get(t, path).filled(t, path+"/write-off", reason)
	both := ani.atOnce(t, path+"/write-off", form)
	for _, one := range both {
		if one.Status != 303 && one.Status != 409 {
			t.Errorf("a request at once got %d", one.Status)
		}
	}
	waiting := budi.get(t, "/console/approvals?status=requested").Body
	found := approvalID.FindAllString(waiting, -1)
	if len(found) == 0 || strings.Count(waiting, "write off 1665") != 1 {
		t.Fatalf("the approvals are %v", found)
	}
	ani.post(t, found[0]+"/grant", nil).is(t, 403)
	asked := budi.get(t, found[0]).shows(t, "Write off Rp1.665 that client", "Amount to write off", "All that the client owes", "1.665", "Age (days)", "the shop closed")
	if !strings.Contains(asked.Body, `href="`+path+`"`) {
		t.Error("the approval does not lead to the client")
	}
	m.HasBalance(t, -1_665, 0, 0, 0)
	budi.post(t, path+"/write-off", budi.get(t, path).filled(t, path+"/write-off", reason)).is(t, 303)
	budi.post(t, found[0]+"/grant", nil).leadsTo(t, found[0])
	m.HasBalance(t, 0, 0, 0, 0)
	// Budi asked for the same, and it is granted too late: the debt is written off once.
	second := approvalID.FindString(ani.get(t, "/console/approvals?status=requested").Body)
	ani.post(t, second+"/grant", nil).leadsTo(t, second)
	ani.get(t, second).shows(t, "nothing_to_write_off")
	m.HasBalance(t, 0, 0, 0, 0)

	list := budi.get(t, "/console/write-offs?status=open").shows(t, "the shop closed", "Not recovered in whole", "Download the list")
	id := writeOffID.FindString(list.Body)
	budi.get(t, "/console/write-offs/"+id).shows(t, "were written off by", "because", "the shop closed", "Nothing has come back")
	budi.get(t, path).shows(t, "Debts that were written off")
	budi.get(t, "/console/aging/receivables").shows(t, "Debts that were written off")
	budi.get(t, "/console/trial-balance").shows(t, "Debts that were written off")

	g.Admin(t).Post(t, m.AdminPath("/adjustments"), object{"amount": 2_000, "reason": "paid by transfer"}).Wants(t, 201)
	budi.get(t, "/console/write-offs/"+id).shows(t, "Recovered", "first repaid")
	budi.get(t, "/console/write-offs?status=open").hides(t, id)

	answer := g.Admin(t).Get(t, "/admin/why/%s", id).Wants(t, 200).Is(t, object{"reasons.2.code": "write_off_granted", "reasons.3.amount": 1_665})
	eventOf := func(reason int) string {
		return fmt.Sprintf("/console/log/%d", answer.ID(t, fmt.Sprintf("reasons.%d.event.position", reason)))
	}
	budi.get(t, eventOf(1)).shows(t, "Rp1.665 were written off by", "the shop closed", id)
	budi.get(t, eventOf(3)).shows(t, "first repaid Rp1.665 of write-off "+id)

	made, err := time.Parse(time.RFC3339Nano, answer.Text(t, "reasons.1.since"))
	if err != nil {
		t.Fatal(err)
	}
	budi.get(t, path+"/balance?at="+made.Add(-time.Microsecond).Format(time.RFC3339Nano)).shows(t, "Rp1.665").hides(t, "Balance Rp0 ")
	budi.get(t, path+"/balance?at="+made.Format(time.RFC3339Nano)).shows(t, "Balance Rp0 ")
	budi.get(t, path+"/balance?at="+answer.Text(t, "reasons.3.since")).shows(t, "Balance Rp335 ")
}
