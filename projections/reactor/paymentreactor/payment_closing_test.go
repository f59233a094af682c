package paymentreactor

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/projections/reactor/reactortest"
)

// closer is the provider. It counts the calls that close a payment, and a test can replace their outcome.
type closer struct {
	PaymentProvider
	calls atomic.Int64
	// expire, when set, is called instead of the provider.
	expire func(ctx context.Context, of report.Lookup) error
}

func (c *closer) ExpirePayment(ctx context.Context, of report.Lookup) error {
	c.calls.Add(1)
	if c.expire != nil {
		return c.expire(ctx, of)
	}
	return c.PaymentProvider.ExpirePayment(ctx, of)
}

func (w *paymentFixture) closing(c *closer) PaymentWorker { return w.closingWatch(c).Closing }

func (w *paymentFixture) closingWatch(c *closer) *PaymentWatch {
	if c.PaymentProvider == nil {
		c.PaymentProvider = w.Provider
	}
	return w.payments(c, PaymentWatchOptions{})
}

func (w *paymentFixture) cancel(id string) {
	w.T.Helper()
	w.Decide(id, func(s payment.State) ([]domain.Event, error) { return payment.Cancel(s, 1, w.Clock.Now()) })
}

func invoiceOf(id string) payment.Identity {
	return reactortest.OnChannel(reactortest.Identity(1, id), "invoice", "INVOICE")
}

// closings returns the events that end the closing of a payment.
func (w *paymentFixture) closings(id string) (found []payment.Closed) {
	w.T.Helper()
	all, err := w.Store.ReadStream(context.Background(), payment.Stream(id), 0, eventstore.Forwards, 100)
	w.Must(err)
	for _, recorded := range all {
		e, err := w.Log.Decode(recorded)
		w.Must(err)
		if closed, is := e.Event.(payment.Closed); is {
			found = append(found, closed)
		}
	}
	return found
}

// hasClosed checks that the closing ended once, with this outcome and code.
func (w *paymentFixture) hasClosed(id, outcome, code string) {
	w.T.Helper()
	got := w.closings(id)
	if len(got) != 1 || got[0].Outcome != outcome || got[0].Code != code {
		w.T.Fatalf("closing %s ended with %+v, want one %s %q", id, got, outcome, code)
	}
}

func TestHowTheClosingOfACancelledPaymentEnds(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	va, invoice := reactortest.Identity(1, "INV-1"), invoiceOf("INV-1")
	for name, c := range map[string]struct {
		of payment.Identity
		// before runs before the reactor reads its list.
		before        func(w *paymentFixture)
		outcome, code string
		calls         int64
		// atProvider is the status that the provider reports in the end.
		atProvider report.Status
	}{
		"an open invoice is closed":                {of: invoice, outcome: payment.ClosedByProvider, calls: 1, atProvider: report.Expired},
		"a virtual account is closed by PATCH":     {of: va, outcome: payment.ClosedByProvider, calls: 1, atProvider: report.Expired},
		"a paid invoice can't be closed":           {of: invoice, before: func(w *paymentFixture) { w.Must(w.Simulator.Pay(ctx, "INV-1", nil, "")) }, outcome: payment.ClosingRefused, code: "INVALID_STATE_ERROR", calls: 1, atProvider: report.Paid},
		"a paid virtual account can't be closed":   {of: va, before: func(w *paymentFixture) { w.Must(w.Simulator.Pay(ctx, "INV-1", nil, "")) }, outcome: payment.ClosingRefused, code: "INVALID_STATE_ERROR", calls: 1, atProvider: report.Paid},
		"an invoice that the provider ended":       {of: invoice, before: func(w *paymentFixture) { w.Must(w.Simulator.Expire(ctx, "INV-1")) }, outcome: payment.ClosingRefused, code: "INVALID_STATE_ERROR", calls: 1, atProvider: report.Expired},
		"one that is known as paid is not closed":  {of: va, before: func(w *paymentFixture) { w.Take(reactortest.PaidReport("INV-1", "p1", 100_000)) }, outcome: payment.ClosingNotNeeded, atProvider: report.Pending},
		"one whose own time is over is not closed": {of: va, before: func(w *paymentFixture) { w.Clock.Advance(24 * time.Hour) }, outcome: payment.ClosingLapsed, atProvider: report.Expired},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newPaymentFixture(t)
			w.Open(c.of)
			w.cancel("INV-1")
			if c.before != nil {
				c.before(w)
			}
			p := &closer{}
			r := w.closing(p)
			w.Once(r)
			w.Clock.Advance(time.Hour)
			w.Once(r) // the closing is done and must not be repeated
			w.hasClosed("INV-1", c.outcome, c.code)
			if p.calls.Load() != c.calls {
				t.Errorf("the provider was called %d times, not %d", p.calls.Load(), c.calls)
			}
			found, err := w.Provider.FindPayment(ctx, w.Payment("INV-1").Lookup())
			w.Must(err)
			if found.Status != c.atProvider {
				t.Errorf("at the provider it is %s, not %s", found.Status, c.atProvider)
			}
		})
	}
}

