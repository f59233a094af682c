package payments

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"gateway/test/e2e/harness"
	"gateway/test/poll"
	"gateway/test/receiver"
)

// The body of the callback is exactly that in the API reference (Callbacks). There is one callback for each
// final status, and none while the payment is pending.
func TestAnInvoiceIsCalledBackAsItIsPaidAndAsItIsSettled(t *testing.T) {
	t.Parallel()
	m, r := harness.NewMerchant(t), receiver.New(t)
	metadata := `{"callback_url":"` + r.URL + `/paid","type_transaksi":"web","basket":[1,2]}`
	a := m.Post(t, "/payments/invoice", `{"amount":150000,"external_id":"ORDER-1","metadata":`+metadata+`}`).Wants(t, 201)
	id := a.Text(t, "transaction.transaction_id")
	if listed := callbackStatuses(t, m); len(listed) != 0 {
		t.Errorf("called back while pending: %v", listed)
	}
	m.ActInSandbox(t, id, "pay", nil)
	paid := m.AwaitPayment(t, id, "PAID").Is(t, object{
		"paid_amount": 150000, "fee": 4000, "vat": 440, "net_payment": 145560, "channel": "invoice", "channel_code": "BCA",
	})
	m.AwaitBalance(t, 145560)
	secret := m.WebhookSecret(t)
	payload := func(status string) string {
		return fmt.Sprintf(`{"id":%s,"external_id":"%s","transaction_id":"%[2]s","client_external_id":"ORDER-1","user_id":"USER",`+
			`"status":"%s","amount":150000,"paid_amount":150000,"adjusted_received_amount":145560,"biayavat":4440,"paid_at":%s,`+
			`"payment_method":"BANK_TRANSFER","payment_channel":"BCA","metadata":%s}`,
			harness.JSON(a.Field(t, "provider_id")), id, status, harness.JSON(paid.Field(t, "paid_at")), metadata)
	}
	first := r.Next(t)
	first.MustVerify(t, secret)
	checkCallback(t, first, "POST /paid?via=web", payload("PAID"))
	isAbout(t, first, "invoice.paid", "transactions/"+id)

	m.ActInSandbox(t, id, "settle", nil)
	m.AwaitPayment(t, id, "SETTLED")
	second := r.Next(t)
	second.MustVerify(t, secret)
	checkCallback(t, second, "POST /paid?via=web", payload("SETTLED"))
	isAbout(t, second, "invoice.settled", "transactions/"+id)
	if first.Header.Get("webhook-id") == second.Header.Get("webhook-id") {
		t.Error("two callbacks have one webhook-id")
	}
	m.HasBalance(t, 145560, 145560, 0, 0)
}

// isAbout checks the headers that name the subject of a callback.
func isAbout(t *testing.T, c receiver.Callback, event, resource string) {
	t.Helper()
	if c.Header.Get("X-Event") != event || c.Header.Get("X-Resource") != resource {
		t.Errorf("%s %s, want %s %s", c.Header.Get("X-Event"), c.Header.Get("X-Resource"), event, resource)
	}
}

// checkCallback compares a callback with the expected request and body. Any user_id fits, because the provider
// chooses it; the expected body has USER in its place.
func checkCallback(t *testing.T, d receiver.Callback, uri, payload string) {
	t.Helper()
	before, after, _ := strings.Cut(payload, "USER")
	body := string(d.Body)
	if d.Request != uri || !strings.HasPrefix(body, before) || !strings.HasSuffix(body, after) ||
		strings.ContainsAny(strings.TrimSuffix(strings.TrimPrefix(body, before), after), `",`) {
		t.Errorf("%s\n%s\nwant %s\n%s", d.Request, body, uri, payload)
	}
}

