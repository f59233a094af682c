package callbacksender_test

import (
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"gateway/domain/callback"
	"gateway/http/outbound/callbacksender"

	webhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var own = callback.Receiver{ClientID: 12}

var secret = callbacksender.DeriveSecret([]byte("master"), own, 1)

func delivery(url string) callback.Delivery {
	return callback.Delivery{ID: "payment-INV-12-1-PAID", URL: url, Payload: []byte(`{"status": "PAID"}`), Secrets: []string{secret}, At: time.Now()}
}

func newSender(t *testing.T, o callbacksender.Options) *callbacksender.Sender {
	t.Helper()
	s := callbacksender.NewSender(o)
	t.Cleanup(s.Close)
	return s
}

func newSandboxSender(t *testing.T) *callbacksender.Sender {
	return newSender(t, callbacksender.Options{AllowPrivate: true})
}

func serve(t *testing.T, handle http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(handle)
	t.Cleanup(server.Close)
	return server.URL
}

func TestTheReceiverCanVerifyTheSignature(t *testing.T) {
	t.Parallel()
	var header http.Header
	var body []byte
	url := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		header = r.Header
		body, _ = io.ReadAll(r.Body)
	})
	d := delivery(url + "/hook?via=shop")
	if r := newSandboxSender(t).Send(context.Background(), d); !r.Delivered() || r.Status != 200 || r.Duration <= 0 {
		t.Fatalf("result: %+v", r)
	}
	if string(body) != string(d.Payload) {
		t.Errorf("body %q", body)
	}
	verifier, err := webhooks.NewWebhook(secret)
	if err != nil {
		t.Fatal(err)
	}
	if err := verifier.Verify(body, header); err != nil {
		t.Error(err)
	}
	if err := verifier.Verify([]byte(`{"status": "paid"}`), header); err == nil {
		t.Error("another body verifies too")
	}
	if header.Get("Content-Type") != "application/json" || header.Get("User-Agent") == "" || header.Get("Webhook-Id") != d.ID {
		t.Errorf("headers: %v", header)
	}
	if header.Get("X-Callback-Token") != "" || header.Get("Authorization") != "" {
		t.Errorf("credentials were sent: %v", header)
	}
}

func TestOnlyA2xxIsDelivered(t *testing.T) {
	t.Parallel()
	for status, delivered := range map[int]bool{
		200: true, 201: true, 204: true, 299: true, 301: false, 302: false, 307: false, 400: false, 404: false, 410: false, 500: false, 503: false,
	} {
		url := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", "/elsewhere")
			w.WriteHeader(status)
		})
		r := newSandboxSender(t).Send(context.Background(), delivery(url))
		if r.Delivered() != delivered || r.Status != status {
			t.Errorf("status %d: %+v", status, r)
		}
	}
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	t.Parallel()
	followed := false
	target := serve(t, func(http.ResponseWriter, *http.Request) { followed = true })
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, target, http.StatusTemporaryRedirect)
	})
	r := newSandboxSender(t).Send(context.Background(), delivery(url))
	if followed || r.Delivered() || r.Status != http.StatusTemporaryRedirect {
		t.Errorf("followed %v, result %+v", followed, r)
	}
}

func TestAReceiverThatDoesNotAnswerTimesOut(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	url := serve(t, func(_ http.ResponseWriter, r *http.Request) { <-release })
	defer close(release)
	r := newSender(t, callbacksender.Options{AllowPrivate: true, Timeout: 50 * time.Millisecond}).Send(context.Background(), delivery(url))
	if r.Err != "timeout" || r.Status != 0 {
		t.Errorf("result: %+v", r)
	}
}

func TestAnEndlessAnswerIsNotReadToItsEnd(t *testing.T) {
	t.Parallel()
	sent := make(chan int, 1)
	url := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		chunk, n := []byte(strings.Repeat("x", 32<<10)), 0
		for {
			if _, err := w.Write(chunk); err != nil {
				sent <- n
				return
			}
			n += len(chunk)
		}
	})
	if r := newSandboxSender(t).Send(context.Background(), delivery(url)); !r.Delivered() || len(r.Answer) != callback.MaxAnswer {
		t.Errorf("result: %+v", r)
	}
	<-sent
}

