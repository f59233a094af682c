// Package receiver is a merchant's server that gets callbacks, for tests and for the demo. It keeps every
// callback, and verifies signatures with the library that merchants use.
package receiver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"

	"gateway/test/poll"

	webhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// Receiver is a server on loopback. Its methods may be called from any goroutine.
type Receiver struct {
	// URL is the base of all URLs that the receiver answers.
	URL string

	server *httptest.Server
	answer func(Callback) (status int)

	mu       sync.Mutex
	received []Callback
	taken    int
	// ids are those that WaitFirst has returned.
	ids map[string]struct{}
}

// Callback is one request to a receiver.
type Callback struct {
	// Request is the method, the path and the query, as they were sent: "POST /paid?via=web".
	Request string
	Header  http.Header
	Body    []byte
}

// Start starts a receiver that answers 200 to every request. Close ends it.
func Start() *Receiver {
	r := &Receiver{ids: map[string]struct{}{}}
	r.Answer(http.StatusOK)
	r.server = httptest.NewServer(http.HandlerFunc(r.serve))
	r.URL = r.server.URL
	return r
}

// New starts a receiver that ends with the test.
func New(tb testing.TB) *Receiver {
	tb.Helper()
	r := Start()
	tb.Cleanup(r.Close)
	return r
}

// Close stops the receiver.
func (r *Receiver) Close() { r.server.Close() }

// Answer sets the status of all answers from now on.
func (r *Receiver) Answer(status int) { r.AnswerBy(func(Callback) int { return status }) }

// AnswerBy lets the function choose the status of each answer from now on. Calls of the function do not overlap.
func (r *Receiver) AnswerBy(status func(Callback) int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answer = status
}

func (r *Receiver) serve(w http.ResponseWriter, request *http.Request) {
	body, _ := io.ReadAll(request.Body) // a broken body fails its signature
	c := Callback{Request: request.Method + " " + request.RequestURI, Header: request.Header, Body: body}
	w.WriteHeader(r.keep(c))
}

func (r *Receiver) keep(c Callback) (status int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.received = append(r.received, c)
	return r.answer(c)
}

// Received returns all callbacks so far, in the order of their arrival.
func (r *Receiver) Received() []Callback {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.received)
}

// Wait returns the next callback after the one that it returned last. It waits until it arrives or the context ends.
func (r *Receiver) Wait(ctx context.Context) (next Callback, err error) {
	err = poll.Wait(ctx, func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.taken == len(r.received) {
			return false
		}
		next = r.received[r.taken]
		r.taken++
		return true
	})
	return next, err
}

// WaitFirst is Wait without repeated deliveries: a callback whose webhook-id came before is left out, as a merchant leaves it
// out. A gateway that stops before it has recorded a delivery delivers again.
func (r *Receiver) WaitFirst(ctx context.Context) (Callback, error) {
	for {
		c, err := r.Wait(ctx)
		if err != nil || r.isFirst(c.Header.Get("Webhook-Id")) {
			return c, err
		}
	}
}

func (r *Receiver) isFirst(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, known := r.ids[id]; known {
		return false
	}
	r.ids[id] = struct{}{}
	return true
}

// Next is Wait for tests. If no callback arrives in time, the test ends.
func (r *Receiver) Next(tb testing.TB) Callback {
	tb.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), poll.Limit)
	defer cancel()
	c, err := r.Wait(ctx)
	if err != nil {
		tb.Fatalf("no callback came within %s", poll.Limit)
	}
	return c
}

// Waiting is the number of callbacks that Wait and Next have not returned yet.
func (r *Receiver) Waiting() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.received) - r.taken
}

// Verify checks the headers and the signature of Standard Webhooks with the merchant's secret. It also refuses
// an X-Callback-Token, which belongs to the provider.
func (c Callback) Verify(secret string) error {
	w, err := webhooks.NewWebhook(secret)
	if err != nil {
		return err
	}
	if err := w.Verify(c.Body, c.Header); err != nil {
		return fmt.Errorf("signature of %s: %w", c.Body, err)
	}
	if c.Header.Get("X-Callback-Token") != "" || c.Header.Get("Content-Type") != "application/json" {
		return errors.New("headers " + fmt.Sprint(c.Header))
	}
	return nil
}

// MustVerify is Verify for tests.
func (c Callback) MustVerify(tb testing.TB, secret string) {
	tb.Helper()
	if err := c.Verify(secret); err != nil {
		tb.Error(err)
	}
}
