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
