package exchange_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gateway/domain/report"
	"gateway/http/outbound/exchange"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// judge takes every answer for done.
func judge(int, []byte) error { return nil }

// listen accepts connections and hands each to serve.
func listen(t *testing.T, serve func(net.Conn)) (address string) {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	t.Cleanup(func() { l.Close(); <-ended })
	go func() {
		defer close(ended)
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			serve(c)
		}
	}()
	return l.Addr().String()
}

// mute is a connection to which nothing can be written.
type mute struct{ net.Conn }

func (mute) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

// Another connection to a provider may be tried after a *report.NotSent, so only what certainly did nothing is one.
func TestACallWithoutAnAnswerIsNotSentOnlyIfItNeverLeft(t *testing.T) {
	t.Parallel()
	closed := httptest.NewServer(nil)
	closed.Close()
	secret := httptest.NewTLSServer(http.NotFoundHandler())
	t.Cleanup(secret.Close)
	secret.Config.ErrorLog = nil
	hang := func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for name, c := range map[string]struct {
		url     string
		serve   http.HandlerFunc
		ctx     context.Context
		dial    func(ctx context.Context, network, address string) (net.Conn, error)
		notSent bool
	}{
		"connection refused": {url: closed.URL, notSent: true},
		"unknown host": {url: "http://provider.invalid", notSent: true, dial: func(context.Context, string, string) (net.Conn, error) {
			return nil, &net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", IsNotFound: true}}
		}},
		"no connection in time": {url: "http://provider.invalid", notSent: true, dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}},
		"a certificate of another":        {url: secret.URL, notSent: true},
		"closed in the handshake":         {url: "https://" + listen(t, func(c net.Conn) { c.Close() }), notSent: true},
		"the caller had gone":             {ctx: ended, serve: hang, notSent: true},
		"closed before it was read":       {url: "http://" + listen(t, func(c net.Conn) { c.Close() })},
		"nothing can be written":          {serve: hang, dial: func(ctx context.Context, n, a string) (net.Conn, error) { return dialMute(ctx, n, a) }},
		"closed after it was read":        {serve: func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }},
		"no answer in time":               {serve: hang},
		"an answer that is cut off":       {serve: func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Length", "9") }},
		"an answer that is much too long": {serve: func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, strings.Repeat(" ", 1<<20+1)) }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if c.url == "" {
				server := httptest.NewServer(c.serve)
				t.Cleanup(server.Close)
				c.url = server.URL
			}
			if c.ctx == nil {
				c.ctx = t.Context()
			}
			transport := &http.Transport{DialContext: c.dial}
			var seen exchange.Call
			client := exchange.New(exchange.Options{
				Connection: "doku-1", Timeout: 200 * time.Millisecond, Transport: transport,
				OnCall: func(_ context.Context, call exchange.Call) { seen = call },
			})
			t.Cleanup(client.Close)
			_, err := client.Do(c.ctx, exchange.Request{
				Method: http.MethodPost, URL: c.url + "/budi", Header: http.Header{}, Body: []byte(`{}`), Operation: "POST other", Outcome: judge,
			})
			_, notSent := errors.AsType[*report.NotSent](err)
			_, unknown := errors.AsType[*report.Unknown](err)
			if notSent != c.notSent || unknown == c.notSent {
				t.Errorf("it is %v", err)
			}
			want := map[bool]string{true: exchange.OutcomeNotSent, false: exchange.OutcomeUnknown}[c.notSent]
			if seen.Outcome() != want || !seen.Failed() || seen.Connection != "doku-1" || seen.Operation != "POST other" {
				t.Errorf("seen as %s: %+v", seen.Outcome(), seen)
			}
			if reason := seen.Reason(); reason == "" || strings.Contains(reason, "budi") {
				t.Errorf("the reason is %q", reason)
			}
		})
	}
}

func dialMute(ctx context.Context, network, address string) (net.Conn, error) {
	c, err := (&net.Dialer{}).DialContext(ctx, network, address)
	return mute{c}, err
}

// The transport would repeat a POST with an idempotency key on another connection.
func TestACallIsMadeOnce(t *testing.T) {
	t.Parallel()
	var calls atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		if calls.Add(1) > 1 {
			panic(http.ErrAbortHandler)
		}
	}))
	t.Cleanup(server.Close)
	client := exchange.New(exchange.Options{})
	t.Cleanup(client.Close)
	do := func() error {
		_, err := client.Do(t.Context(), exchange.Request{
			Method: http.MethodPost, URL: server.URL, Header: http.Header{"Idempotency-Key": {"k"}}, Body: []byte(`{}`), Outcome: judge,
		})
		return err
	}
	if err := do(); err != nil {
		t.Fatal(err)
	}
	if _, unknown := errors.AsType[*report.Unknown](do()); !unknown || calls.Load() != 2 {
		t.Errorf("%d calls", calls.Load())
	}
}

func TestTheOutcomeOfACallHasOneWord(t *testing.T) {
	t.Parallel()
	for want, err := range map[string]error{
		exchange.OutcomeDone: nil, exchange.OutcomeNoRecord: report.ErrNoRecord, exchange.OutcomeRefused: &report.Refused{},
		exchange.OutcomeFloatEmpty: &report.FloatEmpty{}, exchange.OutcomeUnknown: errors.New("any"),
	} {
		if got := (exchange.Call{Err: err}).Outcome(); got != want {
			t.Errorf("%v is %s", err, got)
		}
	}
	refused := exchange.Call{Err: &report.Refused{Status: 400, Code: "X", Message: "Budi has no account"}}
	if got := refused.Reason(); got != "refused with status 400 X" {
		t.Error(got)
	}
}
