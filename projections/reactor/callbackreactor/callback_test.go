package callbackreactor

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/balance"
	"gateway/domain/callback"
	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/http/outbound/callbacksender"
	"gateway/projections/readmodel/callbackrows"
	"gateway/test/poll"

	webhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

func TestACallbackIsDeliveredOnceAndVerifies(t *testing.T) {
	t.Parallel()
	w := newCallbackFixture(t)
	merchant := newEndpoint(t)
	w.Append(account.Stream(1), account.Registered{ClientID: 1}, account.WebhookSecretRotated{ClientID: 1, Generation: 3})
	w.paidAt(1, "INV-1", merchant.url)
	r := w.callbacks()
	var outcomes []string
	r.o.OnAttempt = func(outcome string) { outcomes = append(outcomes, outcome) }
	w.Once(r)
	w.Once(r)
	got := merchant.Received()
	if len(got) != 1 {
		t.Fatalf("%d deliveries", len(got))
	}
	verifier, err := webhooks.NewWebhook(callbacksender.DeriveSecret(master, callback.Receiver{ClientID: 1}, 3))
	w.Must(err)
	if err := verifier.VerifyIgnoringTimestamp(got[0].Body, got[0].Header); err != nil {
		t.Error(err)
	}
	id := w.theCallback()
	if got[0].Header.Get("Webhook-Id") != id || w.delivery(id).Status != callback.StatusDelivered {
		t.Errorf("id %s, sent as %s, %+v", id, got[0].Header.Get("Webhook-Id"), w.delivery(id))
	}
	if !slices.Equal(outcomes, []string{"delivered"}) {
		t.Errorf("outcomes: %v", outcomes)
	}
}

func TestAPaymentCallbackIsRetriedOverADayThenExhausted(t *testing.T) {
	t.Parallel()
	w := newCallbackFixture(t)
	merchant := newEndpoint(t)
	merchant.Answer(500)
	w.paidAt(1, "INV-1", merchant.url)
	r := w.callbacks()
	w.Once(r)
	id := w.theCallback()
	policy := callback.PolicyOf(callback.KindPayment)
	for attempt := 1; attempt < policy.Attempts; attempt++ {
		wait, _ := policy.Delay(callback.Tries{Count: attempt}, 0)
		w.Clock.Advance(wait - time.Millisecond)
		w.Once(r)
		if n := len(merchant.Received()); n != attempt {
			t.Fatalf("attempt %d came early", n)
		}
		w.Clock.Advance(time.Millisecond)
		w.Once(r)
		if n := len(merchant.Received()); n != attempt+1 {
			t.Fatalf("%d attempts after %d waits", n, attempt)
		}
	}
	if s := w.delivery(id); s.Status != callback.StatusExhausted || s.Attempts != 9 {
		t.Errorf("%+v", s)
	}
	w.Clock.Advance(48 * time.Hour)
	w.Once(r)
	if n := len(merchant.Received()); n != 9 {
		t.Errorf("%d attempts", n)
	}
}

func TestAWithdrawalCallbackHasOneRetry(t *testing.T) {
	t.Parallel()
	w := newCallbackFixture(t)
	merchant := newEndpoint(t)
	merchant.Answer(404)
	w.registered(1)
	w.Append(balance.Stream(1), balance.PayoutCompleted{
		Order:      balance.Order{Kind: balance.Withdrawal, ID: 1, ClientID: 1, URL: merchant.url},
		Movement:   balance.Movement{At: w.Clock.Now()},
		ProviderID: "d1", TransferredBy: "provider", TransferAt: w.Clock.Now(),
	})
	r := w.callbacks()
	w.Once(r)
	w.Clock.Advance(5 * time.Second)
	w.Once(r)
	w.Clock.Advance(time.Hour)
	w.Once(r)
	if got := merchant.statuses(t); !slices.Equal(got, []string{"completed", "completed"}) {
		t.Errorf("attempts: %v", got)
	}
}

