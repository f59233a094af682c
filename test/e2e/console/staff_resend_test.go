package console

import (
	"fmt"
	"html"
	"net/url"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/poll"
	"gateway/test/receiver"
)

// Only a person who has seen the list of callbacks can resend many at once.
func TestSupportSendsManyCallbacksAgainAfterALook(t *testing.T) {
	t.Parallel()
	m, r, support := harness.NewMerchant(t), receiver.New(t), staff(t, "support")
	id := m.OpenInvoice(t, 100_000, object{"metadata": object{"callback_url": r.URL}})
	m.ActInSandbox(t, id, "pay", nil)
	first := r.Next(t)
	delivered := fmt.Sprintf("/admin/callbacks?client_id=%d&status=delivered", m.ID)
	poll.Until(t, "the callback is delivered", func() bool {
		return len(m.Gateway.Admin(t).Get(t, "%s", delivered).Wants(t, 200).List(t)) == 1
	})
	selection := url.Values{"status": {"delivered"}, "client_id": {fmt.Sprint(m.ID)}, "limit": {"10"}}
	look := support.post(t, "/console/callbacks/resend", selection).shows(t, "What would be sent again", id, "Send them all again")
	look.says(t, "Matching 1", "Sent again 0")
	selection.Set("seen", "true")
	support.post(t, "/console/callbacks/resend", selection).shows(t, "What was sent again", "Sent again 1").hides(t, "Send them all again")
	if again := r.Next(t); string(again.Body) != string(first.Body) {
		t.Errorf("sent %s, then %s", first.Body, again.Body)
	}
}

// From the home page three clicks send all failed callbacks of a client again: the list, the client, and the button
// below the summary. The button sends each once, also when it is clicked twice, and nothing that failed meanwhile again.
func TestSupportSendsAllFailedCallbacksOfAClientInThreeClicks(t *testing.T) {
	t.Parallel()
	m, r, support := harness.NewFundedMerchant(t, 100_000), receiver.New(t), staff(t, "support")
	r.Answer(500)
	id := fmt.Sprint(m.Withdraw(t, 10_000, r.URL+"/paid-out"))
	admin := harness.Shared(t).Admin(t)
	admin.Post(t, "/admin/withdrawals/"+id+"/approve", object{"manual": true}).Wants(t, 200)
	admin.Post(t, "/admin/withdrawals/"+id+"/complete", object{"di_transfer_oleh": "Ani"}).Wants(t, 200)
	r.Next(t)
	r.Next(t)
	all := fmt.Sprintf("/console/callbacks/resend-all?client_id=%d", m.ID)
	poll.Until(t, "the callback is given up and leads to the summary", func() bool {
		return strings.Contains(html.UnescapeString(support.get(t, "/console/callbacks?status=exhausted").Body), all)
	})
	if home := support.get(t, "/console"); !strings.Contains(home.Body, "/console/callbacks?status=exhausted") {
		t.Error("the home page does not lead to the failed callbacks")
	}
	look := support.get(t, all).shows(t, "Send them all again").says(t, "Failed callbacks 1", strings.TrimPrefix(r.URL, "http://"))
	form := url.Values{}
	for _, field := range hiddenField.FindAllStringSubmatch(look.Body, -1) {
		form.Set(html.UnescapeString(field[1]), html.UnescapeString(field[2]))
	}
	form.Del("idempotency_key")
	support.post(t, "/console/callbacks/resend-all", form).says(t, "Sent again 1")
	support.post(t, "/console/callbacks/resend-all", form).says(t, "Sent again 0")
	r.Next(t)
	r.Next(t)
	poll.Until(t, "it failed again", func() bool {
		return len(admin.Get(t, "/admin/callbacks?client_id=%d&status=exhausted", m.ID).Wants(t, 200).List(t)) == 1
	})
	support.post(t, "/console/callbacks/resend-all", form).says(t, "Sent again 0")
}

// A callback to an address of a request is in "needs attention" from its first failure, of staff and of the merchant, and both are led to
// just the callbacks that are tried again.
func TestAFirstFailureNeedsAttentionAtOnce(t *testing.T) {
	t.Parallel()
	m, r, support := harness.NewMerchant(t), receiver.New(t), staff(t, "support")
	r.Answer(500)
	id := m.OpenInvoice(t, 20_000, object{"external_id": "ORDER-1", "metadata": object{"callback_url": r.URL}})
	m.ActInSandbox(t, id, "pay", nil)
	r.Next(t)
	poll.Until(t, "it is tried again", func() bool {
		return len(m.Get(t, "/callbacks?trouble=retried").Wants(t, 200).List(t)) == 1
	})
	m.Get(t, "/callbacks?trouble=retried&status=exhausted").Wants(t, 200).HasMeta(t, 0, 15, 1, 1)
	const path = "/callbacks?trouble=retried"
	support.get(t, "/console").shows(t, "Callbacks that failed and are tried again")
	list := support.get(t, "/console"+path+fmt.Sprintf("&client_id=%d", m.ID)).shows(t, "Failed, is tried again")
	if !strings.Contains(list.Body, id) || !strings.Contains(support.get(t, "/console").Body, `href="/console`+path+`"`) {
		t.Error("staff are not led to the callback")
	}
	merchant := owner(t, m)
	if home := merchant.get(t, "/portal").says(t, "Callbacks that failed and are tried again: 1"); !strings.Contains(home.Body, `href="/portal`+path+`"`) {
		t.Error("the merchant is not led to the callback")
	}
}
