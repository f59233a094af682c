package reportreactor_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/catalogue"
	"gateway/domain/connection"
	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/eventstore"
	"gateway/eventstore/storetest"
	"gateway/http/service"
	"gateway/http/service/ids"
	"gateway/http/service/paymentservice"
	"gateway/projections/reactor/reactortest"
	"gateway/projections/reactor/reportreactor"
	"gateway/test/rupiah"
)

// instance is one of several gateways on the same log, with its own caches.
type instance struct {
	t        *testing.T
	w        *claimFixture
	reports  *reportreactor.Reports
	payments paymentservice.Payments
}

func (w *claimFixture) instance(t *testing.T) *instance {
	t.Helper()
	log := eventstore.NewLog(storetest.ShortReads(w.Store), eventstore.NewCodec(catalogue.Events()...), eventstore.Options{Owns: catalogue.Owns})
	sequences := ids.New(log, w.Clock.Now)
	return &instance{
		t: t, w: w,
		reports: &reportreactor.Reports{Log: log, IDs: sequences, Now: w.Clock.Now, Logger: w.Logger},
		payments: paymentservice.Payments{
			Core:      &service.Core{Log: log, IDs: sequences, Now: w.Clock.Now, Logger: w.Logger},
			Providers: connection.Only[paymentservice.Provider](w.Provider), VATRate: rupiah.Of(11), NotificationURL: "http://127.0.0.1:1/",
		},
	}
}

// request requests a payment, and returns its transaction_id, or an empty string if it was refused.
func (i *instance) request(replaces string) string {
	i.t.Helper()
	va, _ := pricing.Lookup("BCA")
	creation := service.Creation{ClientID: 1, Method: "POST", Path: "/payments/va"}
	created, err := i.payments.Request(context.Background(), creation, paymentservice.Request{
		Channel: va, Amount: rupiah.Of(100_000), CustomerName: "Budi", Replaces: replaces,
	})
	if refusal, is := errors.AsType[*domain.Refusal](err); is && refusal.Code == "invalid_field" {
		return ""
	}
	if err != nil {
		i.t.Error(err)
		return ""
	}
	return created.Data.(paymentservice.Created).Transaction.TransactionID
}

// pay takes in the notification that a customer paid the amount due.
func (i *instance) pay(id string) {
	i.t.Helper()
	if err := i.reports.TakePayment(context.Background(), reactortest.PaidReport(id, "p-"+id, 100_000)); err != nil {
		i.t.Error(err)
	}
}

// cancel cancels the payment, and reports whether that succeeded.
func (i *instance) cancel(id string) bool {
	i.t.Helper()
	err := i.payments.Cancel(context.Background(), 1, id)
	if err != nil && !errors.Is(err, domain.Refuse(domain.Invalid, "payment_not_open", "")) {
		i.t.Error(err)
	}
	return err == nil
}

// atOnce runs both at the same time.
func atOnce(a, b func()) {
	var both sync.WaitGroup
	both.Go(a)
	both.Go(b)
	both.Wait()
}

// hasOnePaid checks payments of one order whose customers all paid the amount due: one payment is PAID,
// and the money of every other one is in suspense.
func (w *claimFixture) hasOnePaid(t *testing.T, all ...string) {
	t.Helper()
	paid := 0
	for _, id := range all {
		s := w.Payment(id)
		switch {
		case s.Paid() && len(s.Credits) == 1 && len(s.Suspense) == 0:
			paid++
		case s.Paid() || len(s.Credits) != 0 || len(s.Suspense) != 1 || s.Suspense[0].Closed:
			t.Errorf("%s is %s, with %d credits and %d entries in suspense", id, s.Status, len(s.Credits), len(s.Suspense))
		}
	}
	if paid != 1 {
		t.Errorf("%d of %v are PAID", paid, all)
	}
}

