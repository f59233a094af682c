package payoutreactor

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/connection"
	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/http/simulator"
	"gateway/projections/reactor/reactortest"
	"gateway/projections/reactor/reportreactor"
)

// fakeProvider answers as a test says. Without find it has no record of anything.
type fakeProvider struct {
	mu   sync.Mutex
	sent []balance.Transfer
	send func(ctx context.Context, t balance.Transfer) (report.Payout, error)
	find func(reference string) (report.Payout, error)
}

func (f *fakeProvider) SendPayout(ctx context.Context, t balance.Transfer) (report.Payout, error) {
	f.mu.Lock()
	f.sent = append(f.sent, t)
	f.mu.Unlock()
	return f.send(ctx, t)
}

func (f *fakeProvider) FindPayout(_ context.Context, _, reference string) (report.Payout, error) {
	if f.find == nil {
		return report.Payout{}, report.ErrNoRecord
	}
	return f.find(reference)
}

func (f *fakeProvider) calls() []balance.Transfer {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.sent)
}

// with makes a reactor that calls this provider.
func (w *payoutFixture) with(p PayoutProvider, o PayoutOptions) *Payouts {
	o.Books = []reportreactor.BookingLister{&reactortest.Books{}}
	return NewPayouts(w.Reports, w.Queries, connection.Only[PayoutProvider](p), w.Watcher, w.Logger, o)
}

// refusal is one about the order, unless the code says that it is forbidden.
func refusal(code string) error {
	return &report.Refused{Status: 400, Code: code, OfOrder: code != "REQUEST_FORBIDDEN_ERROR" && code != "DUPLICATE_TRANSACTION_ERROR"}
}

func refusing(code string) func(context.Context, balance.Transfer) (report.Payout, error) {
	return func(context.Context, balance.Transfer) (report.Payout, error) {
		return report.Payout{}, refusal(code)
	}
}

func failing(err error) func(context.Context, balance.Transfer) (report.Payout, error) {
	return func(context.Context, balance.Transfer) (report.Payout, error) { return report.Payout{}, err }
}

func recordOf(o balance.Order, status report.Status, code string) func(string) (report.Payout, error) {
	return func(reference string) (report.Payout, error) {
		return report.Payout{Connection: "xendit", ProviderID: "d1", Reference: reference, Status: status, Amount: o.Amount, FailureCode: code}, nil
	}
}

var errTimeout = &report.Unknown{Err: errors.New("timeout")}

// The provider carried out the first call, but its answer was lost. It refuses the repeated call, with any
// code.
func TestARefusalIsNeverProofByItself(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		code string
		// first is true if there was an earlier attempt with an unknown outcome.
		first bool
		find  func(balance.Order) func(string) (report.Payout, error)
		want  func(balance.State, balance.Payout) bool
	}{
		"the provider has a record": {
			code: "API_VALIDATION_ERROR",
			find: func(o balance.Order) func(string) (report.Payout, error) { return recordOf(o, report.Pending, "") },
			want: func(_ balance.State, p balance.Payout) bool { return p.ProviderID == "d1" && !p.Unknown },
		},
		"the look-up is not answered": {
			code: "API_VALIDATION_ERROR",
			find: func(balance.Order) func(string) (report.Payout, error) {
				return func(string) (report.Payout, error) { return report.Payout{}, errTimeout }
			},
			want: func(_ balance.State, p balance.Payout) bool { return p.Unknown && p.UnknownReason == balance.NoAnswer },
		},
		"the refusal may not be about the order": {
			code: "REQUEST_FORBIDDEN_ERROR",
			want: func(_ balance.State, p balance.Payout) bool {
				return p.Unknown && p.UnknownReason == balance.RefusedButUnsure
			},
		},
		"an attempt was made before": {
			code: "API_VALIDATION_ERROR", first: true,
			want: func(_ balance.State, p balance.Payout) bool {
				return p.Unknown && p.UnknownReason == balance.RefusedButUnsure
			},
		},
		"the only attempt, refused for what it asks for": {
			code: "API_VALIDATION_ERROR",
			want: func(s balance.State, _ balance.Payout) bool {
				return s.StatusOf(balance.Withdrawal, 1) == balance.StatusFailed
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newPayoutFixture(t)
			o := w.Withdraw(1, 1, 50_000)
			if c.first {
				w.submit(o)
			}
			p := &fakeProvider{send: refusing(c.code)}
			if c.find != nil {
				// The look-up before the call finds nothing yet; the one after the call finds the payout.
				p.send = func(context.Context, balance.Transfer) (report.Payout, error) {
					p.find = c.find(o)
					return report.Payout{}, refusal(c.code)
				}
			}
			w.Once(w.with(p, PayoutOptions{}))
			if got := w.payoutState(o); !c.want(w.Balance(1), got) || len(p.calls()) != 1 {
				t.Errorf("%d calls, %s: %+v", len(p.calls()), w.StatusOf(o), got)
			}
		})
	}
}

