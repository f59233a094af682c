package payments

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gateway/test/e2e/harness"
	"gateway/test/migrated"
	"gateway/test/poll"
	"gateway/test/receiver"
)

func TestAMerchantSeesItsCallbacksWithEveryAttemptAndHasOneSentAgain(t *testing.T) {
	t.Parallel()
	m, other, r := harness.NewFundedMerchant(t, 100000), harness.NewMerchant(t), receiver.New(t)
	paid := m.OpenInvoice(t, 20000, object{"metadata": object{"callback_url": r.URL}})
	m.ActInSandbox(t, paid, "pay", nil)
	r.Next(t)
	status := func(resource, status string) func() bool {
		return func() bool {
			a := m.Get(t, "/callbacks?resource=%s", resource).Wants(t, 200)
			return len(a.List(t)) == 1 && a.Field(t, "0.status") == status
		}
	}
	poll.Until(t, "delivered", status("transactions/"+paid, "delivered"))

	r.Answer(500)
	id := fmt.Sprint(m.Withdraw(t, 10000, r.URL))
	harness.Shared(t).Admin(t).Post(t, "/admin/withdrawals/"+id+"/approve", object{"manual": true}).Wants(t, 200)
	harness.Shared(t).Admin(t).Post(t, "/admin/withdrawals/"+id+"/complete", object{"di_transfer_oleh": "Ani"}).Wants(t, 200)
	isAbout(t, r.Next(t), "withdrawal.completed", "withdrawals/"+id)
	first := m.Get(t, "/callbacks?resource=withdrawals/%s", id).Wants(t, 200)
	poll.Until(t, "the first attempt failed", func() bool {
		return len(m.Get(t, "/callbacks/%s", first.Text(t, "0.id")).Wants(t, 200).Field(t, "attempts").([]any)) == 1
	})
	m.Post(t, "/callbacks/"+first.Text(t, "0.id")+"/resend", object{"attempts": 0}).Refuses(t, 409, "callback_changed")
	m.Post(t, "/callbacks/"+first.Text(t, "0.id")+"/resend", object{"attempts": 1}).Wants(t, 200)
	r.Next(t)
	poll.Until(t, "exhausted", status("withdrawals/"+id, "exhausted"))

	all := m.Get(t, "/callbacks").Wants(t, 200).ListOf(t, harness.CallbackShape).Is(t, object{
		"0.event": "withdrawal.completed", "0.resource": "withdrawals/" + id, "0.url": r.URL, "0.payload.status": "completed",
		"0.attempts.0.response_status": 500, "0.attempts.1.response_status": 500, "1.event": "invoice.paid", "1.status": "delivered",
	})
	all.HasMeta(t, 2, 15, 1, 1)
	name := all.Text(t, "0.id")
	m.Get(t, "/callbacks/%s", name).Wants(t, 200).Has(t, "", harness.CallbackShape).Is(t, object{"resource": "withdrawals/" + id})
	for query, events := range map[string]string{
		"status=delivered":                               "invoice.paid",
		"status=exhausted":                               "withdrawal.completed",
		"status=pending":                                 "",
		"resource=transactions/" + paid:                  "invoice.paid",
		"resource=transactions/none":                     "",
		"from=" + today(-2) + "&to=" + today(2):          "withdrawal.completed invoice.paid",
		"from=" + today(2):                               "",
		"to=" + today(-2):                                "",
		"from=" + today(-2) + "&status=delivered":        "invoice.paid",
		"from=" + today(-2) + "&page=2&per_page=1":       "invoice.paid",
		"from=" + today(-2) + "&page=3&per_page=1":       "",
		"resource=withdrawals/" + id + "&status=pending": "",
	} {
		got := strings.ReplaceAll(strings.Join(m.Get(t, "/callbacks?%s", query).Wants(t, 200).Column(t, "event"), " "), `"`, "")
		if got != events {
			t.Errorf("%s: %s, want %s", query, got, events)
		}
	}
	m.Get(t, "/callbacks?from=yesterday").RefusesField(t, "from")
	m.Get(t, "/callbacks?status=sent").RefusesField(t, "status")
	m.Get(t, "/callbacks?from=2026-01-02&to=2026-01-01").RefusesField(t, "to")
	other.Get(t, "/callbacks/%s", name).Refuses(t, 404, "not_found")
	other.Post(t, "/callbacks/"+name+"/resend", nil).Refuses(t, 404, "not_found")
	if got := other.Get(t, "/callbacks").Wants(t, 200).List(t); len(got) != 0 {
		t.Errorf("another client sees %v", got)
	}

	r.Answer(204)
	m.Post(t, "/callbacks/"+name+"/resend", nil).Wants(t, 200).Has(t, "", harness.CallbackShape)
	r.Next(t)
	poll.Until(t, "delivered", status("withdrawals/"+id, "delivered"))
}

