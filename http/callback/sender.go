package callback

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
	"time"

	"gateway/domain/callback"

	"code.dny.dev/ssrf"
	webhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

const (
	defaultTimeout = 10 * time.Second
	maxAnswer      = 64 << 10
	userAgent      = "gateway-callback/1.0"
)

// Options of a Sender. The zero value is for production.
type Options struct {
	// AllowPrivate permits receivers on loopback and private networks: sandbox only.
	AllowPrivate bool
	// Timeout bounds an attempt from resolving the name to the last byte read;
	// 10 s when zero.
	Timeout time.Duration
}

// Sender sends callbacks. It is safe for concurrent use; how many at once is the
// caller's business.
type Sender struct{ http *http.Client }

// NewSender makes a Sender. It starts nothing.
func NewSender(o Options) *Sender {
	dialer := &net.Dialer{Timeout: 5 * time.Second, KeepAlive: 30 * time.Second}
	if !o.AllowPrivate {
		// Checked on the address that is dialled, so no name can be made to point
		// elsewhere after the check.
		dialer.Control = ssrf.New(ssrf.WithAnyPort()).Safe
	}
	return &Sender{http: &http.Client{
		Timeout: cmp.Or(o.Timeout, defaultTimeout),
		// A redirect would carry the payload to a place the client did not name.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		// No Proxy: one from the environment would dial for us, past the check.
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

// Close drops idle connections.
func (s *Sender) Close() { s.http.CloseIdleConnections() }

// Send makes one attempt. It always comes to a result, an ended context included.
func (s *Sender) Send(ctx context.Context, d callback.Delivery) callback.Result {
	start := time.Now()
	status, err := s.post(ctx, d)
	r := callback.Result{Status: status, Duration: time.Since(start)}
	switch {
	case err != nil:
		r.Err = reason(err)
	case status >= 300 && status < 400:
		r.Err = "redirects are not followed"
	case status < 200 || status > 299:
		r.Err = "answered " + strconv.Itoa(status)
	}
	return r
}

func (s *Sender) post(ctx context.Context, d callback.Delivery) (status int, err error) {
	request, err := newRequest(ctx, d)
	if err != nil {
		return 0, err
	}
	answer, err := s.http.Do(request)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	// Read to its end, a short body leaves the connection usable. The status is
	// known by now, so what goes wrong in the body changes nothing.
	_, _ = io.CopyN(io.Discard, answer.Body, maxAnswer)
	return answer.StatusCode, nil
}

func newRequest(ctx context.Context, d callback.Delivery) (*http.Request, error) {
	if err := checkURL(d.URL); err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, d.URL, bytes.NewReader(d.Payload))
	if err != nil {
		return nil, errURL
	}
	signer, err := webhooks.NewWebhook(d.Secret)
	if err != nil {
		return nil, errSecret
	}
	signature, err := signer.Sign(d.ID, d.At, d.Payload)
	if err != nil {
		return nil, fmt.Errorf("sign: %w", err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", userAgent)
	request.Header.Set(webhooks.HeaderWebhookID, d.ID)
	request.Header.Set(webhooks.HeaderWebhookTimestamp, strconv.FormatInt(d.At.Unix(), 10))
	request.Header.Set(webhooks.HeaderWebhookSignature, signature)
	return request, nil
}

// checkURL repeats what was checked when the URL was taken in: credentials in it
// would be sent as a header.
func checkURL(text string) error {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil {
		return errURL
	}
	return nil
}