// One instance freezes between the event and the call, and another takes the lead. Each attempt is an
// event, and only one call is made for it.
func TestAnAttemptIsInTheLogBeforeTheCallAndKeepsItsReference(t *testing.T) {
	t.Parallel()
	w := newPayoutFixture(t)
	o := w.Withdraw(1, 1, 50_000)
	p := &fakeProvider{}
	p.send = func(_ context.Context, sent balance.Transfer) (report.Payout, error) {
		now := w.payoutState(o)
		if now.Attempts != len(p.calls()) || now.Reference != sent.Reference || now.SubmittedKey != sent.IdempotencyKey {
			t.Errorf("call %d with %s, the log says %+v", len(p.calls()), sent.Reference, now)
		}
		return report.Payout{}, errTimeout
	}
	for range 3 {
		w.Once(w.with(p, PayoutOptions{})) // a new instance each time, which draws its own random digits
		w.Clock.Advance(time.Second)
	}
	calls := p.calls()
	if len(calls) != 3 || calls[0] != calls[1] || calls[1] != calls[2] {
		t.Errorf("calls: %+v", calls)
	}
	if kind, client, id, ok := balance.ParseReference(calls[0].Reference); !ok || kind != o.Kind || client != 1 || id != 1 || calls[0].Reference == o.Name() {
		t.Errorf("reference %q", calls[0].Reference)
	}
}

// An older log was restored, so the id of a payout that the provider has made is assigned again.
func TestAPayoutWhoseIDWasUsedBeforeARestoreIsNotBookedAsTheOlderOne(t *testing.T) {
	t.Parallel()
	w := newPayoutFixture(t)
	o := w.Withdraw(1, 1, 50_000)
	lost := balance.Payout{Order: o, Reference: o.NewReference("0ddba115"), SubmittedKey: o.NewReference("0ddba115")}
	made, err := w.Provider.SendPayout(context.Background(), lost.Transfer())
	w.Must(err)
	w.Must(w.Simulator.CompletePayout(context.Background(), lost.Reference))
	w.Once(w.with(w.Provider, PayoutOptions{}))
	if p := w.payoutState(o); p.ProviderID == "" || p.ProviderID == made.ProviderID || p.Status != balance.StatusProcessing {
		t.Errorf("%s: %+v", w.StatusOf(o), p)
	}
}

// endHonestly does what an administrator does: it asks the provider, and then the state decides.
func (w *payoutFixture) endHonestly(o balance.Order, p PayoutProvider, window time.Duration) error {
	open := w.payoutState(o)
	api, reference := open.LookUp()
	_, err := p.FindPayout(context.Background(), api, reference)
	h := balance.ByHand{Attempt: open.Attempts, NotAtProvider: errors.Is(err, report.ErrNoRecord), AttemptWindow: window}
	_, err = eventstore.Execute(context.Background(), w.Log, balance.Aggregate, balance.Stream(o.ClientID),
		func(s balance.State) ([]domain.Event, error) {
			return balance.FailManually(s, o.Kind, o.ID, balance.FailCmd{By: "admin:1", Reason: "not sent", At: w.Clock.Now()}, h)
		})
	return err
}