// today is the date in this many days.
func today(days int) string { return time.Now().AddDate(0, 0, days).Format("2006-01-02") }

func TestATestCallbackIsSignedAndLooksLikeARealOne(t *testing.T) {
	t.Parallel()
	m, r := harness.NewMerchant(t), receiver.New(t)
	secret := m.WebhookSecret(t)
	for event, part := range map[string]string{
		"": `"status":"PAID"`, "invoice.paid": `"status":"PAID"`, "invoice.settled": `"status":"SETTLED"`, "invoice.expired": `"status":"EXPIRED"`,
		"withdrawal.completed": `{"status":"completed","di_transfer_oleh":"provider"`, "withdrawal.failed": `{"status":"failed"`,
		"settlement.completed": `{"status":"completed"`, "settlement.failed": `{"status":"failed"`,
	} {
		body := object{"url": r.URL + "/?shop=1"}
		if event != "" {
			body["event"] = event
		} else {
			event = "invoice.paid"
		}
		a := m.Post(t, "/callbacks/test", body).Wants(t, 200).Is(t, object{
			"delivered": true, "response_status": 200, "error": "", "event": event, "url": r.URL + "/?shop=1",
		})
		sent := r.Next(t)
		sent.MustVerify(t, secret)
		isAbout(t, sent, event, a.Text(t, "resource"))
		if !strings.Contains(string(sent.Body), part) || sent.Request != "POST /?shop=1" || sent.Header.Get("webhook-id") != a.Text(t, "id") {
			t.Errorf("%s: %s %s", event, sent.Request, sent.Body)
		}
	}
	r.Answer(500)
	m.Post(t, "/callbacks/test", object{"url": r.URL}).Wants(t, 200).Is(t, object{"delivered": false, "response_status": 500, "error": "answered 500"})
	m.Post(t, "/callbacks/test", object{"url": "http://127.0.0.1:1/"}).Wants(t, 200).Is(t, object{"delivered": false, "response_status": 0, "error": "connection refused"})
	m.Post(t, "/callbacks/test", object{}).RefusesField(t, "url")
	m.Post(t, "/callbacks/test", object{"url": "ftp://toko.example"}).RefusesField(t, "url")
	lost := m.Post(t, "/callbacks/test", object{"url": r.URL, "event": "invoice.lost"})
	lost.RefusesField(t, "event")
	if !strings.Contains(string(lost.Body), "must be one of invoice.paid, invoice.settled, ") {
		t.Errorf("the events are not listed for people: %s", lost.Body)
	}
	if listed := callbackStatuses(t, m); len(listed) != 0 {
		t.Errorf("a test is recorded: %v", listed)
	}
}

func TestWithoutItsSecretNoTestCallbackIsSent(t *testing.T) {
	t.Parallel()
	events, read := migrated.Pair(t)
	before := harness.StartOn(t, events, read, harness.Settings{"MASTER_SECRET": strings.Repeat("a", 32)})
	m, r := before.NewMerchant(t), receiver.New(t)
	before.Stop()
	m.Gateway = harness.StartOn(t, events, read, harness.Settings{"MASTER_SECRET": strings.Repeat("b", 32)})
	m.Post(t, "/callbacks/test", object{"url": r.URL}).Refuses(t, 409, "webhook_secret_lost")
}

func TestTestCallbacksAreLimited(t *testing.T) {
	t.Parallel()
	m, r := harness.NewMerchant(t), receiver.New(t)
	for range 30 {
		m.Post(t, "/callbacks/test", object{"url": r.URL}).Wants(t, 200)
	}
	m.Post(t, "/callbacks/test", object{"url": r.URL}).Refuses(t, 429, "too_many_requests")
}
