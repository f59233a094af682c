package payments

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"gateway/test/e2e/harness"
	"gateway/test/migrated"
	"gateway/test/poll"
	"gateway/test/receiver"

	webhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

var endpointShape = shape{
	"id": "integer", "url": "string", "events": "string", "active": "boolean", "status": "string", "pending": "integer", "failing_since": "time?", "down_since": "time?",
	"last_delivered_at": "time?", "last_failure": "object?", "created_at": "time", "updated_at": "time",
}

// verifies fails the test unless the secret verifies the callback.
func verifies(t *testing.T, c receiver.Callback, secret string) {
	t.Helper()
	verifier, err := webhooks.NewWebhook(secret)
	if err == nil {
		err = verifier.Verify(c.Body, c.Header)
	}
	if err != nil {
		t.Errorf("%s: %v", c.Header.Get("X-Event"), err)
	}
}

func TestACallbackEndpointGetsTheEntriesOfTheFeedSignedWithItsOwnSecret(t *testing.T) {
	t.Parallel()
	m, r := harness.NewFundedMerchant(t, 100000), receiver.New(t)
	c := m.LogIn(t)
	added := c.Post(t, "/callback-endpoints", object{"url": r.URL + "/all", "events": "*"}).Wants(t, 201)
	secret, path := added.Text(t, "secret"), "/callback-endpoints/"+fmt.Sprint(added.ID(t, "endpoint.id"))
	c.Get(t, "%s", path).Wants(t, 200).Is(t, object{"url": r.URL + "/all", "events": "*", "active": true, "status": "active", "pending": 0, "failing_since": nil})

	id := m.OpenInvoice(t, 20000, nil)
	created := r.Next(t)
	isAbout(t, created, "transaction.created", "transactions/"+id)
	verifies(t, created, secret)

	rotated := c.Post(t, path+"/rotate-secret", nil).Wants(t, 200)
	m.ActInSandbox(t, id, "pay", nil)
	paid := r.Next(t)
	isAbout(t, paid, "invoice.paid", "transactions/"+id)
	verifies(t, paid, secret) // for one more day
	verifies(t, paid, rotated.Text(t, "secret"))
	if rotated.Text(t, "secret") == secret || secret == m.WebhookSecret(t) {
		t.Error("the secrets are the same")
	}

	tested := c.Post(t, path+"/test", nil).Wants(t, 200).Is(t, object{"delivered": true, "event": "invoice.paid"})
	sample := r.Next(t)
	verifies(t, sample, rotated.Text(t, "secret"))
	if sample.Header.Get("Webhook-Id") != tested.Text(t, "id") {
		t.Errorf("sent as %s", sample.Header.Get("Webhook-Id"))
	}

	c.Call(t, "PUT", path, object{"url": r.URL, "events": []string{"invoice.paid"}, "active": false}).Wants(t, 200).Is(t, object{"status": "off", "events.0": "invoice.paid"})
	m.OpenInvoice(t, 20000, nil)
	c.Call(t, "DELETE", path, nil).Wants(t, 200)
	c.Get(t, "%s", path).Refuses(t, 404, "not_found")
}