// A repeated attempt hangs at the provider while a person ends the payout.
func TestAPersonCannotEndAPayoutWhileAnAttemptIsUnderWay(t *testing.T) {
	t.Parallel()
	const window = time.Minute
	w := newPayoutFixture(t)
	o := w.Withdraw(1, 1, 50_000)
	under, answer := make(chan struct{}), make(chan struct{})
	p := &fakeProvider{send: failing(errTimeout)}
	r := w.with(p, PayoutOptions{})
	w.Once(r)
	w.Clock.Advance(2 * window)
	p.send = func(context.Context, balance.Transfer) (report.Payout, error) {
		close(under)
		<-answer
		return report.Payout{}, errTimeout // but the provider makes the payout
	}
	w.Shown()
	done := make(chan error, 1)
	go func() { done <- r.RunOnce(context.Background()) }()
	<-under
	if err := w.endHonestly(o, p, window); !reactortest.RefusedWith(err, "attempt_under_way") {
		t.Errorf("ended during the call: %v", err)
	}
	close(answer)
	w.Must(<-done)
	w.Clock.Advance(window - time.Nanosecond)
	if err := w.endHonestly(o, p, window); !reactortest.RefusedWith(err, "attempt_under_way") {
		t.Errorf("ended too early: %v", err)
	}
	w.Clock.Advance(time.Nanosecond)
	p.find = recordOf(o, report.Pending, "")
	if err := w.endHonestly(o, p, window); !reactortest.RefusedWith(err, "not_manual") {
		t.Errorf("ended though the provider has it: %v", err)
	}
	p.find = nil
	w.Must(w.endHonestly(o, p, window))
	before := len(p.calls())
	w.Clock.Advance(time.Hour)
	w.StopModel() // the list keeps showing it
	w.Must(r.RunOnce(context.Background()))
	if n := len(p.calls()); n != before || w.StatusOf(o) != balance.StatusFailed {
		t.Errorf("called after the end: %d calls, then %d; %s", before, n, w.StatusOf(o))
	}
}

// A person asked the provider, and the reactor made another attempt before the person decided.
func TestAnAttemptAfterTheQuestionSpoilsTheAnswer(t *testing.T) {
	t.Parallel()
	w := newPayoutFixture(t)
	o := w.Withdraw(1, 1, 50_000)
	p := &fakeProvider{send: failing(errTimeout)}
	w.Once(w.with(p, PayoutOptions{}))
	w.Clock.Advance(time.Hour)
	between := interruptedProvider{p, func() { w.submit(o) }}
	if err := w.endHonestly(o, between, time.Minute); !reactortest.RefusedWith(err, "attempt_under_way") {
		t.Errorf("%v", err)
	}
	w.Clock.Advance(time.Hour) // now the decision is late, not the attempt
	if got := w.StatusOf(o); got != balance.StatusProcessing {
		t.Errorf("status %s", got)
	}
}

// Otherwise a person could never end a payout that the provider does not accept.
func TestThePauseBetweenAttemptsGrowsBeyondTheTimeThatPeopleWait(t *testing.T) {
	t.Parallel()
	w := newPayoutFixture(t)
	o := w.Withdraw(1, 1, 50_000)
	p := &fakeProvider{send: failing(errTimeout)}
	for range 60 {
		w.Once(w.with(p, PayoutOptions{})) // restarted each time
		w.Clock.Advance(time.Minute)
	}
	open := w.payoutState(o)
	if open.Attempts < 8 || open.Attempts > 15 {
		t.Errorf("%d attempts in an hour", open.Attempts)
	}
}