func TestTheFirstKilobyteOfAnAnswerIsKeptAsItCame(t *testing.T) {
	t.Parallel()
	full := strings.Repeat("\x00\xff<b>x", 200)[:callback.MaxAnswer]
	var bomb strings.Builder
	packed := gzip.NewWriter(&bomb)
	_, _ = packed.Write(make([]byte, 10<<20))
	_ = packed.Close()
	for name, c := range map[string]struct{ answer, kept string }{
		"nothing":       {"", ""},
		"1,024 bytes":   {full, full},
		"1,025 bytes":   {full + "y", full},
		"a bomb, as is": {bomb.String(), bomb.String()[:callback.MaxAnswer]},
	} {
		url := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write([]byte(c.answer))
		})
		if r := newSandboxSender(t).Send(context.Background(), delivery(url)); r.Answer != c.kept || !r.Delivered() {
			t.Errorf("%s: %d bytes are kept", name, len(r.Answer))
		}
	}
}

func TestProductionRefusesAddressesThatAreNotPublic(t *testing.T) {
	t.Parallel()
	production := newSender(t, callbacksender.Options{})
	for _, host := range []string{
		"127.0.0.1", "127.8.8.8", "localhost", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",
		"[::1]", "[::ffff:127.0.0.1]", "[::ffff:10.0.0.1]", "[::ffff:a9fe:a9fe]", "[fe80::1]", "[fd00:ec2::254]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]",
		"2130706433", "0x7f.1",
	} {
		for _, port := range []string{"", ":80", ":8443"} {
			r := production.Send(context.Background(), delivery("http://"+host+port+"/"))
			if r.Delivered() || r.Status != 0 {
				t.Errorf("%s%s: %+v", host, port, r)
			}
			want := "address is not allowed"
			if host == "localhost" {
				want = "host not found, or not public"
			}
			if numeric := host != "2130706433" && host != "0x7f.1"; numeric && r.Err != want {
				t.Errorf("%s%s: %q", host, port, r.Err)
			}
		}
	}
}

// A merchant who tests an endpoint sees the error and the duration of the attempt. Neither may reveal which
// names exist on the gateway's network.
func TestANameOfAPrivateAddressFailsAsAnUnknownNameDoes(t *testing.T) {
	t.Parallel()
	production := newSender(t, callbacksender.Options{})
	for _, name := range []string{"localhost", "no-such-name.invalid"} {
		began := time.Now()
		r := production.Send(context.Background(), delivery("http://"+name+"/"))
		if r.Err != "host not found, or not public" || r.Status != 0 {
			t.Errorf("%s: %+v", name, r)
		}
		if took := time.Since(began); took < time.Second || r.Duration < time.Second {
			t.Errorf("%s failed after %s, and says %s: an answer that early tells what our name server knows", name, took, r.Duration)
		}
	}
}

func TestAnAttemptThatIsInterruptedDoesNotWait(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	began := time.Now()
	newSender(t, callbacksender.Options{}).Send(ctx, delivery("http://localhost/"))
	if took := time.Since(began); took >= time.Second {
		t.Errorf("it took %s", took)
	}
}

func TestProductionDoesNotReachAReceiverOnLoopback(t *testing.T) {
	t.Parallel()
	url := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("reached") })
	if r := newSender(t, callbacksender.Options{}).Send(context.Background(), delivery(url)); r.Err != "address is not allowed" {
		t.Errorf("result: %+v", r)
	}
}

func TestTheEnvironmentsProxyIsNotUsed(t *testing.T) {
	proxy := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("the proxy was asked") })
	t.Setenv("HTTP_PROXY", proxy)
	t.Setenv("HTTPS_PROXY", proxy)
	r := newSender(t, callbacksender.Options{Timeout: time.Second}).Send(context.Background(), delivery("http://10.9.9.9/"))
	if r.Err != "address is not allowed" {
		t.Errorf("result: %+v", r)
	}
}

