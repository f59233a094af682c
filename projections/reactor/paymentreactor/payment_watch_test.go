package paymentreactor

import (
	"context"
	"fmt"
	"testing"
	"time"

	"gateway/domain/connection"
	"gateway/domain/payment"
	"gateway/domain/report"
	"gateway/projections/reactor/reactortest"
	"gateway/projections/reactor/reportreactor"
	"gateway/test/poll"
)

func (w *paymentFixture) payments(p PaymentProvider, o PaymentWatchOptions) *PaymentWatch {
	books, ok := p.(reportreactor.BookingLister)
	if !ok {
		books = w.Provider
	}
	return NewPaymentWatch(w.Reports, w.Queries, Connections{Payments: connection.Only(p), Books: connection.Only(books)}, w.Watcher, w.Logger, o)
}

func TestWhatIsDueForAPayment(t *testing.T) {
	t.Parallel()
	now := reactortest.NewClock().Now()
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
		"a notification waits":             {payment.State{Status: payment.StatusPending, Opening: open, ExpiresAt: now, Waiting: []payment.WaitingNews{{}}}, "[confirm expire]"},
	} {
		if got := fmt.Sprint(due(c.s, now)); got != c.want {
			t.Errorf("%s: due is %s, not %s", name, got, c.want)
		}
	}
}

// The provider answers no call that closes a payment, and these calls take all the jobs of their reactor.
func TestASlowActHoldsUpNoOtherReactor(t *testing.T) {
	t.Parallel()
	w := newPaymentFixture(t)
	w.Reports.Confirm = true
	w.Open(reactortest.Identity(1, "unpaid"))
	w.Clock.Advance(23 * time.Hour)
	for n := range 17 {
		id := fmt.Sprint("cancelled-", n)
		w.Open(reactortest.Identity(1, id))
		w.cancel(id)
	}
	w.Open(reactortest.Identity(1, "paid"))
	w.payAndNotify("paid")
	w.Clock.Advance(time.Hour)
	p := &closer{expire: func(ctx context.Context, _ report.Lookup) error { <-ctx.Done(); return ctx.Err() }}
	watch := w.closingWatch(p)
	w.Run(watch.Closing.Run)
	poll.Until(t, "the closings take all places", func() bool { return p.calls.Load() == 16 && watch.Closing.IsFull() })
	w.Run(watch.Expiring.Run)
	w.Run(watch.Confirming.Run)
	for id, want := range map[string]string{"unpaid": payment.StatusExpired, "paid": payment.StatusPaid} {
		poll.Until(t, id+" is "+want, func() bool { return w.Payment(id).Status == want })
	}
}