// The process stood still between the event and the call, for longer than people must wait.
func TestAnAttemptThatIsTooLateIsNotMade(t *testing.T) {
	t.Parallel()
	w := newPayoutFixture(t)
	o := w.Withdraw(1, 1, 50_000)
	w.submit(o)
	at := w.Clock.Now()
	w.Clock.Advance(time.Minute)
	_ = w.payouts(PayoutOptions{}).call(context.Background(), w.payoutState(o), at)
	if n := w.Orders.Load(); n != 0 {
		t.Errorf("%d calls", n)
	}
}

func TestAnEmptyFloatMakesAPayoutWaitAndTryTheSameKeyAgain(t *testing.T) {
	t.Parallel()
	w := newPayoutFixture(t)
	var float []bool
	var outcomes []string
	r := w.payouts(PayoutOptions{
		OnFloat: func(_ string, empty bool) { float = append(float, empty) }, OnCall: func(outcome string) { outcomes = append(outcomes, outcome) },
	})
	o := w.Withdraw(1, 1, 50_000)
	w.Simulator.SetFaults(simulator.Faults{FloatEmpty: true})
	w.Once(r)
	p := w.payoutState(o)
	if p.Status != balance.StatusProcessing || !p.Unknown || p.UnknownReason != balance.FloatEmpty || !w.Alarmed("does not suffice") {
		t.Fatalf("payout: %+v", p)
	}
	w.Clock.Advance(59 * time.Second)
	w.Once(r) // too early
	w.Clock.Advance(time.Second)
	w.Once(r) // still empty
	w.Clock.Advance(time.Minute)
	w.Once(r) // too early: later and later
	if n := w.Orders.Load(); n != 2 {
		t.Fatalf("%d calls", n)
	}
	w.Simulator.SetFaults(simulator.Faults{})
	w.Clock.Advance(time.Minute)
	w.Once(r)
	after := w.payoutState(o)
	if after.ProviderID == "" || after.Unknown || after.Reference != p.Reference || after.SubmittedKey != p.SubmittedKey || after.Attempts != 3 {
		t.Errorf("payout: %+v", after)
	}
	if !slices.Equal(float, []bool{true, false}) || !slices.Equal(outcomes, []string{"float_empty", "float_empty", "accepted"}) {
		t.Errorf("float %v, outcomes %v", float, outcomes)
	}
	w.oneTransfer(o)
}

func TestAnAttemptThatFailedForLackOfFloatIsFollowedByOneWithAReferenceOfItsOwn(t *testing.T) {
	t.Parallel()
	w := newPayoutFixture(t)
	r := w.with(w.Provider, PayoutOptions{})
	o := w.Withdraw(1, 1, 50_000)
	w.Once(r)
	first := w.payoutState(o)
	w.Must(w.Simulator.FailPayout(context.Background(), o.Name(), "INSUFFICIENT_BALANCE"))
	w.Once(r)
	w.Clock.Advance(31 * time.Second)
	w.Once(r) // looks it up
	if p := w.payoutState(o); p.Status != balance.StatusProcessing || p.UnknownReason != balance.FloatEmpty || p.Reference != "" {
		t.Fatalf("payout: %+v", p)
	}
	w.Clock.Advance(time.Minute)
	w.Once(r)
	second := w.payoutState(o)
	if second.ProviderID == "" || second.ProviderID == first.ProviderID || second.Reference == first.Reference || second.SubmittedKey == first.SubmittedKey {
		t.Fatalf("first %+v, second %+v", first, second)
	}
	// A repeated notification of the first attempt does not fail the payout.
	w.Must(w.Reports.TakePayout(context.Background(), report.Payout{
		Connection: "xendit", Reference: first.Reference, ProviderID: first.ProviderID, Status: report.Failed, Amount: o.Amount, FailureCode: "INSUFFICIENT_BALANCE",
	}))
	w.Must(w.Simulator.CompletePayout(context.Background(), second.Reference))
	w.Clock.Advance(time.Hour)
	w.Once(r)
	w.Clock.Advance(time.Hour)
	w.Once(r)
	if got := w.StatusOf(o); got != balance.StatusCompleted {
		t.Errorf("status %s", got)
	}
}