// In callbacks a missing string is "" and a missing number 0.
func TestAnInvoiceThatExpiresIsCalledBackWithoutAPayment(t *testing.T) {
	t.Parallel()
	m, r := harness.NewMerchant(t), receiver.New(t)
	a := m.Post(t, "/payments/invoice", object{"amount": 20000, "metadata": object{"callback_url": r.URL}}).Wants(t, 201)
	id := a.Text(t, "transaction.transaction_id")
	m.ActInSandbox(t, id, "expire", nil)
	m.AwaitPayment(t, id, "EXPIRED").Is(t, object{"paid_at": nil, "paid_amount": nil})
	want := fmt.Sprintf(`{"id":%s,"external_id":"%s","transaction_id":"%[2]s","client_external_id":"","user_id":"USER","status":"EXPIRED",`+
		`"amount":20000,"paid_amount":0,"adjusted_received_amount":0,"biayavat":0,"paid_at":"","payment_method":"","payment_channel":"",`+
		`"metadata":{"callback_url":"%s"}}`, harness.JSON(a.Field(t, "provider_id")), id, r.URL)
	checkCallback(t, r.Next(t), "POST /", want)
	m.HasBalance(t, 0, 0, 0, 0)
}

func TestEveryChannelIsPaidCreditedAndCalledBack(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		channel string
		body    object
		total   any
		method  string
		code    string
	}{
		{"va", object{"amount": 50000, "bank_code": "BCA", "customer_name": "Budi"}, 45560, "BANK_TRANSFER", "BCA"},
		{"ewallet", object{"amount": 30000, "channel_code": "OVO", "customer_phone": "081234567890"}, 29500.5, "EWALLET", "OVO"},
		{"ewallet", object{"amount": 30000, "channel_code": "SHOPEEPAY"}, 29334, "EWALLET", "SHOPEEPAY"},
		{"qris", object{"amount": 25000}, 24825, "QR_CODE", "QRIS"},
		{"invoice", object{"amount": 25000}, 20560, "BANK_TRANSFER", "BCA"},
	} {
		t.Run(c.channel, func(t *testing.T) {
			t.Parallel()
			m, r := harness.NewMerchant(t), receiver.New(t)
			a := m.Post(t, "/payments/"+c.channel, c.body.With("metadata", object{"callback_url": r.URL})).Wants(t, 201)
			id := a.Text(t, "transaction.transaction_id")
			m.Post(t, "/sandbox/payments/"+id+"/settle", nil).Refuses(t, 400, "not_possible")
			m.ActInSandbox(t, id, "pay", nil)
			m.AwaitPayment(t, id, "PAID").Is(t, object{"paid_amount": c.body["amount"], "net_payment": c.total})
			m.AwaitBalance(t, c.total)
			d := r.Next(t)
			for _, part := range []string{
				`"id":` + harness.JSON(a.Field(t, "provider_id")), `"status":"PAID"`, `"transaction_id":"` + id + `"`, `"amount":` + harness.JSON(c.body["amount"]) + `,`,
				`"adjusted_received_amount":` + harness.JSON(c.total) + `,`, `"payment_method":"` + c.method + `"`, c.code + `"`,
			} {
				if !strings.Contains(string(d.Body), part) {
					t.Errorf("no %s in %s", part, d.Body)
				}
			}
			m.ActInSandbox(t, id, "settle", nil)
			m.AwaitPayment(t, id, "SETTLED")
			if d := r.Next(t); !strings.Contains(string(d.Body), `"status":"SETTLED"`) {
				t.Errorf("%s", d.Body)
			}
			m.HasBalance(t, c.total, c.total, 0, 0)
		})
	}
}

func TestAnInvoiceIsChargedByTheChannelItIsPaidWith(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	for code, net := range map[string]any{"QRIS": 99300, "ovo": 98335, "MANDIRI": 95560} {
		id := m.OpenInvoice(t, 100000, nil)
		m.ActInSandbox(t, id, "pay", object{"channel_code": code})
		m.AwaitPayment(t, id, "PAID").Is(t, object{"channel": "invoice", "channel_code": strings.ToUpper(code), "net_payment": net})
	}
	m.AwaitBalance(t, 99300+98335+95560)
}

