package provider_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/bank"
	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/http/outbound/provider"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var now = time.Date(2025, 3, 1, 5, 0, 0, 0, time.UTC)

// newClient makes a client of a provider whose answers come from handle.
func newClient(t *testing.T, handle http.HandlerFunc) *provider.Client {
	t.Helper()
	server := httptest.NewServer(handle)
	t.Cleanup(server.Close)
	client := provider.New(provider.Config{
		BaseURL: server.URL, SecretKey: "xnd_secret", Timeout: time.Second, Clock: func() time.Time { return now },
	})
	t.Cleanup(client.Close)
	return client
}

func answer(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

func TestOnlyADefiniteNoIsARefusal(t *testing.T) {
	t.Parallel()
	problem := `{"error_code":"SOME_CODE","message":"some message"}`
	for _, c := range []struct {
		name    string
		handle  http.HandlerFunc
		refused bool
	}{
		{"400", answer(400, problem), true},
		{"401", answer(401, problem), true},
		{"403", answer(403, problem), true},
		{"404 to a creation", answer(404, problem), true},
		{"422", answer(422, problem), true},
		{"403 of something in between", answer(403, `<html>blocked</html>`), false},
		{"400 without a code", answer(400, `{}`), false},
		{"408", answer(408, problem), false},
		{"409, which an earlier call may have caused", answer(409, problem), false},
		{"429", answer(429, problem), false},
		{"500", answer(500, problem), false},
		{"503", answer(503, ``), false},
		{"a redirect", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
		}, false},
		{"no JSON", answer(200, `OK`), false},
		{"no status", answer(200, `{"id":"d1","external_id":"WD-1","amount":99999999}`), false},
		{"amount as text", answer(200, strings.Replace(accepted, `99999999`, `"99999999"`, 1)), false},
		{"an endless answer", answer(200, strings.Repeat(" ", 1<<20)+accepted), false},
		{"a broken connection", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, false},
		{"a connection broken in the body", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "1000")
			_, _ = io.WriteString(w, accepted)
		}, false},
		{"a timeout", func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			<-r.Context().Done()
		}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := newClient(t, c.handle).SendPayout(t.Context(), transfer())
			var refused *report.Refused
			var unknown *report.Unknown
			if errors.As(err, &refused) != c.refused || errors.As(err, &unknown) == c.refused {
				t.Fatalf("got %v, want refused: %v", err, c.refused)
			}
			if c.refused && (refused.Code != "SOME_CODE" || refused.Message != "some message") {
				t.Fatalf("got %+v", refused)
			}
			if refusal := (&domain.Refusal{}); errors.As(err, &refusal) {
				t.Fatalf("%v could be shown to a client as being about its own fields", err)
			}
		})
	}
}

// A payment may be opened elsewhere after it, and nothing waits for a look-up.
func TestACallWithoutAConnectionIsNotSent(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(nil)
	server.Close()
	client := provider.New(provider.Config{BaseURL: server.URL})
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, ctx := range []context.Context{t.Context(), ended} {
		_, payout := client.SendPayout(ctx, transfer())
		_, payment := client.OpenPayment(ctx, report.OpenRequest{Channel: pricing.QRIS, ExternalID: "INV-1-1"})
		for name, err := range map[string]error{"payout": payout, "payment": payment} {
			_, notSent := errors.AsType[*report.NotSent](err)
			if _, unknown := errors.AsType[*report.Unknown](err); !notSent || unknown || errors.Is(err, context.Canceled) != (ctx == ended) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func TestTheChannelsAreThoseThatAreOfferedOfAllThatThereAre(t *testing.T) {
	t.Parallel()
	if got := provider.New(provider.Config{}).Channels(); len(got) != len(pricing.Channels()) || !slices.IsSorted(got) {
		t.Error(got)
	}
	if got := provider.New(provider.Config{Offered: []string{"QRIS", "BCA"}}).Channels(); !slices.Equal(got, []string{"BCA", "QRIS"}) {
		t.Error(got)
	}
	if got := provider.New(provider.Config{}).PayoutBanks(); len(got) != len(bank.All()) || !slices.IsSorted(got) {
		t.Error(got)
	}
}
