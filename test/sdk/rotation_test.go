package sdk

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"gateway/domain/callback"
	"gateway/domain/secret"
	"gateway/http/outbound/callbacksender"

	webhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// Within a day of a rotation an endpoint's deliveries carry two signatures. The official libraries for Node and
// for Go accept them with the new secret and with the former one.
func TestTheOfficialLibrariesVerifyADeliveryWithTwoSignatures(t *testing.T) {
	t.Parallel()
	needNode(t)
	master, now := []byte("a master secret of a test"), time.Now()
	var signing []string
	for _, g := range (secret.Generations{{}}).Rotated(secret.Generation{Number: 1}, now.Add(-23*time.Hour), false).SigningAt(now) {
		signing = append(signing, callbacksender.DeriveSecret(master, callback.Receiver{ClientID: 7, EndpointID: 3}, g.Number))
	}
	if len(signing) != 2 {
		t.Fatalf("%d secrets sign", len(signing))
	}
	headers, body := sent(t, callback.Delivery{
		ID: "evt_1", Event: "invoice.paid", Resource: "transactions/INV-7-1", Payload: []byte(`{"id":"evt_1","data":{"note":"äöü \u00e9 / \\"}}`),
		Secrets: signing, At: now,
	})
	if n := len(strings.Fields(headers.Get("Webhook-Signature"))); n != 2 {
		t.Errorf("%d signatures", n)
	}
	for _, s := range signing {
		verifier, err := webhooks.NewWebhook(s)
		if err == nil {
			err = verifier.Verify(body, headers)
		}
		if err != nil {
			t.Error(err)
		}
	}
	lower := map[string]string{}
	for name := range headers {
		lower[strings.ToLower(name)] = headers.Get(name)
	}
	request, err := json.Marshal(map[string]any{"headers": lower, "body": string(body)})
	if err != nil {
		t.Fatal(err)
	}
	out, err := run(t, install(t), []string{
		"CALLBACK=" + string(request), "SECRETS=" + strings.Join(signing, ","), "WRONG=" + callbacksender.DeriveSecret(master, callback.Receiver{ClientID: 7, EndpointID: 4}, 0),
	}, "node", "verify.js")
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// sent is a delivery as a receiver gets it.
func sent(t *testing.T, d callback.Delivery) (headers http.Header, body []byte) {
	t.Helper()
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { headers = r.Header.Clone() }))
	defer receiver.Close()
	sender := callbacksender.NewSender(callbacksender.Options{AllowPrivate: true})
	defer sender.Close()
	d.URL = receiver.URL
	if result := sender.Send(t.Context(), d); !result.Delivered() {
		t.Fatalf("%+v", result)
	}
	return headers, d.Payload
}