// The provider answers from a copy of its data that is a moment behind.
func TestAPaymentThatTheProviderDoesNotFindYetIsClosedLater(t *testing.T) {
	t.Parallel()
	w := newPaymentFixture(t)
	w.Open(invoiceOf("INV-1"))
	w.cancel("INV-1")
	p := &closer{}
	p.expire = func(ctx context.Context, of report.Lookup) error {
		if p.calls.Load() == 1 {
			return &report.Refused{Status: 404, Code: "NOT_FOUND", OfMissing: true}
		}
		return w.Provider.ExpirePayment(ctx, of)
	}
	r := w.closing(p)
	w.Once(r)
	if got := w.closings("INV-1"); len(got) != 0 {
		t.Fatalf("it ended with %+v", got)
	}
	w.Clock.Advance(time.Hour)
	w.Once(r)
	w.hasClosed("INV-1", payment.ClosedByProvider, "")
}

// The provider refuses the second call, because it closed the invoice at the first one. The reactor
// records that outcome, and the payment stays EXPIRED.
func TestACrashBetweenTheClosingAndItsRecordRepeatsTheCall(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		of            payment.Identity
		outcome, code string
	}{
		"invoice":         {invoiceOf("INV-1"), payment.ClosingRefused, "INVALID_STATE_ERROR"},
		"virtual account": {reactortest.Identity(1, "INV-1"), payment.ClosedByProvider, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newPaymentFixture(t)
			w.Open(c.of)
			w.cancel("INV-1")
			crashing := &closer{}
			crashing.expire = func(ctx context.Context, of report.Lookup) error {
				w.Must(w.Provider.ExpirePayment(ctx, of))
				panic("the process ends")
			}
			w.Once(w.closing(crashing))
			if got := w.closings("INV-1"); len(got) != 0 {
				t.Fatalf("recorded without an answer: %+v", got)
			}
			w.Once(w.closing(&closer{}))
			w.hasClosed("INV-1", c.outcome, c.code)
			w.HasStatus("INV-1", payment.StatusExpired)
		})
	}
}

func TestAClosingIsRecordedAlsoWhenTheReactorStopsDuringTheCall(t *testing.T) {
	t.Parallel()
	w := newPaymentFixture(t)
	w.Open(reactortest.Identity(1, "INV-1"))
	w.cancel("INV-1")
	w.Shown()
	ctx, stop := context.WithCancel(context.Background())
	p := &closer{expire: func(context.Context, report.Lookup) error { stop(); return nil }}
	w.Must(w.closing(p).RunOnce(ctx))
	w.hasClosed("INV-1", payment.ClosedByProvider, "")
}

