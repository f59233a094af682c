package reactors

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	webhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/balance"
	"gateway/domain/callback"
	"gateway/domain/payment"
	"gateway/eventstore"
	outgoing "gateway/http/callback"
)

var master = []byte("master secret of the tests")

// receiver is a merchant's endpoint. It answers with what the test says.
type receiver struct {
	url  string
	code atomic.Int64

	mu  sync.Mutex
	got []received
}

type received struct {
	header http.Header
	body   []byte
}

func newReceiver(t testing.TB) *receiver {
	t.Helper()
	r := &receiver{}
	r.code.Store(http.StatusOK)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		body, _ := io.ReadAll(q.Body)
		r.mu.Lock()
		r.got = append(r.got, received{header: q.Header, body: body})
		r.mu.Unlock()
		w.WriteHeader(int(r.code.Load()))
	}))
	t.Cleanup(server.Close)
	r.url = server.URL + "/hook?secret=path"
	return r
}

func (r *receiver) all() []received {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.got)
}

func (r *receiver) statuses(t testing.TB) []string {
	t.Helper()
	var all []string
	for _, g := range r.all() {
		var body struct{ Status string }
		if err := json.Unmarshal(g.body, &body); err != nil {
			t.Fatal(err)
		}
		all = append(all, body.Status)
	}
	return all
}

func (w *town) callbacks() *Callbacks {
	w.t.Helper()
	sender := outgoing.NewSender(outgoing.Options{AllowPrivate: true})
	w.t.Cleanup(sender.Close)
	return w.callbacksBy(sender)
}

func (w *town) callbacksBy(sender CallbackSender) *Callbacks {
	return NewCallbacks(w.log, w.queries, sender, DerivedSecrets(w.log, master), w.watcher, w.logger,
		CallbackOptions{Now: w.clock.now, Jitter: func() float64 { return 0 }})
}

// paidAt is a payment that calls the URL, as it was paid just now.
func (w *town) paidAt(client int64, id, url string) payment.Paid {
	e := paid(client, id)
	e.CallbackURL, e.At = url, w.clock.now()
	w.append(payment.Stream(id), e)
	return e
}

// theCallback gives the id of the only callback.
func (w *town) theCallback() string {
	w.t.Helper()
	w.shown()
	var id string
	w.must(w.read.QueryRow(`SELECT id FROM callbacks`).Scan(&id))
	return id
}

func (w *town) delivery(id string) callback.State {
	w.t.Helper()
	s, _, err := eventstore.Load(context.Background(), w.log, callback.Aggregate, callback.Stream(id))
	w.must(err)
	return s
}

func TestACallbackIsDeliveredOnceAndVerifies(t *testing.T) {
	t.Parallel()
	w := newTown(t)
	merchant := newReceiver(t)
	w.append(account.Stream(1), account.Registered{ClientID: 1}, account.WebhookSecretRotated{ClientID: 1, Generation: 3})
	w.paidAt(1, "INV-1", merchant.url)
	r := w.callbacks()
	var outcomes []string
	r.o.OnAttempt = func(outcome string) { outcomes = append(outcomes, outcome) }
	w.once(r)
	w.once(r)
	got := merchant.all()
	if len(got) != 1 {
		t.Fatalf("%d deliveries", len(got))
	}
	verifier, err := webhooks.NewWebhook(outgoing.DeriveSecret(master, 1, 3))
	w.must(err)
	if err := verifier.VerifyIgnoringTimestamp(got[0].body, got[0].header); err != nil {
		t.Error(err)
	}
	id := w.theCallback()
	if got[0].header.Get("Webhook-Id") != id || w.delivery(id).Status != callback.StatusDelivered {
		t.Errorf("id %s, sent as %s, %+v", id, got[0].header.Get("Webhook-Id"), w.delivery(id))
	}
	if !slices.Equal(outcomes, []string{"delivered"}) {
		t.Errorf("outcomes: %v", outcomes)
	}
}

