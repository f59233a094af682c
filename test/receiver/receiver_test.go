package receiver_test

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"gateway/test/receiver"

	webhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

// send sends a callback that is signed with the secret, and returns the status.
func send(t *testing.T, url, body string) int {
	t.Helper()
	signer, err := webhooks.NewWebhook(secret)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	signature, err := signer.Sign("msg_1", now, []byte(body))
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Webhook-Id", "msg_1")
	request.Header.Set("Webhook-Timestamp", strconv.FormatInt(now.Unix(), 10))
	request.Header.Set("Webhook-Signature", signature)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	return response.StatusCode
}

func TestCallbacksAreGivenInTheirOrder(t *testing.T) {
	t.Parallel()
	r := receiver.New(t)
	send(t, r.URL+"/paid?via=web", `{"n":1}`)
	r.Answer(http.StatusServiceUnavailable)
	if status := send(t, r.URL, `{"n":2}`); status != http.StatusServiceUnavailable {
		t.Errorf("answered %d", status)
	}
	if first := r.Next(t); first.Request != "POST /paid?via=web" || string(first.Body) != `{"n":1}` || r.Waiting() != 1 {
		t.Errorf("the first is %s %s, and %d wait", first.Request, first.Body, r.Waiting())
	}
	if second := r.Next(t); string(second.Body) != `{"n":2}` || r.Waiting() != 0 || len(r.Received()) != 2 {
		t.Errorf("the second is %s", second.Body)
	}
}

func TestACallbackIsVerifiedByItsSignatureAndHeaders(t *testing.T) {
	t.Parallel()
	r := receiver.New(t)
	send(t, r.URL, `{"status":"PAID"}`)
	c := r.Next(t)
	c.MustVerify(t, secret)
	for name, change := range map[string]func(*receiver.Callback){
		"another body":               func(c *receiver.Callback) { c.Body = []byte(`{"status":"SETTLED"}`) },
		"the header of the provider": func(c *receiver.Callback) { c.Header.Set("X-Callback-Token", "token") },
		"another type of content":    func(c *receiver.Callback) { c.Header.Set("Content-Type", "text/plain") },
	} {
		changed := c
		changed.Header = c.Header.Clone()
		change(&changed)
		if changed.Verify(secret) == nil {
			t.Errorf("%s is accepted", name)
		}
	}
	if c.Verify("whsec_"+strings.Repeat("A", 32)) == nil {
		t.Error("another secret is accepted")
	}
}

func TestADeliveryThatIsRepeatedIsLeftOut(t *testing.T) {
	t.Parallel()
	r := receiver.New(t)
	send(t, r.URL, `{"n":1}`)
	send(t, r.URL, `{"n":1}`)
	if c, err := r.WaitFirst(t.Context()); err != nil || string(c.Body) != `{"n":1}` {
		t.Errorf("the first is %s, %v", c.Body, err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if c, err := r.WaitFirst(ended); err == nil {
		t.Errorf("the second delivery of it is given: %s", c.Body)
	}
}
