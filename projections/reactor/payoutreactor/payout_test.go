package payoutreactor

import (
	"context"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/connection"
	"gateway/domain/report"
	"gateway/projections/reactor"
	"gateway/projections/reactor/reactortest"
	"gateway/test/poll"
)

func (w *payoutFixture) submit(o balance.Order) {
	w.T.Helper()
	w.On(o.ClientID, func(s balance.State) ([]domain.Event, error) {
		p, _ := s.Payout(o.Kind, o.ID)
		return balance.Submit(s, o.Kind, o.ID, balance.SubmitCmd{Attempt: p.Attempts + 1, RequestID: "a request", ProviderAPI: report.PayoutsV1, At: w.Clock.Now()})
	})
}

func (w *payoutFixture) accept(o balance.Order, providerID string) {
	w.T.Helper()
	w.On(o.ClientID, func(s balance.State) ([]domain.Event, error) {
		return balance.Accept(s, o.Kind, o.ID, providerID, w.Clock.Now())
	})
}

// endByHand does what an administrator does about an unknown outcome.
func (w *payoutFixture) endByHand(o balance.Order) {
	w.T.Helper()
	w.On(o.ClientID, func(s balance.State) ([]domain.Event, error) {
		return balance.MarkUnknown(s, o.Kind, o.ID, balance.NoAnswer, w.Clock.Now())
	})
	w.On(o.ClientID, func(s balance.State) ([]domain.Event, error) {
		p, _ := s.Payout(o.Kind, o.ID)
		return balance.FailManually(s, o.Kind, o.ID, balance.FailCmd{By: "admin:1", Reason: "not sent", At: w.Clock.Now()},
			balance.ByHand{Attempt: p.Attempts, NotAtProvider: true})
	})
}

func (w *payoutFixture) payoutState(o balance.Order) balance.Payout {
	w.T.Helper()
	p, _ := w.Balance(o.ClientID).Payout(o.Kind, o.ID)
	return p
}

// untilReported waits for a notification about the payout.
func (w *payoutFixture) untilReported(o balance.Order) {
	w.T.Helper()
	poll.Until(w.T, "reported", func() bool {
		_, waits := w.Balance(o.ClientID).WaitingReport(o.Kind, o.ID)
		return waits
	})
}

func (w *payoutFixture) oneTransfer(o balance.Order) {
	w.T.Helper()
	if n := w.Transfers(o); n != 1 {
		w.T.Errorf("%d transfers of %s", n, o.Name())
	}
}

func TestAnApprovedWithdrawalIsPaidOut(t *testing.T) {
	t.Parallel()
	w := newPayoutFixture(t)
	o := w.Withdraw(1, 1, 50_000)
	r := w.payouts(PayoutOptions{})
	w.Once(r)
	if p := w.payoutState(o); p.ProviderID == "" || p.SubmittedKey != p.Reference || p.Attempts != 1 {
		t.Fatalf("payout: %+v", p)
	}
	w.Once(r)
	w.Notify()
	w.Must(w.Simulator.CompletePayout(context.Background(), o.Name()))
	w.untilReported(o)
	w.Once(r)
	if got := w.StatusOf(o); got != balance.StatusCompleted {
		t.Fatalf("status %s", got)
	}
	w.oneTransfer(o)
	if n := w.Orders.Load(); n != 1 {
		t.Errorf("%d calls", n)
	}
	if sum := w.Balance(1).Totals.Sum(); !sum.IsZero() {
		t.Errorf("saldo %s", sum)
	}
}

func TestADefiniteRefusalFailsThePayoutAndReleasesTheMoney(t *testing.T) {
	t.Parallel()
	w := newPayoutFixture(t)
	o := w.Withdraw(1, 1, 1_013_013)
	w.Once(w.payouts(PayoutOptions{}))
	if w.StatusOf(o) != balance.StatusFailed || w.Available(1) != 1_018_013 {
		t.Errorf("%s, available %d", w.StatusOf(o), w.Available(1))
	}
}

