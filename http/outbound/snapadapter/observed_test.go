package snapadapter_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"gateway/domain/report"
	"gateway/http/outbound/exchange"
	"gateway/http/outbound/snapadapter"
	"gateway/http/simulator/snapsimulator"
	"gateway/http/snap"
)

// observer keeps the calls that it is told of.
type observer struct {
	mu    sync.Mutex
	calls []exchange.Call
}

func (o *observer) see(_ context.Context, c exchange.Call) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.calls = append(o.calls, c)
}

func TestCallsAreObservedWithoutTheWordsOfTheCompany(t *testing.T) {
	t.Parallel()
	byKind(t, func(t *testing.T, dialect string, k kind) {
		seen := &observer{}
		b := open(t, dialect, func(c *snapadapter.Config) { c.Connection, c.OnCall = "c-1", seen.see })
		r, _ := b.mustOpen(t, k)
		b.company.Inject(snapsimulator.Fault{Service: k.opened, Code: snap.BadRequest, Undone: true})
		_, err := b.OpenPayment(t.Context(), k.request())
		if _, refused := errors.AsType[*report.Refused](err); !refused {
			t.Fatal(err)
		}
		tokens := 0
		seen.calls = slices.DeleteFunc(seen.calls, func(c exchange.Call) bool {
			if c.Operation == "POST access-token" {
				tokens++
			}
			return c.Operation == "POST access-token"
		})
		if tokens > 1 || len(seen.calls) != 2 {
			t.Fatalf("%d tokens, calls %+v", tokens, seen.calls)
		}
		done, refused := seen.calls[0], seen.calls[1]
		if done.Outcome() != exchange.OutcomeDone || done.Connection != "c-1" || done.Reference != r.ExternalID || done.Duration <= 0 {
			t.Errorf("done: %+v", done)
		}
		if refused.Outcome() != exchange.OutcomeRefused || !strings.HasPrefix(refused.Reason(), "refused with status 400 400") {
			t.Errorf("refused: %s", refused.Reason())
		}
	})
}

// A name with an empty end is that of a service without one.
func TestEveryServiceHasANameForTheObserver(t *testing.T) {
	t.Parallel()
	for company, dialect := range snapadapter.Dialects {
		for service, route := range dialect.Routes {
			if name := snapadapter.OperationOf(route, service); strings.HasSuffix(name, " ") || !strings.HasPrefix(name, route.Method) {
				t.Errorf("%s: the service %d is %q", company, service, name)
			}
		}
	}
}

func TestTheKeysAreCheckedByAToken(t *testing.T) {
	t.Parallel()
	for _, dialect := range dialects {
		b := open(t, dialect)
		if err := b.Check(t.Context()); err != nil {
			t.Errorf("%s: %v", dialect, err)
		}
		wrong := open(t, dialect, func(c *snapadapter.Config) { c.PrivateKey = keys()[foreign] })
		if err := wrong.Check(t.Context()); (err == nil) != snapadapter.Dialects[dialect].Tokenless {
			t.Errorf("%s with another key: %v", dialect, err)
		}
	}
}