func TestMalformedURLsAreNotCalled(t *testing.T) {
	t.Parallel()
	for _, url := range []string{"", "ftp://example.com/", "http://user:pass@example.com/", "http://", "://", "http://exa mple/", "http://a\nb/"} {
		r := newSandboxSender(t).Send(context.Background(), delivery(url))
		if r.Err != "URL can't be called" {
			t.Errorf("%q: %+v", url, r)
		}
	}
}

func TestTheTextOfAFailureHoldsNoURL(t *testing.T) {
	t.Parallel()
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	hangUp := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		conn, _, _ := w.(http.Hijacker).Hijack()
		conn.Close()
	})
	secure := httptest.NewTLSServer(http.NotFoundHandler())
	secure.Config.ErrorLog = nil
	defer secure.Close()
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		ctx  context.Context
		url  string
		want string
	}{
		{context.Background(), closed.URL + "/token-in-path", "connection refused"},
		{context.Background(), hangUp + "/token-in-path", "connection failed"},
		{context.Background(), secure.URL + "/token-in-path", "TLS failed"},
		{context.Background(), strings.Replace(hangUp, "http:", "https:", 1), "connection failed"},
		{ended, hangUp, "interrupted"},
	} {
		if r := newSandboxSender(t).Send(c.ctx, delivery(c.url)); r.Err != c.want {
			t.Errorf("%s: %+v, want %q", c.url, r, c.want)
		}
	}
}

// For a day after a rotation two secrets sign, so the library of a receiver with either one accepts the
// callback.
func TestEachOfTwoSecretsVerifiesACallback(t *testing.T) {
	t.Parallel()
	var header http.Header
	url := serve(t, func(_ http.ResponseWriter, r *http.Request) { header = r.Header })
	former := callbacksender.DeriveSecret([]byte("master"), own, 0)
	d := delivery(url)
	d.Secrets, d.Event, d.Resource = []string{secret, former}, "invoice.paid", "transactions/INV-12-1"
	if r := newSandboxSender(t).Send(context.Background(), d); !r.Delivered() {
		t.Fatalf("result: %+v", r)
	}
	for name, c := range map[string]struct {
		secret string
		valid  bool
	}{"new": {secret, true}, "former": {former, true}, "another": {callbacksender.DeriveSecret([]byte("master"), own, 2), false}} {
		verifier, err := webhooks.NewWebhook(c.secret)
		if err != nil {
			t.Fatal(err)
		}
		if err := verifier.Verify(d.Payload, header); (err == nil) != c.valid {
			t.Errorf("%s: %v", name, err)
		}
	}
	if header.Get("X-Event") != d.Event || header.Get("X-Resource") != d.Resource {
		t.Errorf("headers: %v", header)
	}
	d.Secrets = nil
	if r := newSandboxSender(t).Send(context.Background(), d); r.Err != "secret is not usable" {
		t.Errorf("unsigned: %+v", r)
	}
}

func TestDerivedSecretsAreStableAndDifferent(t *testing.T) {
	t.Parallel()
	derive := func(master string, client, endpoint int64, generation int) string {
		return callbacksender.DeriveSecret([]byte(master), callback.Receiver{ClientID: client, EndpointID: endpoint}, generation)
	}
	for endpoint, want := range map[int64]string{
		0: "whsec_1NmItal88mvhRjcCEQUVMouhvW5WnHcqx60Y1bWWg/k=", 3: "whsec_Z/rAvT63pbqQXp7BJkTMm2OwZIpFoDPZvp8Wuxte1C4=",
	} {
		if got := derive("master", 12, endpoint, 1); got != want {
			t.Errorf("the derivation changed, which would break every receiver: %s", got)
		}
	}
	seen := map[string]bool{}
	for _, s := range []string{
		derive("master", 12, 0, 1), derive("master", 12, 0, 2), derive("master", 1, 0, 21), derive("master", 121, 0, 1), derive("other", 12, 0, 1),
		derive("master", 12, 1, 1), derive("master", 1, 21, 1), derive("master", 12, 1, 2),
	} {
		if seen[s] {
			t.Errorf("%s twice", s)
		}
		seen[s] = true
	}
}
