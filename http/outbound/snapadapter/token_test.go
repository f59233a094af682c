package snapadapter_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/http/outbound/snapadapter"
	"gateway/http/simulator/snapsimulator"
	"gateway/http/snap"
)

// withToken runs a test for each dialect that has access tokens, on its QR codes.
func withToken(t *testing.T, test func(t *testing.T, b *bench, k kind)) {
	t.Helper()
	for _, dialect := range dialects {
		if snapadapter.Dialects[dialect].Tokenless {
			continue
		}
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			test(t, open(t, dialect), kinds(dialect)[1])
		})
	}
}

// openAtOnce opens n payments at once, which must all succeed.
func (b *bench) openAtOnce(t *testing.T, k kind, n int) {
	t.Helper()
	var all sync.WaitGroup
	for range n {
		all.Go(func() {
			if _, err := b.OpenPayment(t.Context(), k.request()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

func TestOneTokenServesAllCallers(t *testing.T) {
	t.Parallel()
	withToken(t, func(t *testing.T, b *bench, k kind) {
		b.openAtOnce(t, k, 100)
		if n := b.company.Calls(snap.ServiceAccessToken); n != 1 {
			t.Errorf("%d tokens", n)
		}
	})
}

func TestATokenIsRenewedBeforeItEnds(t *testing.T) {
	t.Parallel()
	withToken(t, func(t *testing.T, b *bench, k kind) {
		b.mustOpen(t, k)
		b.clock.advance(13 * time.Minute) // of 15
		b.mustOpen(t, k)
		if n := b.company.Calls(snap.ServiceAccessToken); n != 1 {
			t.Errorf("%d tokens after 13 minutes", n)
		}
		b.clock.advance(time.Minute)
		b.openAtOnce(t, k, 20)
		if n := b.company.Calls(snap.ServiceAccessToken); n != 2 {
			t.Errorf("%d tokens after 14 minutes", n)
		}
		if n := b.company.Calls(k.opened); n != 22 {
			t.Errorf("%d calls: one was refused", n)
		}
	})
}

func TestARefusedTokenIsRenewedOnceForAll(t *testing.T) {
	t.Parallel()
	withToken(t, func(t *testing.T, b *bench, k kind) {
		b.mustOpen(t, k)
		b.company.RevokeTokens()
		b.openAtOnce(t, k, 50)
		if n := b.company.Calls(snap.ServiceAccessToken); n != 2 {
			t.Errorf("%d tokens", n)
		}
	})
}

// A company that refuses each token gets no third call.
func TestASecondRefusalOfTheTokenIsFinal(t *testing.T) {
	t.Parallel()
	withToken(t, func(t *testing.T, b *bench, k kind) {
		for _, code := range []snap.Code{snap.InvalidToken, snap.TokenMissing} {
			before := b.company.Calls(k.opened)
			b.company.Inject(snapsimulator.Fault{Service: k.opened, Times: 2, Undone: true, Code: code})
			_, err := b.OpenPayment(t.Context(), k.request())
			if _, refused := errors.AsType[*report.Refused](err); !refused || b.company.Calls(k.opened) != before+2 {
				t.Errorf("%s: %v after %d calls", code, err, b.company.Calls(k.opened)-before)
			}
		}
	})
}

// A wrong signature is no matter of the token: the same call would be refused again.
func TestAnotherRefusalIsNotRepeated(t *testing.T) {
	t.Parallel()
	withToken(t, func(t *testing.T, b *bench, k kind) {
		b.company.Inject(snapsimulator.Fault{Service: k.opened, Undone: true, Code: snap.Unauthorized})
		_, err := b.OpenPayment(t.Context(), k.request())
		if _, refused := errors.AsType[*report.Refused](err); !refused || b.company.Calls(k.opened) != 1 {
			t.Errorf("%v after %d calls", err, b.company.Calls(k.opened))
		}
	})
}

// The caller that began the request for a token goes away. The others get the token all the same.
func TestATokenOutlivesTheCallerThatAskedForIt(t *testing.T) {
	t.Parallel()
	withToken(t, func(t *testing.T, b *bench, k kind) {
		ctx, cancel := context.WithCancel(t.Context())
		asked, goOn := make(chan struct{}), make(chan struct{})
		b.company.Inject(snapsimulator.Fault{Service: snap.ServiceAccessToken, Times: 1, Then: func() { close(asked); <-goOn }})
		var all sync.WaitGroup
		all.Go(func() {
			_, err := b.OpenPayment(ctx, k.request())
			if _, notSent := errors.AsType[*report.NotSent](err); !notSent {
				t.Errorf("the first: %v", err)
			}
		})
		<-asked
		cancel()
		all.Wait()
		all.Go(func() { b.openAtOnce(t, k, 10) })
		close(goOn)
		all.Wait()
		if n := b.company.Calls(snap.ServiceAccessToken); n != 1 {
			t.Errorf("%d tokens", n)
		}
	})
}

// All who wait for a token that is not given fail by one request, and the next caller asks again.
func TestAMissingTokenCostsOneRequest(t *testing.T) {
	t.Parallel()
	withToken(t, func(t *testing.T, b *bench, k kind) {
		const callers = 10
		var begun, all sync.WaitGroup
		begun.Add(callers)
		b.company.Inject(snapsimulator.Fault{Service: snap.ServiceAccessToken, Times: 1, Undone: true, Code: snap.TimedOut, Then: begun.Wait})
		for range callers {
			all.Go(func() {
				begun.Done()
				_, _ = b.OpenPayment(t.Context(), k.request())
			})
		}
		all.Wait()
		// A caller that was slow to begin may have come after the outcome, and asked again.
		if n := b.company.Calls(snap.ServiceAccessToken); n < 1 || n > 2 {
			t.Errorf("%d requests for a token", n)
		}
		b.mustOpen(t, k)
	})
}

func TestADialectWithoutTokensAsksForNone(t *testing.T) {
	t.Parallel()
	b := open(t, "dana")
	for _, k := range kinds("dana") {
		b.mustOpen(t, k)
	}
	for _, c := range b.sent.calls {
		if c.header.Get("Authorization") != "" || c.path == "" {
			t.Errorf("%s has a token", c.path)
		}
	}
	if _, err := b.Balance(t.Context()); !errors.Is(err, errors.ErrUnsupported) || b.PayoutBanks() != nil {
		t.Error(err)
	}
	if b.Channels()[0] != "DANA" || kinds("dana")[0].channel != pricing.QRIS {
		t.Error(b.Channels())
	}
}
