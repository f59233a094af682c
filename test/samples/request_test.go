package samples

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"gateway/domain/callback"
	"gateway/http/outbound/callbacksender"
)

// header is a callback as it is sent: its headers, and its body under the name body.
type header map[string]string

// signed is the callback that the gateway's sender makes of a delivery.
func signed(t *testing.T, d callback.Delivery) header {
	t.Helper()
	h := header{"body": string(d.Payload)}
	witness := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		for name := range r.Header {
			if lower := strings.ToLower(name); strings.HasPrefix(lower, "webhook-") {
				h[lower] = r.Header.Get(name)
			}
		}
	}))
	defer witness.Close()
	sender := callbacksender.NewSender(callbacksender.Options{AllowPrivate: true})
	defer sender.Close()
	d.URL = witness.URL
	if got := sender.Send(t.Context(), d); got.Status != http.StatusOK {
		t.Fatalf("%+v", got)
	}
	return h
}

func post(t *testing.T, url string, h header) (status int) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(h["body"]))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range h {
		if name != "body" {
			request.Header.Set(name, value)
		}
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	return answer.StatusCode
}