// The query of the URL stays as it was written; the type is escaped.
func TestTheTransactionTypeIsAddedToTheCallbackURL(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	for _, c := range []struct{ url, via, want string }{
		{"/cb", "web", "POST /cb?via=web"},
		{"/cb?shop=1&x=a%20b", "web", "POST /cb?shop=1&x=a%20b&via=web"},
		{"/cb?", "a b&c=d/é", "POST /cb?via=a+b%26c%3Dd%2F%C3%A9"},
		{"/cb?shop=1#top", "web", "POST /cb?shop=1&via=web"},
		{"/cb", "", "POST /cb"},
		{"", "app", "POST /?via=app"},
	} {
		r := receiver.New(t)
		id := m.OpenInvoice(t, 20000, object{"metadata": object{"callback_url": r.URL + c.url, "type_transaksi": c.via}})
		m.ActInSandbox(t, id, "pay", nil)
		if d := r.Next(t); d.Request != c.want {
			t.Errorf("%s with %q was called as %s, want %s", c.url, c.via, d.Request, c.want)
		}
	}
}

func TestNoCallbackIsSentWithoutACallbackURL(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	for _, metadata := range []any{nil, object{}, object{"type_transaksi": "web"}, object{"callback_url": ""}} {
		id := m.OpenInvoice(t, 20000, object{"metadata": metadata})
		m.ActInSandbox(t, id, "pay", nil)
		m.AwaitPayment(t, id, "PAID")
	}
	if listed := callbackStatuses(t, m); len(listed) != 0 {
		t.Errorf("%v", listed)
	}
}

// callbackStatuses returns the statuses in the client's callbacks, oldest first, as administrators see them.
func callbackStatuses(t *testing.T, m merchant) (seen []string) {
	t.Helper()
	a := harness.Shared(t).Admin(t).Get(t, "/admin/callbacks?per_page=100&client_id=%d", m.ID).Wants(t, 200)
	for _, item := range a.List(t) {
		payload := item.(map[string]any)["payload"].(map[string]any)
		seen = append(seen, payload["status"].(string))
	}
	slices.Reverse(seen) // the list has the newest first
	return seen
}

// There is one retry, 5 s later. Then the callback is exhausted, and an administrator
// can have it sent again (API reference: Callbacks).
func TestAWithdrawalsCallbackIsRetriedOnceAndCanBeResent(t *testing.T) {
	t.Parallel()
	m, r, admin := harness.NewFundedMerchant(t, 100000), receiver.New(t), harness.Shared(t).Admin(t)
	r.Answer(500)
	id := m.Withdraw(t, 10000, r.URL)
	admin.Post(t, "/admin/withdrawals/"+fmt.Sprint(id)+"/approve", object{"manual": true}).Wants(t, 200)
	admin.Post(t, "/admin/withdrawals/"+fmt.Sprint(id)+"/complete", object{"di_transfer_oleh": "Ani"}).Wants(t, 200)
	began := time.Now()
	first, second := r.Next(t), r.Next(t)
	if first.Header.Get("webhook-id") != second.Header.Get("webhook-id") || string(first.Body) != string(second.Body) || time.Since(began) < 4*time.Second {
		t.Errorf("%v\n%v", first, second)
	}
	list := func() answer { return admin.Get(t, "/admin/callbacks?client_id=%d", m.ID).Wants(t, 200) }
	poll.Until(t, "exhausted", func() bool { return list().Field(t, "0.status") == "exhausted" })
	a := list().ListOf(t, harness.AdminCallbackShape).Is(t, object{
		"0.kind": "withdrawal", "0.client_id": m.ID, "0.url": r.URL, "0.next_attempt_at": nil,
		"0.payload.status": "completed", "0.attempts.0.response_status": 500, "0.attempts.1.response_status": 500,
	})
	a.HasMeta(t, 1, 15, 1, 1)
	harness.AttemptShape.Check(t, "attempt", a.Field(t, "0.attempts.0"))

	name := a.Text(t, "0.id")
	r.Answer(204)
	resendMany(t, admin, m, name)
	r.Next(t)
	poll.Until(t, "delivered by a bulk resend", func() bool { return list().Field(t, "0.status") == "delivered" })
	admin.Post(t, "/admin/callbacks/"+name+"/resend", nil).Wants(t, 200).Has(t, "", harness.AdminCallbackShape)
	r.Next(t)
	poll.Until(t, "delivered", func() bool { return list().Field(t, "0.status") == "delivered" })
	admin.Get(t, "/admin/callbacks/%s", name).Wants(t, 200).Has(t, "", harness.AdminCallbackShape).Is(t, object{"attempts.2.response_status": 204, "attempts.2.error": "", "attempts.3.response_status": 204})
}