// Two instances act on one payment at the same time, many times over. Each race runs on PostgreSQL, and
// once more on a cluster of EventStoreDB.
func TestTwoInstancesThatActOnOnePaymentAtOnce(t *testing.T) {
	t.Parallel()
	const rounds = 15
	for name, race := range map[string]func(t *testing.T, w *claimFixture, a, b *instance){
		"two requests replace it": func(t *testing.T, w *claimFixture, a, b *instance) {
			older := a.request("")
			var one, other string
			atOnce(func() { one = a.request(older) }, func() { other = b.request(older) })
			if one == "" || other == "" || one == other {
				t.Fatalf("the newer payments are %q and %q", one, other)
			}
			if s := w.Payment(older); s.Status != payment.StatusExpired || len(s.ReplacedBy) != 2 {
				t.Errorf("the older one is %s, replaced by %v", s.Status, s.ReplacedBy)
			}
			atOnce(func() { a.pay(one); b.pay(older) }, func() { b.pay(other); a.pay(one) })
			w.hasOnePaid(t, older, one, other)
		},
		"one cancels it and its money comes": func(t *testing.T, w *claimFixture, a, b *instance) {
			id := a.request("")
			var cancelled bool
			atOnce(func() { cancelled = a.cancel(id) }, func() { b.pay(id) })
			w.hasOnePaid(t, id)
			names := w.Events(payment.Stream(id))
			late := names[len(names)-2] == payment.Expired{}.EventType()
			if cancelled != late || names[len(names)-1] != (payment.Paid{}).EventType() {
				t.Errorf("cancelled %v: %v", cancelled, names)
			}
		},
		"one replaces it and its money comes": func(t *testing.T, w *claimFixture, a, b *instance) {
			older := a.request("")
			var newer string
			atOnce(func() { newer = a.request(older) }, func() { b.pay(older) })
			if newer == "" {
				w.hasOnePaid(t, older)
				return
			}
			atOnce(func() { a.pay(newer) }, func() { b.pay(newer) })
			w.hasOnePaid(t, older, newer)
		},
		"one replaces it and one cancels it": func(t *testing.T, w *claimFixture, a, b *instance) {
			older := a.request("")
			var newer string
			atOnce(func() { newer = a.request(older) }, func() { b.cancel(older) })
			if s := w.Payment(older); newer == "" || s.Status != payment.StatusExpired || len(s.ReplacedBy) != 1 {
				t.Fatalf("the newer one is %q, the older one %s, replaced by %v", newer, s.Status, s.ReplacedBy)
			}
			atOnce(func() { a.pay(older) }, func() { b.pay(newer) })
			w.hasOnePaid(t, older, newer)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newClaimFixture(t)
			w.approveClient()
			a, b := w.instance(t), w.instance(t)
			for round := range rounds {
				race(t, w, a, b)
				if t.Failed() {
					t.Fatal(fmt.Sprint("in round ", round))
				}
			}
			w.hasOneClaimEach(t)
		})
	}
}

func (w *claimFixture) approveClient() {
	at := w.Clock.Now()
	w.Append(account.Stream(1),
		account.Registered{ClientID: 1, Code: "C", Name: "Toko", Email: "toko@example.com", At: at},
		account.Approved{ClientID: 1, By: "admin:1", At: at},
		account.AppAdded{ClientID: 1, ID: 1, Name: "App", Code: "C", At: at})
}

// hasOneClaimEach checks that no order was claimed twice.
func (w *claimFixture) hasOneClaimEach(t *testing.T) {
	t.Helper()
	all, err := w.Store.ReadAll(context.Background(), eventstore.Position{}, 100_000)
	w.Must(err)
	claims := map[string]int{}
	for _, e := range all {
		if e.Type == (payment.Claimed{}).EventType() {
			claims[e.Stream]++
		}
	}
	for stream, n := range claims {
		if n > 1 {
			t.Errorf("%s was claimed %d times", stream, n)
		}
	}
}
