package console

import (
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/poll"
	"gateway/test/receiver"
)

var callbackLink = regexp.MustCompile(`/portal/callbacks/cb_[0-9a-f]+`)

func TestAFailedCallbackSaysHowTheReceiverAnswered(t *testing.T) {
	t.Parallel()
	m, r := harness.NewMerchant(t), receiver.New(t)
	r.Answer(500)
	v := owner(t, m)
	id := m.OpenInvoice(t, 150_000, object{"metadata": object{"callback_url": r.URL + "/paid"}})
	m.ActInSandbox(t, id, "pay", object{})
	r.Next(t)
	path := ""
	poll.Until(t, "the failed attempt is listed", func() bool {
		path = callbackLink.FindString(v.get(t, "/portal/callbacks?resource=transactions/"+id).Body)
		return path != "" && strings.Contains(v.get(t, path).text(), "tried again by itself at")
	})
	v.get(t, path).shows(t, "invoice.paid", id, "500", "Pending", r.URL+"/paid", "tried again by itself at", "Send now").hides(t, "Send again")
	staff(t, "support").get(t, strings.Replace(path, "/portal", "/console", 1)).shows(t, "tried again by itself at", "Send now")
	if told := v.get(t, "/portal/payments/"+id).shows(t, "Callback not delivered: the server answered 500"); !strings.Contains(told.Body, `class="callback bad"`) {
		t.Error("the failed attempt has not the tone of a failure")
	}
	r.Answer(200)
	v.post(t, path+"/resend", url.Values{"attempts": {"1"}}).leadsTo(t, path)
	r.Next(t)
	poll.Until(t, "it is delivered", func() bool { return strings.Contains(v.get(t, path).text(), "Delivered") })
	v.post(t, path+"/resend", url.Values{"attempts": {"1"}}).is(t, 409).says(t, "attempted since it was read")
	v.get(t, "/portal/callbacks?resource=transactions/other").shows(t, "Nothing matches")
	owner(t, harness.NewMerchant(t)).get(t, path).is(t, 404)
	owner(t, harness.NewMerchant(t)).post(t, path+"/resend", nil).is(t, 404)
}

func TestADeliveredCallbackIsSentAgain(t *testing.T) {
	t.Parallel()
	m, r := harness.NewMerchant(t), receiver.New(t)
	v := owner(t, m)
	id := m.OpenInvoice(t, 150_000, object{"metadata": object{"callback_url": r.URL + "/paid"}})
	m.ActInSandbox(t, id, "pay", object{})
	r.Next(t)
	path := ""
	poll.Until(t, "delivered", func() bool {
		path = callbackLink.FindString(v.get(t, "/portal/callbacks?status=delivered").Body)
		return path != ""
	})
	v.post(t, path+"/resend", nil).leadsTo(t, path)
	r.Next(t)
}

func TestASampleShowsHowTheReceiverAnswers(t *testing.T) {
	t.Parallel()
	m, r := harness.NewMerchant(t), receiver.New(t)
	v := owner(t, m)
	form := url.Values{"url": {r.URL + "/hook"}, "event": {"settlement.completed"}}
	v.post(t, "/portal/callbacks/test", form).shows(t, "Your server took it.", "200")
	r.Answer(418)
	v.post(t, "/portal/callbacks/test", form).shows(t, "Your server did not take it.", "418")
	v.post(t, "/portal/callbacks/test", url.Values{"url": {"no address"}}).is(t, 400)
}

func TestACallbackEndpointIsAddedChangedAndRemoved(t *testing.T) {
	t.Parallel()
	m, r := harness.NewMerchant(t), receiver.New(t)
	v := owner(t, m)
	v.post(t, "/portal/endpoints", url.Values{"url": {r.URL + "/hook"}, "events": {"no.such"}}).is(t, 400)
	added := v.post(t, "/portal/endpoints", url.Values{"url": {r.URL + "/hook"}, "events": {"invoice.paid, withdrawal.completed"}}).shows(t, "whsec_", "only this once")
	path := regexp.MustCompile(`/portal/endpoints/[0-9]+`).FindString(added.Body)
	v.get(t, path).shows(t, "Active").hides(t, "whsec_")
	if !strings.Contains(v.get(t, path).Body, `value="invoice.paid, withdrawal.completed"`) {
		t.Error("the events are not in the form")
	}
	v.post(t, path+"/test", nil).shows(t, "Your server took it.")
	v.post(t, path, url.Values{"url": {r.URL + "/other"}, "events": {"*"}}).leadsTo(t, path) // an empty checkbox means not active
	v.get(t, path).shows(t, "Off")
	v.post(t, path+"/rotate", nil).shows(t, "whsec_")
	owner(t, harness.NewMerchant(t)).get(t, path).is(t, 404)
	owner(t, harness.NewMerchant(t)).post(t, path+"/remove", nil).is(t, 404)
	v.post(t, path+"/remove", nil).leadsTo(t, "/portal/endpoints")
	v.get(t, path).is(t, 404)
}