// resendMany resends the one exhausted callback of the merchant, after it has checked the list of what would be sent.
func resendMany(t *testing.T, admin harness.Caller, m merchant, name string) {
	t.Helper()
	const path = "/admin/callbacks/resend"
	request := object{"status": "exhausted", "client_id": m.ID, "dry_run": true}
	shown := object{
		"dry_run": true, "matching": 1, "resent": 0, "callbacks.0.id": name, "callbacks.0.client_id": m.ID, "callbacks.0.status": "exhausted",
		"callbacks.0.resent": false, "callbacks.0.error_code": "",
	}
	admin.Post(t, path, request).Wants(t, 200).Is(t, shown)
	admin.Post(t, path, request).Wants(t, 200).Is(t, shown) // nothing was sent
	for _, none := range []object{request.With("status", "delivered"), request.With("to", "2020-01-01"), request.With("from", "2999-01-01"), request.With("client_id", m.ID+1000000)} {
		admin.Post(t, path, none.With("dry_run", false)).Wants(t, 200).Is(t, object{"matching": 0, "resent": 0})
	}
	admin.Post(t, path, request.With("status", "pending")).RefusesField(t, "status")
	admin.Post(t, path, request.With("from", "yesterday")).RefusesField(t, "from")
	admin.Post(t, path, request.With("limit", 501)).RefusesField(t, "limit")
	admin.Post(t, path, request.Without("dry_run")).RefusesField(t, "dry_run")
	admin.Post(t, path, request.With("dry_run", false).With("from", "2020-01-01")).Wants(t, 200).Is(t, object{
		"dry_run": false, "matching": 1, "resent": 1, "callbacks.0.id": name, "callbacks.0.resent": true, "callbacks.0.message": "",
	})
}

// Only a 2xx counts as delivered. Redirects are not followed. Every failed attempt of a
// payment's callback is listed with its reason, and the next one is planned.
func TestAFailedDeliveryIsLoggedWithItsReasonAndPlannedAgain(t *testing.T) {
	t.Parallel()
	m, admin := harness.NewMerchant(t), harness.Shared(t).Admin(t)
	r := receiver.New(t)
	r.Answer(302)
	for url, reason := range map[string]string{r.URL: "redirects are not followed", "http://127.0.0.1:1/": "connection refused"} {
		id := m.OpenInvoice(t, 20000, object{"external_id": "ORDER-" + reason, "metadata": object{"callback_url": url}})
		m.ActInSandbox(t, id, "pay", nil)
		poll.Until(t, reason, func() bool {
			for _, item := range admin.Get(t, "/admin/callbacks?status=pending&client_id=%d", m.ID).Wants(t, 200).List(t) {
				c := item.(map[string]any)
				attempts := c["attempts"].([]any)
				if c["url"] == url && len(attempts) == 1 && c["next_attempt_at"] != nil && attempts[0].(map[string]any)["error"] == reason {
					admin.Post(t, "/admin/callbacks/"+c["id"].(string)+"/resend", nil).Wants(t, 200)
					admin.Post(t, "/admin/callbacks/"+c["id"].(string)+"/resend", object{"attempts": 0}).Refuses(t, 409, "callback_changed")
					return true
				}
			}
			return false
		})
	}
	admin.Get(t, "/admin/callbacks/nothing").Refuses(t, 404, "not_found")
	admin.Post(t, "/admin/callbacks/nothing/resend", nil).Refuses(t, 404, "not_found")
	admin.Get(t, "/admin/callbacks?client_id=x").RefusesField(t, "client_id")
}