func TestACallThatSaysNothingOfThePaymentIsMadeAgainAfterGrowingWaits(t *testing.T) {
	t.Parallel()
	for name, cause := range map[string]error{
		"no answer":         &report.Unknown{Err: errors.New("timeout")},
		"no record":         report.ErrNoRecord,
		"wrong credentials": &report.Refused{Status: 401, Code: "INVALID_API_KEY", OfCredentials: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newPaymentFixture(t)
			w.Open(reactortest.Identity(1, "INV-1"))
			w.cancel("INV-1")
			p := &closer{expire: func(context.Context, report.Lookup) error { return cause }}
			r := w.closingWatch(p)
			w.hasWaits(r, "close INV-1 ", 2, 4, 8, 16, 32, 60, 60)
			if got := w.closings("INV-1"); len(got) != 0 {
				t.Fatalf("recorded without an answer: %+v", got)
			}
			p.expire = nil
			w.Clock.Advance(time.Minute)
			w.Once(r.Closing)
			w.hasClosed("INV-1", payment.ClosedByProvider, "")
		})
	}
}

// hasWaits checks that the job fails at once, and again after each of these waits in seconds.
func (w *paymentFixture) hasWaits(r *PaymentWatch, job string, seconds ...int) {
	w.T.Helper()
	w.Once(r.Closing)
	for i, s := range seconds {
		w.Clock.Advance(time.Duration(s)*time.Second - time.Millisecond)
		w.Once(r.Closing)
		if got := r.retries.Tries(job); got != i+1 {
			w.T.Fatalf("%s was tried %d times before the wait %d was over, not %d", job, got, i+1, i+1)
		}
		w.Clock.Advance(time.Millisecond)
		w.Once(r.Closing)
		if got := r.retries.Tries(job); got != i+2 {
			w.T.Fatalf("%s was tried %d times after the wait %d, not %d", job, got, i+1, i+2)
		}
	}
}

func TestAReplacementThatFailsIsTriedAgainAfterGrowingWaits(t *testing.T) {
	t.Parallel()
	w := newPaymentFixture(t)
	newer := reactortest.Identity(1, "INV-2")
	w.Append(payment.Stream("INV-2"),
		payment.Requested{Identity: newer, ExpiresAt: w.Clock.Now().Add(24 * time.Hour), At: w.Clock.Now()},
		payment.Chained{Identity: newer, Chain: "INV-none", Replaces: "INV-none", At: w.Clock.Now()},
		payment.Opened{Identity: newer, ExpiresAt: w.Clock.Now().Add(24 * time.Hour), At: w.Clock.Now()})
	w.hasWaits(w.closingWatch(&closer{}), "replace INV-2 ", 2, 4, 8)
}

func TestACreationWithoutAnAnswerIsClosedOnceItIsFound(t *testing.T) {
	t.Parallel()
	w := newPaymentFixture(t)
	for _, i := range []payment.Identity{invoiceOf("made"), invoiceOf("paid"), invoiceOf("never")} {
		w.Request(i)
		if i.TransactionID != "never" {
			w.Create(i)
		}
		w.cancel(i.TransactionID)
	}
	w.Must(w.Simulator.Pay(context.Background(), "paid", nil, ""))
	p := &closer{}
	r := w.closing(p)
	await := func(d time.Duration, calls int64, closed ...string) {
		t.Helper()
		w.Clock.Advance(d)
		w.Once(r)
		if p.calls.Load() != calls {
			t.Fatalf("%s later: %d calls, not %d", d, p.calls.Load(), calls)
		}
		for _, id := range []string{"made", "paid", "never"} {
			want := 0
			for _, c := range closed {
				if c == id {
					want = 1
				}
			}
			if got := len(w.closings(id)); got != want {
				t.Fatalf("%s later: the closing of %s ended %d times, not %d", d, id, got, want)
			}
		}
	}
	await(30*time.Second, 0) // the creation may still be under way
	w.Down.Store(true)
	await(time.Minute, 0) // a missing answer is not a refusal
	w.Down.Store(false)
	await(20*time.Second, 1, "made", "paid") // the provider may still show "never"
	await(time.Minute, 1, "made", "paid", "never")
	w.hasClosed("made", payment.ClosedByProvider, "")
	w.hasClosed("paid", payment.ClosingNotNeeded, "")
	w.hasClosed("never", payment.ClosingNotNeeded, "")
	w.HasStatus("made", payment.StatusExpired)
	w.HasStatus("paid", payment.StatusPaid)
	w.HasStatus("never", payment.StatusExpired)
}