func TestAPayoutThatBouncesFails(t *testing.T) {
	t.Parallel()
	w := newPayoutFixture(t)
	o := w.Withdraw(1, 1, 1_013_500)
	r := w.payouts(PayoutOptions{})
	w.Once(r)
	w.Notify()
	w.untilReported(o)
	w.Once(r)
	if got := w.StatusOf(o); got != balance.StatusFailed {
		t.Fatalf("status %s", got)
	}
	w.oneTransfer(o)
}

func TestUnknownOutcomesEndInOneTransfer(t *testing.T) {
	t.Parallel()
	for name, amount := range map[string]int64{"recorded, answered with 500": 1_013_504, "recorded, not answered": 1_013_508} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newPayoutFixture(t)
			w.Provider = w.Client(reactortest.ProviderKey, 300*time.Millisecond)
			o := w.Withdraw(1, 1, amount)
			r := w.payouts(PayoutOptions{})
			w.Once(r)
			if p := w.payoutState(o); !p.Unknown || p.Status != balance.StatusProcessing {
				t.Fatalf("payout: %+v", p)
			}
			w.Once(r) // too early to ask again
			if p := w.payoutState(o); !p.Unknown {
				t.Fatalf("asked again at once: %+v", p)
			}
			w.Clock.Advance(2 * time.Second)
			w.Once(r)
			if p := w.payoutState(o); p.Unknown || p.ProviderID == "" {
				t.Fatalf("payout: %+v", p)
			}
			w.oneTransfer(o)
		})
	}
}

func TestAPayoutWithoutARecordAtTheProviderIsSentAgainAndDoesNotFail(t *testing.T) {
	t.Parallel()
	w := newPayoutFixture(t)
	o := w.Withdraw(1, 1, 1_013_404) // the provider answers 500 and records nothing, each time
	r := w.payouts(PayoutOptions{})
	for range 5 {
		w.Once(r)
		w.Clock.Advance(2 * time.Minute)
	}
	if p := w.payoutState(o); !p.Unknown || p.Status != balance.StatusProcessing {
		t.Errorf("payout: %+v", p)
	}
	if n := w.Orders.Load(); n != 5 {
		t.Errorf("%d calls", n)
	}
	// adjusted, requested, approved, and submitted five times, unknown once
	if n := len(w.Events(balance.Stream(1))); n != 9 {
		t.Errorf("%d events: every attempt is one, and a retry that learns nothing writes no other", n)
	}
}

func TestACrashBetweenIntentAndCallIsFinished(t *testing.T) {
	t.Parallel()
	w := newPayoutFixture(t)
	o := w.Withdraw(1, 1, 50_000)
	w.submit(o)
	w.Once(w.payouts(PayoutOptions{}))
	if p := w.payoutState(o); p.ProviderID == "" {
		t.Errorf("payout: %+v", p)
	}
	w.oneTransfer(o)
}

func TestACrashBetweenCallAndAnswerIsFinished(t *testing.T) {
	t.Parallel()
	w := newPayoutFixture(t)
	o := w.Withdraw(1, 1, 50_000)
	w.submit(o)
	ctx, cancel := context.WithCancel(context.Background())
	dying := w.payouts(PayoutOptions{})
	_ = dying.call(ctx, w.payoutState(o), w.Clock.Now())
	cancel()
	w.Once(w.payouts(PayoutOptions{}))
	if p := w.payoutState(o); p.ProviderID == "" {
		t.Errorf("payout: %+v", p)
	}
	w.oneTransfer(o)
}

func TestTwoInstancesMakeOneTransfer(t *testing.T) {
	t.Parallel()
	w := newPayoutFixture(t)
	orders := make([]balance.Order, 10)
	for i := range orders {
		orders[i] = w.Withdraw(int64(i+1), int64(i+1), 50_000)
	}
	w.Shown()
	w.Run(w.payouts(PayoutOptions{}).Run)
	w.Run(w.payouts(PayoutOptions{}).Run)
	for _, o := range orders {
		poll.Until(w.T, "accepted", func() bool { return w.payoutState(o).ProviderID != "" })
		w.oneTransfer(o)
	}
}

