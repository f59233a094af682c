package provider

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"gateway/domain/connection"
	"gateway/domain/report"
	"gateway/domain/text"
	"gateway/http/outbound/exchange"
)

// maxMessage is how many characters of the provider's words are kept.
const maxMessage = 200

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
	OnCall func(ctx context.Context, c exchange.Call)
	// Offered are the codes of the channels that payments are opened in. Nil means all that the provider has.
	Offered []string
}

// Client calls the provider. It is safe for concurrent use. It repeats no call; the caller decides whether a
// call may be repeated.
//
// Every method returns *report.Refused, *report.FloatEmpty, *report.NotSent, *report.Unknown or, for a lookup,
// report.ErrNoRecord. Any other error means that no call was made. A *report.NotSent of a method that makes several
// calls is about one that only asks: a method that creates or orders makes one call.
type Client struct {
	connection string
	baseURL    string
	secretKey  string
	calls      *exchange.Client
	now        func() time.Time
	offered    []string
}

// New makes a Client. Close it after use.
func New(c Config) *Client {
	now := c.Clock
	if now == nil {
		now = time.Now
	}
	named := cmp.Or(c.Connection, connection.Xendit)
	return &Client{
		connection: named, baseURL: strings.TrimSuffix(c.BaseURL, "/"), secretKey: c.SecretKey, now: now, offered: c.Offered,
		calls: exchange.New(exchange.Options{Connection: named, Timeout: c.Timeout, Transport: c.Transport, OnCall: c.OnCall}),
	}
}

// Close closes idle connections.
func (c *Client) Close() { c.calls.Close() }

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
func (c *Client) call(ctx context.Context, method, path string, body any, more http.Header) (text []byte, err error) {
	if body != nil {
		if text, err = json.Marshal(body); err != nil {
			return nil, fmt.Errorf("provider: encode request: %w", err)
		}
	}
	header := http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json"}}
	maps.Copy(header, more)
	header.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(c.secretKey+":")))
	return c.calls.Do(ctx, exchange.Request{
		Method: method, URL: c.baseURL + path, Header: header, Body: text,
		Operation: operationOf(method, path), Reference: exchange.Reference(ctx),
		Outcome: func(status int, answer []byte) error { return outcomeError(method, status, answer) },
	})
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
	case slices.Contains(refundMayBeMade, problem.Code):
		return &report.Unknown{Err: fmt.Errorf("answered with status %d %s", status, problem.Code)}
	case method == http.MethodGet && status == http.StatusNotFound:
		return &notFound{problem.Code}
	case report.IsFloatCode(problem.Code):
		return &report.FloatEmpty{Code: problem.Code}
	}
	return refusal(status, problem.Code, problem.Message)
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