// replacing requests a payment in place of an older one, and opens it.
func (w *paymentFixture) replacing(i payment.Identity, older string, opened bool) {
	w.T.Helper()
	w.Decide(older, func(s payment.State) ([]domain.Event, error) { return payment.StartChain(s, 1, w.Clock.Now()) })
	cmd := payment.RequestCmd{Identity: i, Rates: map[string]pricing.Rate{i.ChannelCode: {}}, ExpiresAt: w.Clock.Now().Add(24 * time.Hour), At: w.Clock.Now()}
	w.Decide(i.TransactionID, func(s payment.State) ([]domain.Event, error) {
		return payment.RequestReplacing(s, cmd, w.Payment(older).Chain, older)
	})
	if opened {
		in := w.Create(i)
		w.Decide(i.TransactionID, func(s payment.State) ([]domain.Event, error) {
			return payment.Open(s, payment.OpenCmd{ProviderID: in.ProviderID, At: w.Clock.Now()})
		})
	}
}

// The process that opened the newer payment ended before it told the older one.
func TestWhenAnOlderPaymentIsToldThatItIsReplaced(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		opened bool
		// before runs first, and changes the newer payment, INV-2.
		before func(w *paymentFixture)
		older  string
		closed bool
	}{
		"the newer one is open":                     {opened: true, older: payment.StatusExpired, closed: true},
		"the newer one was cancelled while open":    {opened: true, before: func(w *paymentFixture) { w.cancel("INV-2") }, older: payment.StatusExpired, closed: true},
		"the newer one is paid, not known as open":  {before: func(w *paymentFixture) { w.Take(reactortest.PaidReport("INV-2", "p2", 100_000)) }, older: payment.StatusExpired, closed: true},
		"the newer one is not answered":             {older: payment.StatusPending},
		"the newer one was cancelled, not answered": {before: func(w *paymentFixture) { w.cancel("INV-2") }, older: payment.StatusPending},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newPaymentFixture(t)
			w.Open(reactortest.Identity(1, "INV-1"))
			w.replacing(reactortest.Identity(1, "INV-2"), "INV-1", c.opened)
			if c.before != nil {
				c.before(w)
			}
			r := w.closing(&closer{})
			for range 3 {
				w.Once(r)
			}
			w.HasStatus("INV-1", c.older)
			if got := w.closings("INV-1"); (len(got) == 1) != c.closed {
				t.Errorf("closing the older one: %+v", got)
			}
		})
	}
}

// The lists are read in pages: payments that can't be closed must not fill them.
func TestPaymentsThatCannotBeClosedKeepNoOtherOpen(t *testing.T) {
	t.Parallel()
	w := newPaymentFixture(t)
	const page = 5
	for n := range 2*page + 1 { // the provider has not answered their creation
		i := invoiceOf(fmt.Sprint("unanswered-", n))
		w.Request(i)
		w.cancel(i.TransactionID)
	}
	w.Open(reactortest.Identity(1, "open"))
	w.cancel("open")
	r := w.payments(w.Provider, PaymentWatchOptions{Page: page}).Closing
	for range 4 {
		w.Once(r)
	}
	w.hasClosed("open", payment.ClosedByProvider, "")
}
