package payments

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/poll"
)

func TestADeliveryToAnEndpointIsListedAndSentAgain(t *testing.T) {
	t.Parallel()
	var status, calls atomic.Int64
	status.Store(500)
	r := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		calls.Add(1)
		w.WriteHeader(int(status.Load()))
		_, _ = w.Write([]byte("<b>no\x01</b>" + strings.Repeat("x", 2000)))
	}))
	t.Cleanup(r.Close)
	m := harness.NewMerchant(t)
	c, admin, other := m.LogIn(t), harness.Shared(t).Admin(t), harness.NewMerchant(t).LogIn(t)
	added := c.Post(t, "/callback-endpoints", object{"url": r.URL, "events": []string{"transaction.created"}}).Wants(t, 201)
	path := "/callback-endpoints/" + fmt.Sprint(added.ID(t, "endpoint.id"))
	asAdmin := "/admin" + path
	id := m.OpenInvoice(t, 20000, nil)
	poll.Until(t, "the failed attempt is listed", func() bool {
		return len(c.Get(t, "%s/deliveries?status=pending", path).Wants(t, 200).List(t)) == 1
	})
	listed := c.Get(t, "%s/deliveries", path).Wants(t, 200).Is(t, object{
		"0.event": "transaction.created", "0.resource": "transactions/" + id, "0.attempts": 1, "0.response_status": 500, "0.test": false,
	})
	one := path + "/deliveries/" + listed.Text(t, "0.id")
	sent := c.Get(t, "%s", one).Wants(t, 200).Is(t, object{"status": "pending", "payload.resource": "transactions/" + id})
	if answer := sent.Text(t, "answer"); !strings.HasPrefix(answer, `<b>no\x01</b>xxx`) || len(answer) != 1024+len(`\x01`)-1 {
		t.Errorf("answer %q", answer)
	}
	status.Store(200)
	c.Post(t, one+"/resend", object{"attempts": 1}).Wants(t, 200)
	poll.Until(t, "it is delivered", func() bool { return c.Get(t, "%s", one).Wants(t, 200).Text(t, "status") == "delivered" })
	if calls.Load() != 2 {
		t.Errorf("%d calls", calls.Load())
	}
	c.Post(t, one+"/resend", object{"attempts": 1}).Refuses(t, 409, "callback_changed")

	admin.Get(t, "/admin/clients/%d/callback-endpoints", m.ID).Wants(t, 200).Is(t, object{"0.url": r.URL})
	admin.Get(t, "%s/deliveries?status=delivered", asAdmin).Wants(t, 200).Is(t, object{"0.attempts": 2})
	asAdmin = "/admin" + one
	admin.Get(t, "%s", asAdmin).Wants(t, 200).Is(t, object{"status": "delivered", "attempts": 2})
	admin.Post(t, asAdmin+"/resend", nil).Wants(t, 200)
	poll.Until(t, "the administrator sent it", func() bool { return calls.Load() == 3 })
	for _, missing := range []string{
		"/admin/clients/999999/callback-endpoints", "/admin/callback-endpoints/999999/deliveries",
		"/admin/callback-endpoints/999999/deliveries/x",
	} {
		admin.Get(t, "%s", missing).Refuses(t, 404, "not_found")
	}
	admin.Post(t, "/admin/callback-endpoints/999999/deliveries/x/resend", nil).Refuses(t, 404, "not_found")

	tested := c.Post(t, path+"/test", nil).Wants(t, 200)
	sample := path + "/deliveries/" + tested.Text(t, "id")
	c.Get(t, "%s", sample).Wants(t, 200).Is(t, object{"test": true, "status": "delivered", "event": "transaction.created"})
	c.Post(t, sample+"/resend", nil).Refuses(t, 404, "not_found")
	for _, theirs := range []string{path + "/deliveries", one} {
		other.Get(t, "%s", theirs).Refuses(t, 404, "not_found")
	}
	other.Post(t, one+"/resend", nil).Refuses(t, 404, "not_found")

	c.Call(t, "PUT", path, object{"url": r.URL, "events": "*", "active": false}).Wants(t, 200)
	c.Post(t, one+"/resend", nil).Refuses(t, 409, "endpoint_off")
	admin.Post(t, asAdmin+"/resend", nil).Refuses(t, 409, "endpoint_off")
}