func TestAPayoutWhoseNotificationIsLostIsFoundByPolling(t *testing.T) {
	t.Parallel()
	for want, order := range map[string]func(*payoutFixture, string) error{
		balance.StatusCompleted: func(w *payoutFixture, id string) error { return w.Simulator.CompletePayout(context.Background(), id) },
		balance.StatusFailed:    func(w *payoutFixture, id string) error { return w.Simulator.FailPayout(context.Background(), id, "") },
	} {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			w := newPayoutFixture(t)
			o := w.Withdraw(1, 1, 50_000)
			r := w.payouts(PayoutOptions{})
			w.Once(r)
			w.Once(r) // sees that it is accepted, and waits
			w.Must(order(w, o.Name()))
			w.Clock.Advance(29 * time.Second)
			w.Once(r)
			if got := w.StatusOf(o); got != balance.StatusProcessing {
				t.Fatalf("asked too early: %s", got)
			}
			w.Clock.Advance(2 * time.Second)
			w.Once(r)
			if got := w.StatusOf(o); got != want {
				t.Errorf("status %s", got)
			}
		})
	}
}

func TestThePauseBetweenLookUpsGrows(t *testing.T) {
	t.Parallel()
	c := reactortest.NewClock()
	a := reactor.NewRetrySchedule(c.Now, 30*time.Second, 5*time.Minute)
	var waits []time.Duration
	for range 6 {
		a.Postpone("x")
		from := c.Now()
		for !a.IsDue("x") {
			c.Advance(time.Second)
		}
		waits = append(waits, c.Now().Sub(from))
	}
	want := []time.Duration{30 * time.Second, time.Minute, 2 * time.Minute, 4 * time.Minute, 5 * time.Minute, 5 * time.Minute}
	for i := range want {
		if waits[i] != want[i] {
			t.Fatalf("waits: %v", waits)
		}
	}
}

func TestRefusedCredentialsFailNoPayout(t *testing.T) {
	t.Parallel()
	w := newPayoutFixture(t)
	good := w.Provider
	w.Provider = w.Client("wrong", time.Second)
	o := w.Withdraw(1, 1, 50_000)
	w.Once(w.payouts(PayoutOptions{}))
	if p := w.payoutState(o); !p.Unknown {
		t.Fatalf("payout: %+v, %s", p, w.StatusOf(o))
	}
	w.Provider = good
	w.Once(w.payouts(PayoutOptions{}))
	if p := w.payoutState(o); p.ProviderID == "" {
		t.Errorf("payout: %+v", p)
	}
	w.oneTransfer(o)
}

func TestManualAndPendingPayoutsAreNotSent(t *testing.T) {
	t.Parallel()
	w := newPayoutFixture(t)
	ended := w.Withdraw(1, 1, 50_000)
	w.submit(ended)
	w.Shown()
	w.StopModel() // the list keeps showing it
	w.endByHand(ended)
	w.Must(w.payouts(PayoutOptions{}).RunOnce(context.Background()))
	if n := w.Orders.Load(); n != 0 {
		t.Errorf("%d calls", n)
	}
}

// interruptedProvider stands between the reactor and the provider.
type interruptedProvider struct {
	PayoutProvider
	afterFind func()
}

func (m interruptedProvider) FindPayout(ctx context.Context, api, reference string) (report.Payout, error) {
	d, err := m.PayoutProvider.FindPayout(ctx, api, reference)
	m.afterFind()
	return d, err
}

func TestAPayoutThatAnAdministratorEndsDuringALookUpIsNotSent(t *testing.T) {
	t.Parallel()
	w := newPayoutFixture(t)
	o := w.Withdraw(1, 1, 50_000)
	w.submit(o)
	w.Shown()
	between := interruptedProvider{w.Provider, func() { w.endByHand(o) }}
	r := NewPayouts(w.Reports, w.Queries, connection.Only[PayoutProvider](between), w.Watcher, w.Logger, PayoutOptions{})
	w.Must(r.RunOnce(context.Background()))
	if n := w.Orders.Load(); n != 0 {
		t.Errorf("%d calls", n)
	}
}