func TestACallbackEndpointIsCheckedAndAnothersIsNotFound(t *testing.T) {
	t.Parallel()
	m, other := harness.NewMerchant(t), harness.NewMerchant(t)
	c, o := m.LogIn(t), other.LogIn(t)
	for field, body := range map[string]object{
		"url":    {"url": "ftp://toko.example", "events": "*"},
		"events": {"url": "https://toko.example", "events": []string{"invoice.lost"}},
	} {
		c.Post(t, "/callback-endpoints", body).RefusesField(t, field)
	}
	for _, events := range []any{"invoice.paid", 7, []string{}, []int{1}} {
		c.Post(t, "/callback-endpoints", object{"url": "https://toko.example", "events": events}).RefusesField(t, "events")
	}
	c.Post(t, "/callback-endpoints", object{"url": "nonsense", "events": []string{"invoice.lost"}}).RefusesFields(t, "url", "events")
	var path string
	for range 10 {
		path = "/callback-endpoints/" + fmt.Sprint(c.Post(t, "/callback-endpoints", object{"url": "https://toko.example/hook", "events": "*"}).Wants(t, 201).ID(t, "endpoint.id"))
	}
	c.Post(t, "/callback-endpoints", object{"url": "https://toko.example", "events": "*"}).Refuses(t, 409, "too_many_endpoints")
	if n := len(c.Get(t, "/callback-endpoints").Wants(t, 200).List(t)); n != 10 {
		t.Errorf("%d endpoints", n)
	}
	o.Get(t, "%s", path).Refuses(t, 404, "not_found")
	o.Call(t, "PUT", path, object{"url": "https://toko.example", "events": "*", "active": true}).Refuses(t, 404, "not_found")
	o.Call(t, "DELETE", path, nil).Refuses(t, 404, "not_found")
	o.Post(t, path+"/rotate-secret", nil).Refuses(t, 404, "not_found")
	o.Post(t, path+"/test", nil).Refuses(t, 404, "not_found")
}

// latencies are the times from the request of a payment until its entry arrives, sorted.
func latencies(t *testing.T, m harness.Merchant, r *receiver.Receiver) (all []time.Duration) {
	t.Helper()
	for range 20 {
		began := time.Now()
		id := m.OpenInvoice(t, 20000, nil)
		isAbout(t, r.Next(t), "transaction.created", "transactions/"+id)
		all = append(all, time.Since(began).Round(time.Millisecond))
	}
	slices.Sort(all)
	return all
}

func TestEndpointsThatAreDeadOrHangDelayNoOther(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	hanging := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-release }))
	t.Cleanup(hanging.Close)
	t.Cleanup(func() { close(release) })
	m, r := harness.NewMerchant(t), receiver.New(t)
	c := m.LogIn(t)
	c.Post(t, "/callback-endpoints", object{"url": r.URL, "events": []string{"transaction.created"}}).Wants(t, 201)
	alone := latencies(t, m, r)
	dead := c.Post(t, "/callback-endpoints", object{"url": "http://127.0.0.1:1/", "events": "*"}).Wants(t, 201).ID(t, "endpoint.id")
	for range 5 {
		c.Post(t, "/callback-endpoints", object{"url": hanging.URL, "events": "*"}).Wants(t, 201)
	}
	beside := latencies(t, m, r)
	t.Logf("from the request to the endpoint: alone %s, at worst %s; beside a dead one and five that hang %s, at worst %s",
		alone[10], alone[19], beside[10], beside[19])
	if beside[10] > alone[10]+time.Second || beside[19] > 5*time.Second {
		t.Errorf("alone %v, beside others %v", alone, beside)
	}
	poll.Until(t, "the dead one's failure shows", func() bool {
		a := c.Get(t, "/callback-endpoints/%d", dead).Wants(t, 200).Has(t, "", endpointShape)
		return a.Field(t, "last_failure.error") == "connection refused"
	})
}

func TestAnEndpointWhoseMasterSecretIsGoneSendsAgainAfterItsSecretIsRotated(t *testing.T) {
	t.Parallel()
	events, read := migrated.Pair(t)
	before := harness.StartOn(t, events, read, harness.Settings{"MASTER_SECRET": strings.Repeat("a", 32)})
	m, r := before.NewMerchant(t), receiver.New(t)
	path := "/callback-endpoints/" + fmt.Sprint(m.LogIn(t).Post(t, "/callback-endpoints", object{"url": r.URL, "events": "*"}).Wants(t, 201).ID(t, "endpoint.id"))
	before.Stop()
	m.Gateway = harness.StartOn(t, events, read, harness.Settings{"MASTER_SECRET": strings.Repeat("b", 32)})
	c := m.LogIn(t)
	c.Post(t, path+"/test", nil).Refuses(t, 409, "endpoint_secret_lost")
	secret := c.Post(t, path+"/rotate-secret", nil).Wants(t, 200).Text(t, "secret")
	c.Post(t, path+"/test", nil).Wants(t, 200).Is(t, object{"delivered": true})
	verifies(t, r.Next(t), secret)
}
