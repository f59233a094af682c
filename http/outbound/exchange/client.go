package exchange

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
	"time"

	"gateway/domain/report"
	"gateway/eventstore/tracing"
)

const (
	defaultTimeout = 30 * time.Second
	maxAnswer      = 1 << 20
	// idleConnections is above the default of two, because all calls of a Client go to one host.
	idleConnections = 64
)

// Options configure a Client. None is required.
type Options struct {
	// Connection names the contract that is called.
	Connection string
	// Timeout limits a call, from dialling to the last byte. Zero means 30 s.
	Timeout time.Duration
	// Transport makes the calls. Nil means connections of the Client's own.
	Transport http.RoundTripper
	// OnCall is called after each call, by the goroutine that made it. It may be nil.
	OnCall func(ctx context.Context, c Call)
}

// Client makes calls to one host. It is safe for concurrent use, and repeats no call.
type Client struct {
	connection string
	http       *http.Client
	onCall     func(ctx context.Context, c Call)
}

// New makes a Client. Close it after use.
func New(o Options) *Client {
	client := &http.Client{
		Transport: o.Transport, Timeout: cmp.Or(o.Timeout, defaultTimeout),
		// A redirected POST would carry the credentials and the order to another host.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	if client.Transport == nil {
		t := http.DefaultTransport.(*http.Transport).Clone()
		t.MaxIdleConnsPerHost = idleConnections
		client.Transport = t
	}
	return &Client{connection: o.Connection, http: client, onCall: o.OnCall}
}

// Close closes idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// Request is one call. A nil Body sends none.
type Request struct {
	Method, URL string
	Header      http.Header
	Body        []byte
	// Operation names the call for the observer, such as "POST /qr_codes". There is a bounded number of names.
	Operation string
	// Reference is ours: the transaction_id of a payment, or the reference of a payout; empty for a call about
	// neither.
	Reference string
	// Outcome judges an answer; nil means that it was done as asked.
	Outcome func(status int, answer []byte) error
}

// Do makes the call and returns the body of its answer, with the error of Request.Outcome. Without an answer it
// returns *report.NotSent if the call certainly did nothing, because there was no connection that could carry it,
// and *report.Unknown otherwise. A connection that was made and broke counts as the latter, even if nothing was
// written: the transport does not say. Any other error means that no call was made.
func (c *Client) Do(ctx context.Context, r Request) ([]byte, error) {
	if c.onCall == nil && !tracing.On() {
		return c.exchange(ctx, r)
	}
	call := Call{Connection: c.connection, Operation: r.Operation, Reference: r.Reference}
	// The provider gets no traceparent: it has no use for one, and we find a call by our reference.
	ctx, span := tracing.Start(ctx, tracing.Called, "provider "+call.Operation)
	began := time.Now()
	text, err := c.exchange(ctx, r)
	call.Err, call.Duration = err, time.Since(began)
	call.describe(span)
	if c.onCall != nil {
		c.onCall(ctx, call)
	}
	return text, err
}

func (c *Client) exchange(ctx context.Context, r Request) ([]byte, error) {
	var connected atomic.Bool
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { connected.Store(true) }})
	var content io.Reader
	if r.Body != nil {
		content = bytes.NewReader(r.Body)
	}
	request, err := http.NewRequestWithContext(ctx, r.Method, r.URL, content)
	if err != nil {
		return nil, fmt.Errorf("make the request: %w", err)
	}
	// Without GetBody the transport can't repeat the request on another connection, which it would do for a POST
	// with an idempotency key. So an answer is always about the one call that was made.
	request.GetBody, request.Header = nil, r.Header
	answer, err := c.http.Do(request)
	if err != nil && !connected.Load() {
		return nil, &report.NotSent{Err: err}
	}
	if err != nil {
		return nil, &report.Unknown{Err: err}
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer+1))
	switch {
	case err != nil:
		return nil, &report.Unknown{Err: fmt.Errorf("read the answer: %w", err)}
	case len(text) > maxAnswer:
		return nil, &report.Unknown{Err: fmt.Errorf("the answer is longer than %d bytes", maxAnswer)}
	}
	return text, r.Outcome(answer.StatusCode, text)
}

// Unreadable turns the error of an unreadable answer into a *report.Unknown: what was asked for may be done. It does
// not wrap the error, which may refuse the provider's fields and must not be shown to our client as a refusal of
// the client's fields.
func Unreadable(err error) error {
	if err == nil {
		return nil
	}
	return &report.Unknown{Err: errors.New("unreadable answer: " + err.Error())}
}

type referenceKey struct{}

// About returns a context that names the payment or payout that its calls are about.
func About(ctx context.Context, reference string) context.Context {
	return context.WithValue(ctx, referenceKey{}, reference)
}

// Reference is what About named; empty for a call about neither a payment nor a payout.
func Reference(ctx context.Context) string {
	text, _ := ctx.Value(referenceKey{}).(string)
	return text
}