func TestTheAPIKeyIsShownOnceAndBoundToAddresses(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	v := owner(t, m)
	v.post(t, "/portal/keys", url.Values{"name": {"server"}, "allow": {"nowhere"}}).is(t, 400)
	created := v.post(t, "/portal/keys", url.Values{"name": {"server"}, "allow": {"203.0.113.7\n127.0.0.1"}}).shows(t, "only this once")
	key := regexp.MustCompile(`sk_live_[0-9a-f]+`).FindString(html.UnescapeString(created.Body))
	if key == "" || created.Header.Get("Cache-Control") != "no-store" {
		t.Fatalf("key %q, headers %v", key, created.Header)
	}
	if strings.Contains(created.Body, "live.js") {
		t.Error("the page with the key follows events: at the next one it becomes the page of its address, and the key is gone")
	}
	m.Get(t, "/account").Refuses(t, 401, "invalid_api_key") // the former key
	api := m.Gateway.Anonymous().With("X-API-Key", key)
	api.Get(t, "/account").Wants(t, 200)
	page := v.get(t, "/portal/keys").shows(t, "203.0.113.7/32, 127.0.0.1/32").hides(t, key)
	revoke := regexp.MustCompile(`/portal/keys/[0-9]+/revoke`).FindString(page.Body)
	v.post(t, revoke, nil).leadsTo(t, "/portal/keys")
	api.Get(t, "/account").Refuses(t, 401, "invalid_api_key")
	v.get(t, "/portal/keys").shows(t, "There is no API key yet").hides(t, "Revoke")
}

func TestTheCallbackSecretIsShownOnDemandAndRotated(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	v, secret := owner(t, m), m.WebhookSecret(t)
	v.get(t, "/portal/keys").hides(t, secret)
	v.post(t, "/portal/webhook-secret/show", nil).shows(t, secret)
	v.post(t, "/portal/webhook-secret/rotate", nil).shows(t, "The former secret signs until").hides(t, secret)
}

func TestAnOwnerIssuesARestrictedKeyAndIsAskedAboutKeysWhenAPersonLeaves(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	v := owner(t, m)
	v.post(t, "/portal/keys/restricted", url.Values{"name": {"ci"}, "expires_at": {"2020-01-01"}}).is(t, 400)
	created := v.post(t, "/portal/keys/restricted", url.Values{"name": {"ci"}, "scope_endpoints": {"true"}, "expires_at": {"2100-01-31"}})
	key := regexp.MustCompile(`sk_live_[0-9a-f]+`).FindString(created.shows(t, "only this once").Body)
	m.Gateway.Anonymous().With("X-API-Key", key).Get(t, "/webhook-secret").Wants(t, 200)
	m.Get(t, "/account").Wants(t, 200) // the full key
	list := v.get(t, "/portal/keys").shows(t, "callback endpoints and their secrets", m.Email).hides(t, key)
	page := regexp.MustCompile(`/portal/keys/[0-9]+"`).FindString(list.Body)
	v.get(t, strings.TrimSuffix(page, `"`)).shows(t, "2100", "Revoke this key")

	person := m.LogIn(t).Post(t, "/me/users", object{"email": m.Gateway.NextEmail(), "role": "developer"}).Wants(t, 201)
	asked := v.get(t, fmt.Sprint("/portal/people/", person.ID(t, "id"))).shows(t, "Also end the restricted keys")
	if !strings.Contains(asked.Body, `name="end_keys" value="true" checked`) {
		t.Errorf("the box is not ticked:\n%s", asked.Body)
	}
	v.post(t, fmt.Sprint("/portal/people/", person.ID(t, "id"), "/remove"), url.Values{"end_keys": {"true"}}).leadsTo(t, "/portal/people")
}

// One failed attempt is enough for an endpoint to need attention, of its owner and of staff. The
// owner learns how long it has failed, and why; staff see where the longest failing one is, without its secret.
func TestAnEndpointNeedsAttentionAfterItsFirstFailure(t *testing.T) {
	t.Parallel()
	m, r := harness.NewMerchant(t), receiver.New(t)
	r.Answer(500)
	v := owner(t, m)
	v.get(t, "/portal").hides(t, "has taken nothing since")
	v.post(t, "/portal/endpoints", url.Values{"url": {r.URL + "/hook?key=secret"}, "events": {"*"}}).shows(t, "whsec_")
	m.ActInSandbox(t, m.OpenInvoice(t, 150_000, nil), "pay", object{})
	r.Next(t)
	poll.Until(t, "the home page says so", func() bool {
		return strings.Contains(v.get(t, "/portal").text(), "has taken nothing since")
	})
	v.get(t, "/portal").shows(t, "The last attempt: the server answered 500")
	staff(t, "support").get(t, "/console").shows(t, "Callback endpoints that fail").hides(t, "key=secret")
}

// What a receiver answered may be anything. It is shown as text, to its client and to staff.
func TestTheAnswerOfAReceiverIsShownAsText(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusTeapot)
		_, _ = w.Write([]byte("<script>alert('answer')</script>\x00\xff"))
	}))
	defer server.Close()
	m := harness.NewMerchant(t)
	v := owner(t, m)
	m.ActInSandbox(t, m.OpenInvoice(t, 150_000, object{"metadata": object{"callback_url": server.URL}}), "pay", object{})
	path, want := "", "&lt;script&gt;alert(&#39;answer&#39;)&lt;/script&gt;\\x00\\xff"
	poll.Until(t, "the answer is shown", func() bool {
		path = callbackLink.FindString(v.get(t, "/portal/callbacks").Body)
		return path != "" && strings.Contains(v.get(t, path).Body, want)
	})
	v.get(t, path).shows(t, "Answer to attempt 1", "webhook-signature")
	if shown := staff(t, "support").get(t, strings.Replace(path, "/portal", "/console", 1)); !strings.Contains(shown.Body, want) {
		t.Error("staff don't see the answer")
	}
}
