package callbacksender

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"gateway/domain/callback"
	"gateway/eventstore/tracing"

	"code.dny.dev/ssrf"
	webhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

const (
	defaultTimeout = 10 * time.Second
	maxAnswer      = 64 << 10
	userAgent      = "gateway-callback/1.0"
)

// The headers that tell what a callback is about: one of feed.Names, and the object.
const (
	HeaderEvent    = "X-Event"
	HeaderResource = "X-Resource"
)

// Options are the options of a Sender. Production uses the zero value.
type Options struct {
	// AllowPrivate allows receivers on loopback and private networks, for a sandbox.
	AllowPrivate bool
	// Timeout limits an attempt, from resolving the name to the last byte read. Zero means 10 s.
	Timeout time.Duration
}

// Sender sends callbacks. It is safe for concurrent use and does not limit the number of concurrent calls.
type Sender struct{ http *http.Client }

// NewSender makes a Sender. Close it after use.
func NewSender(o Options) *Sender {
	dialer := &net.Dialer{Timeout: 5 * time.Second, KeepAlive: 30 * time.Second}
	if !o.AllowPrivate {
		// This checks the dialled address, because a name could resolve to another address after an earlier
		// check.
		dialer.Control = ssrf.New(ssrf.WithAnyPort()).Safe
	}
	return &Sender{http: &http.Client{
		Timeout: cmp.Or(o.Timeout, defaultTimeout),
		// A redirect would carry the payload to a URL that the client did not give.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		// There is no Proxy, since a proxy would dial the receiver without the check.
		Transport: &http.Transport{
			DialContext:            dialer.DialContext,
			TLSHandshakeTimeout:    5 * time.Second,
			MaxResponseHeaderBytes: maxAnswer,
			MaxIdleConns:           256,
			MaxIdleConnsPerHost:    4,
			IdleConnTimeout:        30 * time.Second,
			DisableCompression:     true,
		},
	}}
}

// Close closes idle connections.
func (s *Sender) Close() { s.http.CloseIdleConnections() }

// Send makes one attempt. Every failure is in the result, including the end of ctx.
func (s *Sender) Send(ctx context.Context, d callback.Delivery) callback.Result {
	// The receiver gets no traceparent. Our trace ids would tell a merchant which of its callbacks were
	// caused by the same request of another merchant, and its own traces would join ours.
	ctx, span := tracing.Start(ctx, tracing.Called, "callback")
	defer span.End(nil)
	start := time.Now()
	status, answered, err := s.post(ctx, d)
	r := callback.Result{Status: status, Answer: answered}
	switch {
	case err != nil:
		r.Err = hideName(ctx, failureText(err), d.URL, start)
	case status >= 300 && status < 400:
		r.Err = "redirects are not followed"
	case status < 200 || status > 299:
		r.Err = "answered " + strconv.Itoa(status)
	}
	r.Duration = time.Since(start)
	describe(span, d, r)
	return r
}

// describe leaves out the URL, which may hold the merchant's secrets.
func describe(span tracing.Span, d callback.Delivery, r callback.Result) {
	span.Text("callback.id", d.ID)
	span.Text("callback.event", d.Event)
	span.Number("http.response.status_code", int64(r.Status))
	if !r.Delivered() {
		span.Fail("not_delivered")
	}
}

func (s *Sender) post(ctx context.Context, d callback.Delivery) (status int, answered string, err error) {
	request, err := newRequest(ctx, d)
	if err != nil {
		return 0, "", err
	}
	answer, err := s.http.Do(request)
	if err != nil {
		return 0, "", err
	}
	defer answer.Body.Close()
	beginning, _ := io.ReadAll(io.LimitReader(answer.Body, callback.MaxAnswer))
	// Reading a body to its end keeps the connection usable. Errors in the body do not matter, because the
	// status is known.
	_, _ = io.CopyN(io.Discard, answer.Body, maxAnswer)
	return answer.StatusCode, string(beginning), nil
}

func newRequest(ctx context.Context, d callback.Delivery) (*http.Request, error) {
	if err := checkURL(d.URL); err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, d.URL, bytes.NewReader(d.Payload))
	if err != nil {
		return nil, errURL
	}
	signatures, err := sign(d)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", userAgent)
	if d.ReplacedBy != "" {
		request.Header.Set("X-Replaced-By", d.ReplacedBy)
	}
	request.Header.Set(webhooks.HeaderWebhookID, d.ID)
	request.Header.Set(webhooks.HeaderWebhookTimestamp, strconv.FormatInt(d.At.Unix(), 10))
	request.Header.Set(webhooks.HeaderWebhookSignature, signatures)
	request.Header.Set(HeaderEvent, d.Event)
	request.Header.Set(HeaderResource, d.Resource)
	return request, nil
}

// sign returns one signature per secret, separated by spaces as in Standard Webhooks. A receiver accepts the
// request if one of them matches its secret.
func sign(d callback.Delivery) (string, error) {
	var signatures []string
	for _, secret := range d.Secrets {
		signer, err := webhooks.NewWebhook(secret)
		if err != nil {
			return "", errSecret
		}
		signature, err := signer.Sign(d.ID, d.At, d.Payload)
		if err != nil {
			return "", fmt.Errorf("sign: %w", err)
		}
		signatures = append(signatures, signature)
	}
	if len(signatures) == 0 {
		return "", errSecret
	}
	return strings.Join(signatures, " "), nil
}

// checkURL repeats the check of the request that gave the URL. Credentials in a URL would be sent as a
// header.
func checkURL(text string) error {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil {
		return errURL
	}
	return nil
}
