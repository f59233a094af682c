package reactor

import (
	"context"
	"fmt"
	"testing"
	"time"

	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/test/poll"
)

func (w *providerFixture) payments(p PaymentProvider, o PaymentWatchOptions) *PaymentWatch {
	return NewPaymentWatch(w.reports, w.queries, p, w.watcher, w.logger, o)
}

func TestWhatIsDueForAPayment(t *testing.T) {
	t.Parallel()
	now := newClock().now()
	open := payment.Opened{At: now.Add(-time.Hour)}
	for name, c := range map[string]struct {
		s    payment.State
		want string
	}{
		"it does not exist":                {payment.State{}, "[]"},
		"its creation is not answered":     {payment.State{Status: payment.StatusPending, ExpiresAt: now}, "[find]"},
		"it is open":                       {payment.State{Status: payment.StatusPending, Opening: open, ExpiresAt: now.Add(1)}, "[]"},
		"its time is over":                 {payment.State{Status: payment.StatusPending, Opening: open, ExpiresAt: now}, "[expire]"},
		"it has ended":                     {payment.State{Status: payment.StatusExpired, Opening: open, ExpiresAt: now}, "[]"},
		"it was cancelled":                 {payment.State{Status: payment.StatusExpired, Opening: open, ToClose: true}, "[close]"},
		"it replaces one, not answered":    {payment.State{Status: payment.StatusPending, Replaces: "older"}, "[find]"},
		"it replaces one, open":            {payment.State{Status: payment.StatusPending, Replaces: "older", Opening: open, ExpiresAt: now.Add(1)}, "[replace]"},
		"it replaces one, paid unanswered": {payment.State{Status: payment.StatusPaid, Replaces: "older"}, "[replace]"},
		"a notification waits":             {payment.State{Status: payment.StatusPending, Opening: open, ExpiresAt: now, Waiting: []payment.News{{}}}, "[confirm expire]"},
	} {
		if got := fmt.Sprint(due(c.s, now)); got != c.want {
			t.Errorf("%s: due is %s, not %s", name, got, c.want)
		}
	}
}

// The provider answers no call that closes a payment, and these calls take all the jobs of their reactor.
func TestASlowActHoldsUpNoOtherReactor(t *testing.T) {
	t.Parallel()
	w := newProviderFixture(t)
	w.reports.Confirm = true
	w.open(identity(1, "unpaid"))
	w.clock.advance(23 * time.Hour)
	for n := range 17 {
		id := fmt.Sprint("cancelled-", n)
		w.open(identity(1, id))
		w.cancel(id)
	}
	w.open(identity(1, "paid"))
	w.payAndNotify("paid")
	w.clock.advance(time.Hour)
	p := &closer{expire: func(ctx context.Context, _ pricing.Kind, _ string) error { <-ctx.Done(); return ctx.Err() }}
	watch := w.closingWatch(p)
	w.run(watch.Closing.Run)
	poll.Until(t, "the closings take all places", func() bool { return p.calls.Load() == 16 && watch.Closing.isFull() })
	w.run(watch.Expiring.Run)
	w.run(watch.Confirming.Run)
	for id, want := range map[string]string{"unpaid": payment.StatusExpired, "paid": payment.StatusPaid} {
		poll.Until(t, id+" is "+want, func() bool { return w.payment(id).Status == want })
	}
}