func TestAPaymentCallbackIsRetriedOverADayThenExhausted(t *testing.T) {
	t.Parallel()
	w := newTown(t)
	merchant := newReceiver(t)
	merchant.code.Store(500)
	w.paidAt(1, "INV-1", merchant.url)
	r := w.callbacks()
	w.once(r)
	id := w.theCallback()
	policy := callback.PolicyOf(callback.KindPayment)
	for attempt := 1; attempt < policy.Attempts; attempt++ {
		wait, _ := policy.Delay(attempt, 0)
		w.clock.advance(wait - time.Millisecond)
		w.once(r)
		if n := len(merchant.all()); n != attempt {
			t.Fatalf("attempt %d came early", n)
		}
		w.clock.advance(time.Millisecond)
		w.once(r)
		if n := len(merchant.all()); n != attempt+1 {
			t.Fatalf("%d attempts after %d waits", n, attempt)
		}
	}
	if s := w.delivery(id); s.Status != callback.StatusExhausted || s.Attempts != 9 {
		t.Errorf("%+v", s)
	}
	w.clock.advance(48 * time.Hour)
	w.once(r)
	if n := len(merchant.all()); n != 9 {
		t.Errorf("%d attempts", n)
	}
}

func TestAWithdrawalCallbackHasOneRetry(t *testing.T) {
	t.Parallel()
	w := newTown(t)
	merchant := newReceiver(t)
	merchant.code.Store(404)
	w.append(balance.Stream(1), balance.PayoutCompleted{
		Order:      balance.Order{Kind: balance.Withdrawal, ID: 1, ClientID: 1, URL: merchant.url},
		Movement:   balance.Movement{At: w.clock.now()},
		ProviderID: "d1", DiTransferOleh: "provider", TransferAt: w.clock.now(),
	})
	r := w.callbacks()
	w.once(r)
	w.clock.advance(5 * time.Second)
	w.once(r)
	w.clock.advance(time.Hour)
	w.once(r)
	if got := merchant.statuses(t); !slices.Equal(got, []string{"completed", "completed"}) {
		t.Errorf("attempts: %v", got)
	}
}

func TestCallbacksOfOnePaymentGoInOrder(t *testing.T) {
	t.Parallel()
	w := newTown(t)
	merchant := newReceiver(t)
	merchant.code.Store(500)
	e := w.paidAt(1, "INV-1", merchant.url)
	w.append(payment.Stream("INV-1"), payment.Settled{
		Identity: e.Identity, Receipt: e.Receipt, Charge: e.Charge, PreviousStatus: payment.StatusPaid, At: w.clock.now(),
	})
	r := w.callbacks()
	w.once(r)
	w.once(r)
	if got := merchant.statuses(t); !slices.Equal(got, []string{"PAID"}) {
		t.Fatalf("sent: %v", got)
	}
	merchant.code.Store(200)
	w.clock.advance(time.Minute)
	w.once(r)
	w.once(r)
	if got := merchant.statuses(t); !slices.Equal(got, []string{"PAID", "PAID", "SETTLED"}) {
		t.Errorf("sent: %v", got)
	}
}

func TestADeadReceiverDelaysNobodyElse(t *testing.T) {
	t.Parallel()
	w := newTown(t)
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
	w.run(w.callbacks().Run)
	w.eventually("all that the dead receiver may have at once is under way", func() bool { return waiting.Load() == laneNew })
	merchant := newReceiver(t)
	for _, id := range []string{"i", "j", "k"} {
		w.paidAt(2, id, merchant.url)
	}
	w.eventually("the others are called", func() bool { return len(merchant.all()) == 3 })
	if n := waiting.Load(); n != laneNew {
		t.Errorf("%d calls wait for the dead receiver", n)
	}
}

func TestAReceiverThatFailsGetsOneCallAtATime(t *testing.T) {
	t.Parallel()
	l := newLanes()
	take := func() (n int) {
		for l.enter(1) {
			n++
		}
		for range n {
			l.leave(1)
		}
		return n
	}
	for _, c := range []struct {
		result outgoing.Result
		want   int
	}{
		{outgoing.Result{Status: 200}, laneGood},
		{outgoing.Result{Err: "timeout"}, laneBad},
		{outgoing.Result{Status: 200}, laneGood},
		{outgoing.Result{Status: 200, Duration: 3 * time.Second}, laneBad},
		{outgoing.Result{Status: 500, Err: "answered 500"}, laneNew},
	} {
		l.judge(1, c.result)
		if got := take(); got != c.want {
			t.Errorf("after %+v: %d at once, want %d", c.result, got, c.want)
		}
	}
}

// senderFunc lets a test stand between the reactor and the receiver.
type senderFunc func(context.Context, outgoing.Delivery) outgoing.Result

