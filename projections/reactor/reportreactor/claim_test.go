package reportreactor_test

import (
	"context"
	"strings"
	"testing"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/projections/reactor/reactortest"
	"gateway/projections/reactor/reportreactor"
)

// claimAndEnd acts as a process that claims the order for the payment, and ends before the payment is
// PAID.
func (i *instance) claimAndEnd(id string) {
	i.t.Helper()
	claim, err := reportreactor.ClaimChain(context.Background(), i.reports.Log, i.needs(id), i.w.Clock.Now())
	if err != nil || claim.TransactionID != id {
		i.t.Errorf("%s claims, and the claim is %v: %v", id, claim, err)
	}
}

func (i *instance) needs(id string) *payment.NeedsClaim {
	s := i.w.Payment(id)
	return &payment.NeedsClaim{Chain: s.Chain, TransactionID: id, ClientID: 1, GivenUp: s.GivenUp}
}

// void takes in the news that the provider voided the customer's payment.
func (i *instance) void(id string) {
	i.t.Helper()
	voided := reactortest.PaidReport(id, "p-"+id, 100_000)
	voided.Status, voided.FailureCode = report.Failed, report.Voided
	if err := i.reports.TakePayment(context.Background(), voided); err != nil {
		i.t.Error(err)
	}
}

// release acts as an administrator who releases all money of the payment that is in suspense.
func (i *instance) release(id string) {
	i.t.Helper()
	_, err := i.reports.ExecutePayment(context.Background(), id, func(s payment.State, f payment.Facts) ([]domain.Event, error) {
		for _, m := range s.Suspense {
			if !m.Closed {
				return payment.ReleaseSuspense(s, m.ID, f.Claim, "admin:1", "agreed", i.w.Clock.Now())
			}
		}
		return nil, nil
	})
	if err != nil {
		i.t.Error(err)
	}
}

// refund pays 1 rupiah too little for the payment, and acts as an administrator who refunds that money.
func (i *instance) refund(id string) {
	i.t.Helper()
	if err := i.reports.TakePayment(context.Background(), reactortest.PaidReport(id, "wrong-"+id, 99_999)); err != nil {
		i.t.Error(err)
	}
	all := i.w.Payment(id).Suspense
	i.w.Decide(id, func(s payment.State) ([]domain.Event, error) {
		return payment.RefundSuspenseByHand(s, all[len(all)-1].ID, "admin:1", "wrong", i.w.Clock.Now())
	})
}

func (w *claimFixture) claims(t *testing.T, oldest string, want ...string) {
	t.Helper()
	if got := w.Events(payment.ChainStream(oldest)); strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("the order has %v, want %v", got, want)
	}
}

const (
	claimed   = "order.claimed.v1"
	takenOver = "order.claim_taken_over.v1"
)

// The claimant of an order never becomes PAID, because its money was returned before.
func TestAnOrderWhoseClaimantLostItsMoneyIsNotStuck(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lose func(i *instance, claimant string)
		then func(t *testing.T, w *claimFixture, i *instance, older, newer string)
	}{
		"the money was voided, and another payment is paid": {(*instance).void, func(t *testing.T, w *claimFixture, i *instance, older, newer string) {
			i.pay(newer)
			w.HasStatus(newer, payment.StatusPaid)
			w.claims(t, older, claimed, takenOver)
		}},
		"the money was refunded, and another payment is paid": {(*instance).refund, func(t *testing.T, w *claimFixture, i *instance, older, newer string) {
			i.pay(newer)
			w.HasStatus(newer, payment.StatusPaid)
			w.claims(t, older, claimed, takenOver)
		}},
		"the process ends between giving up and taking over": {(*instance).void, func(t *testing.T, w *claimFixture, i *instance, older, newer string) {
			first := payment.Claim{TransactionID: older, Number: 1}
			w.Decide(older, func(s payment.State) ([]domain.Event, error) {
				return payment.GiveUpClaim(s, first, false, w.Clock.Now())
			})
			if w.Payment(older).GivenUp != first.Number {
				t.Fatal("it is not given up")
			}
			w.claims(t, older, claimed)
			i.pay(newer)
			w.HasStatus(newer, payment.StatusPaid)
			w.claims(t, older, claimed, takenOver)
		}},
		"the process ends after taking over": {(*instance).void, func(t *testing.T, w *claimFixture, i *instance, older, newer string) {
			i.claimAndEnd(newer)
			i.pay(newer)
			w.HasStatus(newer, payment.StatusPaid)
			w.claims(t, older, claimed, takenOver)
		}},
		"the former claimant's money is reported late": {(*instance).void, func(t *testing.T, w *claimFixture, i *instance, older, newer string) {
			i.claimAndEnd(newer)
			i.pay(older)
			s := w.Payment(older)
			if s.Paid() || len(s.Suspense) != 1 || !s.Suspense[0].Left.IsZero() {
				t.Errorf("the older one is %s, with %v in suspense", s.Status, s.Suspense)
			}
			i.pay(newer)
			w.HasStatus(newer, payment.StatusPaid)
		}},
		"the claimant is paid again": {(*instance).refund, func(t *testing.T, w *claimFixture, i *instance, older, newer string) {
			i.pay(older)
			i.pay(newer)
			w.claims(t, older, claimed)
			if s := w.Payment(older); !s.Paid() || w.Payment(newer).Paid() {
				t.Errorf("the older one is %s, the newer one %s", s.Status, w.Payment(newer).Status)
			}
		}},
		"the new claimant lost its money, too": {(*instance).void, func(t *testing.T, w *claimFixture, i *instance, older, newer string) {
			i.claimAndEnd(newer)
			i.void(newer)
			i.pay(older) // it is voided
			if s := w.Payment(older); !s.Paid() || len(s.Reversals) != 1 {
				t.Errorf("the older one is %s, with %v", s.Status, s.Reversals)
			}
			w.claims(t, older, claimed, takenOver, takenOver)
		}},
		"it gets a further payment": {(*instance).void, func(t *testing.T, w *claimFixture, i *instance, older, newer string) {
			newest := i.request(older)
			if newest == "" {
				t.Fatal("it is refused")
			}
			i.pay(newest)
			w.HasStatus(newest, payment.StatusPaid)
			if i.request(older) != "" {
				t.Error("the order is paid, and gets one more")
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newClaimFixture(t)
			w.approveClient()
			i := w.instance(t)
			older := i.request("")
			newer := i.request(older)
			i.claimAndEnd(older)
			c.lose(i, older)
			c.then(t, w, i, older, newer)
		})
	}
}

