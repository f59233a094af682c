package snapadapter_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"gateway/domain/report"
	"gateway/http/outbound/snapadapter"
	"gateway/http/simulator/snapsimulator"
	"gateway/http/snap"
)

// Another connection may be tried only after a call that certainly did nothing.
func TestACallThatNeverLeftIsNotSent(t *testing.T) {
	t.Parallel()
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	secret := httptest.NewTLSServer(http.NotFoundHandler())
	t.Cleanup(secret.Close)
	secret.Config.ErrorLog = nil
	for name, change := range map[string]func(*snapadapter.Config){
		"connection refused": func(c *snapadapter.Config) { c.BaseURL = closed.URL },
		"unknown host": func(c *snapadapter.Config) {
			c.Transport = &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
				return nil, &net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", IsNotFound: true}}
			}}
		},
		"handshake failed": func(c *snapadapter.Config) { c.BaseURL, c.Transport = secret.URL, nil },
	} {
		byKind(t, func(t *testing.T, dialect string, k kind) {
			b := open(t, dialect, change)
			_, err := b.OpenPayment(t.Context(), k.request())
			if _, notSent := errors.AsType[*report.NotSent](err); !notSent {
				t.Errorf("%s: %v", name, err)
			}
			_, err = b.FindPayment(t.Context(), report.Lookup{Channel: k.channel, TransactionID: "INV-7-1", ProviderID: b.numbered(k.code, 1)})
			if _, notSent := errors.AsType[*report.NotSent](err); !notSent {
				t.Errorf("%s: look-up: %v", name, err)
			}
			if b.company.Calls(k.opened) != 0 {
				t.Errorf("%s: it was called", name)
			}
		})
	}
}

// A call that was under way when the connection broke is another matter, also on a connection that was kept.
func TestAKeptConnectionThatBreaksIsUnknown(t *testing.T) {
	t.Parallel()
	byKind(t, func(t *testing.T, dialect string, k kind) {
		b := open(t, dialect)
		b.mustOpen(t, k)
		b.company.Inject(snapsimulator.Fault{Service: k.opened, Undone: true, Cut: true})
		_, err := b.OpenPayment(t.Context(), k.request())
		if _, unknown := errors.AsType[*report.Unknown](err); !unknown {
			t.Error(err)
		}
		if calls := b.company.Calls(k.opened); calls != 2 {
			t.Errorf("%d calls: it was repeated", calls)
		}
	})
}

// Without an access token the call is not made, for which reason ever there is none.
func TestWithoutATokenACallIsNotSent(t *testing.T) {
	t.Parallel()
	byKind(t, func(t *testing.T, dialect string, k kind) {
		if snapadapter.Dialects[dialect].Tokenless {
			return // it has no tokens
		}
		b := open(t, dialect)
		faults := unclear()
		faults = append(faults, disturbed{name: "refused", fault: snapsimulator.Fault{Code: snap.Unauthorized, Undone: true}},
			disturbed{name: "no token", fault: snapsimulator.Fault{Text: `{"responseCode":"2007300"}`}})
		for _, d := range faults {
			ctx, f := t.Context(), d.fault
			f.Service, f.Times = snap.ServiceAccessToken, 1
			if d.hung {
				ctx, f = interrupted(t, snap.ServiceAccessToken, false)
			}
			b.company.Inject(f)
			_, err := b.OpenPayment(ctx, k.request())
			if _, notSent := errors.AsType[*report.NotSent](err); !notSent {
				t.Errorf("%s: %v", d.name, err)
			}
			// The outcome of the request for a token is not that of the call.
			if _, unknown := errors.AsType[*report.Unknown](err); unknown {
				t.Errorf("%s: it is also unknown: %v", d.name, err)
			}
			if _, refused := errors.AsType[*report.Refused](err); refused {
				t.Errorf("%s: it is also refused: %v", d.name, err)
			}
			if b.company.Calls(k.opened) != 0 {
				t.Fatalf("%s: it was called", d.name)
			}
			if d.hung {
				// The request for a token goes on without its first caller.
				b = open(t, dialect)
			}
		}
		b.mustOpen(t, k)
	})
}

func TestARedirectIsNotFollowed(t *testing.T) {
	t.Parallel()
	var elsewhere int
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { elsewhere++ }))
	t.Cleanup(other.Close)
	for _, status := range []int{http.StatusFound, http.StatusTemporaryRedirect} {
		redirecting := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, other.URL+r.URL.Path, status)
		}))
		t.Cleanup(redirecting.Close)
		b := open(t, "dana", func(c *snapadapter.Config) { c.BaseURL, c.Transport = redirecting.URL+"/", nil })
		_, err := b.OpenPayment(t.Context(), kinds("dana")[0].request())
		if _, unknown := errors.AsType[*report.Unknown](err); !unknown || elsewhere != 0 || !strings.Contains(err.Error(), strconv.Itoa(status)) {
			t.Errorf("%d calls elsewhere (%v)", elsewhere, err)
		}
	}
}
