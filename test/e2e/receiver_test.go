package e2e

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	webhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// receiver is a merchant's server that is called back.
type receiver struct {
	URL    string
	status atomic.Int64
	got    chan delivery
}

// delivery is one request to a receiver.
type delivery struct {
	uri    string
	header http.Header
	body   []byte
}

func newReceiver(tb testing.TB) *receiver {
	tb.Helper()
	r := &receiver{got: make(chan delivery, 100)}
	r.status.Store(http.StatusOK)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body) // a broken body shows in its signature
		w.WriteHeader(int(r.status.Load()))
		r.got <- delivery{uri: request.Method + " " + request.RequestURI, header: request.Header, body: body}
	}))
	tb.Cleanup(server.Close)
	r.URL = server.URL
	return r
}

// next waits for the next callback.
func (r *receiver) next(tb testing.TB) delivery {
	tb.Helper()
	select {
	case d := <-r.got:
		return d
	case <-time.After(15 * time.Second):
		tb.Fatal("no callback came in time")
		return delivery{}
	}
}

// isSigned demands the headers of Standard Webhooks, and not the one that
// specification 5.9 rules out.
func (d delivery) isSigned(tb testing.TB, secret string) {
	tb.Helper()
	w, err := webhooks.NewWebhook(secret)
	if err == nil {
		err = w.Verify(d.body, d.header)
	}
	if err != nil {
		tb.Errorf("signature of %s: %v", d.body, err)
	}
	if d.header.Get("X-Callback-Token") != "" || d.header.Get("Content-Type") != "application/json" {
		tb.Errorf("headers %v", d.header)
	}
}