// The claimant can still become PAID: its money is on the way.
func TestAClaimIsNotTakenFromOneThatMayBecomePaid(t *testing.T) {
	t.Parallel()
	w := newClaimFixture(t)
	w.approveClient()
	i := w.instance(t)
	older := i.request("")
	newer := i.request(older)
	i.claimAndEnd(older)
	if i.request(older) != "" {
		t.Error("money came for the order, and it gets a further payment")
	}
	i.pay(newer)
	w.claims(t, older, claimed)
	i.pay(older)
	w.hasOnePaid(t, older, newer)
	w.HasStatus(older, payment.StatusPaid)
}

// An administrator chooses another payment than the claimant, although the claimant's money is on the way.
func TestAReleaseTakesTheClaimFromOneThatIsNotPaid(t *testing.T) {
	t.Parallel()
	w := newClaimFixture(t)
	w.approveClient()
	i := w.instance(t)
	older := i.request("")
	newer := i.request(older)
	i.claimAndEnd(older)
	i.pay(newer)
	i.release(newer)
	w.HasStatus(newer, payment.StatusPaid)
	i.pay(older)
	if s := w.Payment(older); s.Paid() || len(s.Suspense) != 1 {
		t.Errorf("the older one is %s, with %v in suspense", s.Status, s.Suspense)
	}
	i.release(older)
	if s := w.Payment(older); s.Paid() || len(s.Credits) != 1 {
		t.Errorf("the older one is %s, with %v", s.Status, s.Credits)
	}
	w.claims(t, older, claimed, takenOver)
}

// Two instances take the claim over while the claimant is paid again. The test repeats this race many
// times.
func TestOfTwoThatTakeAClaimOverAtOnceOneIsPaid(t *testing.T) {
	t.Parallel()
	w := newClaimFixture(t)
	w.approveClient()
	a, b := w.instance(t), w.instance(t)
	for round := range 15 {
		older := a.request("")
		one, other := a.request(older), b.request(older)
		a.claimAndEnd(older)
		a.refund(older)
		atOnce(func() { a.pay(one); b.pay(older) }, func() { b.pay(other); a.pay(one) })
		paid := 0
		for _, id := range []string{older, one, other} {
			if s := w.Payment(id); s.Paid() {
				paid++
			}
		}
		if paid != 1 {
			t.Fatalf("%d are PAID in round %d: %v", paid, round, w.Events(payment.ChainStream(older)))
		}
	}
	w.hasGivenUpEach(t)
}

// hasGivenUpEach checks that each claim that was taken over had been given up earlier in the log.
func (w *claimFixture) hasGivenUpEach(t *testing.T) {
	t.Helper()
	all, err := w.Store.ReadAll(context.Background(), eventstore.Position{}, 100_000)
	w.Must(err)
	givenUp, took := map[string]int{}, 0
	for _, e := range all {
		if e.Type != takenOver && e.Type != (payment.ClaimGivenUp{}).EventType() {
			continue
		}
		event, err := w.Log.Codec().Decode(e.Type, e.Data)
		w.Must(err)
		switch event := event.(type) {
		case payment.ClaimGivenUp:
			givenUp[event.TransactionID] = event.Number
		case payment.ClaimTakenOver:
			took++
			if givenUp[event.From] != event.Number-1 {
				t.Errorf("%+v, and what was given up is %d", event, givenUp[event.From])
			}
		}
	}
	if took == 0 {
		t.Error("no claim was taken over")
	}
}