func TestCallbacksOfOnePaymentGoInOrder(t *testing.T) {
	t.Parallel()
	w := newCallbackFixture(t)
	merchant := newEndpoint(t)
	merchant.Answer(500)
	e := w.paidAt(1, "INV-1", merchant.url)
	w.Append(payment.Stream("INV-1"), payment.Settled{
		Identity: e.Identity, Receipt: e.Receipt, Charge: e.Charge, PreviousStatus: payment.StatusPaid, At: w.Clock.Now(),
	})
	r := w.callbacks()
	w.Once(r)
	w.Once(r)
	if got := merchant.statuses(t); !slices.Equal(got, []string{"PAID"}) {
		t.Fatalf("sent: %v", got)
	}
	merchant.Answer(200)
	w.Clock.Advance(time.Minute)
	w.Once(r)
	w.Once(r)
	if got := merchant.statuses(t); !slices.Equal(got, []string{"PAID", "PAID", "SETTLED"}) {
		t.Errorf("sent: %v", got)
	}
}

// listed is a to-do list with fixed rows.
type listed []callbackrows.Callback

func (l listed) DueCallbacks(context.Context, time.Time, int, int) ([]callbackrows.Callback, error) {
	return l, nil
}

func TestOneCallbackOfASubjectIsSentAtATime(t *testing.T) {
	t.Parallel()
	w := newCallbackFixture(t)
	var atOnce, most atomic.Int64
	merchant := senderFunc(func(context.Context, callback.Delivery) callback.Result {
		most.Store(max(most.Load(), atOnce.Add(1)))
		defer atOnce.Add(-1)
		return callback.Result{Status: 200, Duration: time.Millisecond}
	})
	r := w.callbacksBy(merchant)
	queue := make(listed, deliveriesAtFirst)
	for i := range queue {
		queue[i] = callbackrows.Callback{ID: fmt.Sprint("cb_", i), Kind: callback.KindPayment, Subject: "INV-1", ClientID: 1}
	}
	r.queue = queue
	startDue := r.StartDue
	r.StartDue = func(ctx context.Context) error {
		r.StartJob(ctx, "payment:INV-1", startDue) // a job for this subject is under way
		return nil
	}
	w.Must(r.RunOnce(context.Background()))
	if n := most.Load(); n != 0 {
		t.Errorf("%d deliveries beside the one under way", n)
	}
	r.StartDue = startDue
	w.Must(r.RunOnce(context.Background()))
	if n := most.Load(); n != 1 {
		t.Errorf("%d deliveries at once", n)
	}
}

func TestADeadReceiverDoesNotDelayOthers(t *testing.T) {
	t.Parallel()
	w := newCallbackFixture(t)
	var waiting atomic.Int64
	release := make(chan struct{})
	dead := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		waiting.Add(1)
		<-release
	}))
	t.Cleanup(dead.Close)
	t.Cleanup(func() { close(release) })
	for _, id := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		w.paidAt(1, id, dead.URL)
	}
	w.Run(w.callbacks().Run)
	poll.Until(w.T, "all that the dead receiver may have at once is under way", func() bool { return waiting.Load() == deliveriesAtFirst })
	merchant := newEndpoint(t)
	for _, id := range []string{"i", "j", "k"} {
		w.paidAt(2, id, merchant.url)
	}
	poll.Until(w.T, "the others are called", func() bool { return len(merchant.Received()) == 3 })
	if n := waiting.Load(); n != deliveriesAtFirst {
		t.Errorf("%d calls wait for the dead receiver", n)
	}
}

func TestAReceiverThatFailsGetsOneCallAtATime(t *testing.T) {
	t.Parallel()
	l, to := newReceiverLimits(), callback.Receiver{ClientID: 1}
	take := func() (n int) {
		for l.acquire(to) {
			n++
		}
		for range n {
			l.release(to)
		}
		return n
	}
	for _, c := range []struct {
		result callback.Result
		want   int
	}{
		{callback.Result{Status: 200}, deliveriesToFast},
		{callback.Result{Err: "timeout"}, deliveriesToFailing},
		{callback.Result{Status: 200}, deliveriesToFast},
		{callback.Result{Status: 200, Duration: 3 * time.Second}, deliveriesToFailing},
		{callback.Result{Status: 500, Err: "answered 500"}, deliveriesAtFirst},
	} {
		l.adjust(to, c.result)
		if got := take(); got != c.want {
			t.Errorf("after %+v: %d at once, want %d", c.result, got, c.want)
		}
	}
}