func (f senderFunc) Send(ctx context.Context, d outgoing.Delivery) outgoing.Result { return f(ctx, d) }

func TestWhatWasSentButNotWrittenDownIsSentAgainUnderTheSameID(t *testing.T) {
	t.Parallel()
	w := newTown(t)
	merchant := newReceiver(t)
	w.paidAt(1, "INV-1", merchant.url)
	real := outgoing.NewSender(outgoing.Options{AllowPrivate: true})
	t.Cleanup(real.Close)
	w.once(w.callbacksBy(senderFunc(func(ctx context.Context, d outgoing.Delivery) outgoing.Result {
		real.Send(ctx, d)
		panic("the process ends here")
	})))
	w.once(w.callbacks())
	got := merchant.all()
	if len(got) != 2 || got[0].header.Get("Webhook-Id") != got[1].header.Get("Webhook-Id") {
		t.Errorf("deliveries: %v", got)
	}
}

func TestAnAttemptThatWeInterruptedDoesNotCount(t *testing.T) {
	t.Parallel()
	w := newTown(t)
	began := make(chan struct{})
	release := make(chan struct{})
	slow := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		close(began)
		<-release
	}))
	t.Cleanup(slow.Close)
	t.Cleanup(func() { close(release) })
	w.paidAt(1, "INV-1", slow.URL)
	stop := w.run(w.callbacks().Run)
	<-began
	stop()
	if s := w.delivery(w.theCallback()); s.Attempts != 0 {
		t.Errorf("%+v", s)
	}
}

func TestAListThatLagsSendsNothingAgain(t *testing.T) {
	t.Parallel()
	w := newTown(t)
	merchant := newReceiver(t)
	w.paidAt(1, "INV-1", merchant.url)
	id := w.theCallback()
	w.stopModel() // the list goes on showing it as due
	w.append(callback.Stream(id),
		callback.Attempted{CallbackID: id, Attempt: 1, ResponseStatus: 200}, callback.Delivered{CallbackID: id})
	w.must(w.callbacks().RunOnce(context.Background()))
	if n := len(merchant.all()); n != 0 {
		t.Errorf("%d deliveries", n)
	}
}

// heldBack are read models that stand still until the test lets them go.
type heldBack struct {
	asked   chan eventstore.Position
	release chan struct{}
}

func (p heldBack) Position() eventstore.Position { return eventstore.Position{} }

func (p heldBack) Wait(ctx context.Context, at eventstore.Position) error {
	select {
	case p.asked <- at:
	default: // only the first wait is looked at
		<-ctx.Done()
		return ctx.Err()
	}
	<-p.release
	return nil
}

func TestNothingIsDoneBeforeTheReadModelsKnowTheWholeLog(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.append("payment-x", paid(1, "x"))
	progress := heldBack{asked: make(chan eventstore.Position, 1), release: make(chan struct{})}
	passed := make(chan struct{}, 1)
	w := newWorker("test", h.log, progress, h.logger, 1, time.Millisecond)
	h.run(func(ctx context.Context) error {
		return w.run(ctx, func(context.Context) error {
			select {
			case passed <- struct{}{}:
			default:
			}
			return nil
		})
	})
	h.eventually("it waits for the head", func() bool { return len(progress.asked) == 1 })
	if at := <-progress.asked; at.Commit != 1 || len(passed) != 0 {
		t.Errorf("waits for %v, passes made: %d", at, len(passed))
	}
	progress.asked <- eventstore.Position{} // full again
	close(progress.release)
	<-passed
}

func TestAResendIsDeliveredAgain(t *testing.T) {
	t.Parallel()
	w := newTown(t)
	merchant := newReceiver(t)
	w.paidAt(1, "INV-1", merchant.url)
	r := w.callbacks()
	w.once(r)
	id := w.theCallback()
	_, err := eventstore.Execute(context.Background(), w.log, callback.Aggregate, callback.Stream(id),
		func(s callback.State) ([]domain.Event, error) {
			return callback.Resend(s, callback.ResendCmd{CallbackID: id, ClientID: 1, By: "admin:1", At: w.clock.now()})
		})
	w.must(err)
	w.once(r)
	if n := len(merchant.all()); n != 2 {
		t.Errorf("%d deliveries", n)
	}
}
