package provider

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"gateway/domain/connection"
	"gateway/domain/report"
	"gateway/domain/text"
	"gateway/eventstore/tracing"
)

const (
	defaultTimeout = 30 * time.Second
	maxAnswer      = 1 << 20
	maxMessage     = 200
)

// Config configures a Client. Only BaseURL and SecretKey are required.
type Config struct {
	// Connection names the contract that the key belongs to; all reports repeat it. Empty means connection.Xendit.
	Connection string
	// BaseURL has no path, such as https://api.xendit.co.
	BaseURL   string
	SecretKey string
	// Timeout limits a call, from dialling to the last byte. Zero means 30 s.
	Timeout time.Duration
	// Transport makes the calls. Nil means connections to BaseURL.
	Transport http.RoundTripper
	// Clock returns the time. Nil means time.Now.
	Clock func() time.Time
	// OnCall is called after each call, by the goroutine that made it. It may be nil.
	OnCall func(ctx context.Context, c Call)
}

// Client calls the provider. It is safe for concurrent use. It repeats no call; the caller decides whether a
// call may be repeated.
//
// Every method returns *report.Refused, *report.FloatEmpty, *report.Unknown or, for a lookup,
// report.ErrNoRecord. Any other error means that no call was made.
type Client struct {
	connection string
	baseURL    string
	secretKey  string
	http       *http.Client
	now        func() time.Time
	onCall     func(ctx context.Context, c Call)
}

// New makes a Client. Close it after use.
func New(c Config) *Client {
	client := &http.Client{
		Transport: c.Transport, Timeout: cmp.Or(c.Timeout, defaultTimeout),
		// A redirected POST would carry the key and the order to another host.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	if client.Transport == nil {
		client.Transport = newTransport()
	}
	now := c.Clock
	if now == nil {
		now = time.Now
	}
	return &Client{
		connection: cmp.Or(c.Connection, connection.Xendit), baseURL: strings.TrimSuffix(c.BaseURL, "/"), secretKey: c.SecretKey,
		http: client, now: now, onCall: c.OnCall,
	}
}

// newTransport keeps more idle connections than the default of two, because all calls go to one host.
func newTransport() *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConnsPerHost = 64
	return t
}

// Close closes idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// get looks something up. It returns *report.Unknown for a 404 that is not report.ErrNoRecord.
func (c *Client) get(ctx context.Context, path string) ([]byte, error) {
	text, err := c.call(ctx, http.MethodGet, path, nil, nil)
	var missing *notFound
	if errors.As(err, &missing) && !errors.Is(err, report.ErrNoRecord) {
		err = &report.Unknown{Err: err}
	}
	return text, err
}

// call sends one request and returns the body of a 2xx answer. If body is nil, the request has none.
func (c *Client) call(ctx context.Context, method, path string, body any, header http.Header) ([]byte, error) {
	if c.onCall == nil && !tracing.On() {
		return c.exchange(ctx, method, path, body, header)
	}
	call := Call{Connection: c.connection, Operation: operationOf(method, path), Reference: reference(ctx)}
	// The provider gets no traceparent: it has no use for one, and we find a call by our reference.
	ctx, span := tracing.Start(ctx, tracing.Called, "provider "+call.Operation)
	began := time.Now()
	text, err := c.exchange(ctx, method, path, body, header)
	call.Err, call.Duration = err, time.Since(began)
	call.describe(span)
	if c.onCall != nil {
		c.onCall(ctx, call)
	}
	return text, err
}

func (c *Client) exchange(ctx context.Context, method, path string, body any, header http.Header) ([]byte, error) {
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return nil, fmt.Errorf("provider: encode request: %w", err)
		}
		content = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, method, c.baseURL+path, content)
	if err != nil {
		return nil, fmt.Errorf("provider: make request: %w", err)
	}
	// Without GetBody the transport cannot repeat the request on another connection, which it would do for a
	// POST with an idempotency key. So an answer is always about the one call that was made.
	request.GetBody = nil
	for name, values := range header {
		request.Header[name] = values
	}
	request.SetBasicAuth(c.secretKey, "")
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json")
	answer, err := c.http.Do(request)
	if err != nil {
		return nil, &report.Unknown{Err: err}
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer+1))
	switch {
	case err != nil:
		return nil, &report.Unknown{Err: fmt.Errorf("read answer: %w", err)}
	case len(text) > maxAnswer:
		return nil, &report.Unknown{Err: fmt.Errorf("answer is longer than %d bytes", maxAnswer)}
	}
	return text, outcomeError(method, answer.StatusCode, text)
}

// outcomeError distinguishes a refusal from an unknown outcome. An answer without the provider's own error
// body comes from something in between, and proves nothing.
func outcomeError(method string, status int, answer []byte) error {
	if status >= 200 && status < 300 {
		return nil
	}
	var problem struct {
		Code    string `json:"error_code"`
		Message string `json:"message"`
	}
	err := json.Unmarshal(answer, &problem)
	problem.Code, problem.Message = text.Cleaned(problem.Code, maxMessage), text.Cleaned(problem.Message, maxMessage)
	switch {
	case err != nil || problem.Code == "" || !isRefusal(status) || strings.HasPrefix(problem.Code, "DUPLICATE"):
		return &report.Unknown{Err: fmt.Errorf("answered with status %d %s", status, problem.Code)}
	case method == http.MethodGet && status == http.StatusNotFound:
		return &notFound{problem.Code}
	case report.IsFloatCode(problem.Code):
		return &report.FloatEmpty{Code: problem.Code}
	}
	return &report.Refused{Status: status, Code: problem.Code, Message: problem.Message}
}

// notFound is a 404 to a lookup. It counts as report.ErrNoRecord only with a code by which the provider says
// that it has no such record, because it answers an unknown path with the code NOT_FOUND.
type notFound struct{ code string }

func (e *notFound) Error() string { return "provider: answered with status 404 " + e.code }

// Is lets errors.Is find report.ErrNoRecord.
func (e *notFound) Is(target error) bool {
	return target == report.ErrNoRecord && (e.code == "DATA_NOT_FOUND" || strings.HasSuffix(e.code, "_NOT_FOUND_ERROR"))
}

// isRefusal reports whether a status means that the call was not carried out. A 409 does not, because an
// earlier call with the same id or key may have been.
func isRefusal(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusConflict, http.StatusTooManyRequests:
		return false
	}
	return status >= 400 && status < 500
}

// unreadable turns the error of an unreadable answer into a *report.Unknown. It does not wrap the error,
// which refuses the provider's fields and must not be shown to our client as a refusal of the client's
// fields.
func unreadable(err error) error {
	if err == nil {
		return nil
	}
	return &report.Unknown{Err: fmt.Errorf("unreadable answer: %v", err)}
}