func TestACallbackWhoseAttemptWasNotAppendedIsSentAgainUnderTheSameID(t *testing.T) {
	t.Parallel()
	w := newCallbackFixture(t)
	merchant := newEndpoint(t)
	w.paidAt(1, "INV-1", merchant.url)
	real := callbacksender.NewSender(callbacksender.Options{AllowPrivate: true})
	t.Cleanup(real.Close)
	w.Once(w.callbacksBy(senderFunc(func(ctx context.Context, d callback.Delivery) callback.Result {
		real.Send(ctx, d)
		panic("the process ends here")
	})))
	w.Once(w.callbacks())
	got := merchant.Received()
	if len(got) != 2 || got[0].Header.Get("Webhook-Id") != got[1].Header.Get("Webhook-Id") {
		t.Errorf("deliveries: %v", got)
	}
}

func TestAnAttemptThatTheStoppingGatewayInterruptedDoesNotCount(t *testing.T) {
	t.Parallel()
	w := newCallbackFixture(t)
	began := make(chan struct{})
	release := make(chan struct{})
	slow := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		close(began)
		<-release
	}))
	t.Cleanup(slow.Close)
	t.Cleanup(func() { close(release) })
	w.paidAt(1, "INV-1", slow.URL)
	stop := w.Run(w.callbacks().Run)
	<-began
	stop()
	if s := w.delivery(w.theCallback()); s.Attempts != 0 {
		t.Errorf("%+v", s)
	}
}

func TestALaggingReadModelSendsNoCallbackAgain(t *testing.T) {
	t.Parallel()
	w := newCallbackFixture(t)
	merchant := newEndpoint(t)
	w.paidAt(1, "INV-1", merchant.url)
	id := w.theCallback()
	w.StopModel() // the list keeps showing it as due
	w.Append(callback.Stream(id),
		callback.Attempted{CallbackID: id, Attempt: 1, ResponseStatus: 200}, callback.Delivered{CallbackID: id})
	w.Must(w.callbacks().RunOnce(context.Background()))
	if n := len(merchant.Received()); n != 0 {
		t.Errorf("%d deliveries", n)
	}
}

func TestAResendIsDeliveredAgain(t *testing.T) {
	t.Parallel()
	w := newCallbackFixture(t)
	merchant := newEndpoint(t)
	w.paidAt(1, "INV-1", merchant.url)
	r := w.callbacks()
	w.Once(r)
	id := w.theCallback()
	_, err := eventstore.Execute(context.Background(), w.Log, callback.Aggregate, callback.Stream(id),
		func(s callback.State) ([]domain.Event, error) {
			return callback.Resend(s, callback.ResendCmd{CallbackID: id, ClientID: 1, By: "admin:1", At: w.Clock.Now()})
		})
	w.Must(err)
	w.Once(r)
	if n := len(merchant.Received()); n != 2 {
		t.Errorf("%d deliveries", n)
	}
}

// A person who sends a pending callback at once, twice, while the worker attempts it, causes one attempt, and what comes
// later for the payment stays behind it.
func TestAPendingCallbackIsSentNowOnceAndInOrder(t *testing.T) {
	t.Parallel()
	w := newCallbackFixture(t)
	merchant := newEndpoint(t)
	merchant.Answer(500)
	w.paidAt(1, "INV-1", merchant.url)
	r := w.callbacks()
	w.Once(r)
	id := w.theCallback()
	resend := func() (out eventstore.Outcome[callback.State], err error) {
		return eventstore.Execute(context.Background(), w.Log, callback.Aggregate, callback.Stream(id),
			func(s callback.State) ([]domain.Event, error) {
				return callback.Resend(s, callback.ResendCmd{CallbackID: id, ClientID: 1, By: "client:1", Seen: new(1), At: w.Clock.Now()})
			})
	}
	merchant.Answer(200)
	var done sync.WaitGroup
	for range 4 {
		done.Go(func() {
			if _, err := resend(); err != nil {
				t.Error(err)
			}
		})
	}
	done.Wait()
	w.Once(r)
	w.Once(r)
	if n := len(merchant.Received()); n != 2 {
		t.Errorf("%d attempts", n)
	}
	if s := w.delivery(id); s.Status != callback.StatusDelivered || s.Attempts != 2 {
		t.Errorf("%+v", s)
	}
	_, err := resend()
	if refusal, ok := errors.AsType[*domain.Refusal](err); !ok || refusal.Code != "callback_changed" {
		t.Errorf("who saw it pending sends it a second time: %v", err)
	}
}
