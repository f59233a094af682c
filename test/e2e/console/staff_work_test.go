package console

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

func TestSupportAnswersAndClosesATicket(t *testing.T) {
	t.Parallel()
	m, support := harness.NewMerchant(t), staff(t, "support")
	id := m.LogIn(t).OpenTicket(t)
	path := "/console/tickets/" + id
	support.get(t, fmt.Sprintf("/console/tickets?client_id=%d&status=open", m.ID)).shows(t, "Rows: 1")
	support.post(t, path+"/reply", url.Values{"message": {""}}).is(t, 400)
	support.post(t, path+"/reply", url.Values{"message": {"<b>Sudah</b> kami perbaiki."}}).leadsTo(t, path)
	page := support.get(t, path).shows(t, "Answered", "kami perbaiki.")
	if strings.Contains(page.Body, "<b>Sudah") {
		t.Error("what a person wrote is part of the page's markup")
	}
	support.post(t, path+"/close", nil).leadsTo(t, path)
	support.get(t, path).shows(t, "Closed").hides(t, "Reply")
	staff(t, "auditor").get(t, path).is(t, 403)
}

func TestSupportReadsProposals(t *testing.T) {
	t.Parallel()
	m, support := harness.NewMerchant(t), staff(t, "support")
	name := "Budi " + m.Email
	proposed := m.LogIn(t).Post(t, "/proposals", object{"nama": name, "email": "budi@example.com", "deskripsi": "Kerja sama."}).Wants(t, 201)
	support.get(t, "/console/proposals?status=new").shows(t, name, "Kerja sama.", "Mark as read")
	support.post(t, fmt.Sprintf("/console/proposals/%d/read", proposed.ID(t, "id")), nil).leadsTo(t, "/console/proposals")
	support.get(t, "/console/proposals?status=new").hides(t, name)
}

func TestSupportSeesACallbackAndSendsItAgain(t *testing.T) {
	t.Parallel()
	m, support := harness.NewMerchant(t), staff(t, "support")
	id := m.OpenInvoice(t, 100_000, object{"metadata": object{"callback_url": harness.CallbackURL}})
	m.ActInSandbox(t, id, "pay", nil)
	m.AwaitPayment(t, id, "PAID")
	callbacks := fmt.Sprintf("/console/callbacks?client_id=%d", m.ID)
	list := support.get(t, callbacks).shows(t, "invoice.paid", id)
	at := strings.Index(list.Body, "/console/callbacks/cb_")
	path := list.Body[at:][:len("/console/callbacks/cb_")+32]
	support.get(t, path).shows(t, "Body that is sent", `"transaction_id"`, id, harness.CallbackURL)
	staff(t, "auditor").get(t, path).hides(t, "Send again")
	support.get(t, "/console/callbacks/cb_00000000000000000000000000000000").is(t, 404)

	support.get(t, callbacks).shows(t, "Send many callbacks again")
	selection := url.Values{"status": {"exhausted"}, "client_id": {fmt.Sprint(m.ID)}, "limit": {"10"}}
	support.post(t, "/console/callbacks/resend", selection).shows(t, "What would be sent again", "No callback matches")
	support.post(t, "/console/callbacks/resend", url.Values{"status": {"exhausted"}, "limit": {"many"}}).is(t, 400).says(t, "“At most”: must be an integer")
}

func TestTheOverviewSaysWhatNeedsAPerson(t *testing.T) {
	t.Parallel()
	harness.Shared(t).Register(t)
	page := staff(t, "support").get(t, "/console").shows(t, "What needs a person", "New registrations")
	if !strings.Contains(page.Body, `href="/console/clients?status=pending"`) {
		t.Error("no link to the registrations")
	}
}

// The list of what needs a person links to exactly these clients.
func TestClientsInTroubleAreListedAlone(t *testing.T) {
	t.Parallel()
	g, admin := harness.Shared(t), staff(t, "admin")
	sound, owing := harness.NewFundedMerchant(t, 100_000), harness.NewMerchant(t)
	created := owing.Post(t, "/payments/ewallet", object{
		"amount": 100_000, "channel_code": "DANA", "metadata": object{"callback_url": harness.CallbackURL},
	}).Wants(t, 201)
	id := created.Text(t, "transaction.transaction_id")
	owing.ActInSandbox(t, id, "pay", nil)
	owing.AwaitPayment(t, id, "PAID")
	owing.AwaitBalance(t, 98_335)
	g.Notify(t, "ewallet", object{"event": "ewallet.refund", "business_id": "b", "data": object{
		"id": "ewr_" + id, "charge_id": created.Text(t, "provider_id"), "status": "SUCCEEDED", "currency": "IDR", "channel_code": "ID_DANA",
		"capture_amount": 100_000, "refund_amount": 100_000, "reason": "REQUESTED_BY_CUSTOMER",
	}}).Wants(t, 200)
	owing.AwaitBalance(t, -1_665)

	const list = "/console/clients?trouble=receivable"
	if page := admin.get(t, "/console").shows(t, "Clients that owe us"); !strings.Contains(page.Body, `href="`+list+`"`) {
		t.Errorf("the overview does not lead to %s", list)
	}
	admin.get(t, list).shows(t, owing.Email, "-Rp1.665").hides(t, sound.Email)
	admin.get(t, list+"&status=suspended").hides(t, owing.Email)
	admin.get(t, "/console/clients?trouble=failing_endpoint").hides(t, owing.Email, sound.Email)
	admin.get(t, "/console/clients?trouble=other").is(t, 400).says(t, "“Trouble”: choose one of the list")
}
