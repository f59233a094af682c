package paymentreactor

import (
	"context"
	"errors"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/domain/report"
	"gateway/projections/reactor/reactortest"
	"gateway/projections/readmodel/paymentrows"
	"gateway/test/rupiah"
)

func (w *paymentFixture) confirming() PaymentWorker {
	w.Reports.Confirm = true
	return w.payments(w.Provider, PaymentWatchOptions{}).Confirming
}

// payAndNotify pays the payment at the provider, and takes in the notification.
func (w *paymentFixture) payAndNotify(id string) report.Payment {
	w.T.Helper()
	w.Must(w.Simulator.Pay(context.Background(), id, nil, ""))
	n := w.NotificationOf(id)
	w.Take(n)
	return n
}

func TestEachChannelsNotificationIsConfirmedByTheProvider(t *testing.T) {
	t.Parallel()
	w := newPaymentFixture(t)
	r := w.confirming()
	for _, i := range reactortest.EachChannel() {
		w.Open(i)
		n := w.payAndNotify(i.TransactionID)
		w.HasEvents(i.TransactionID, "requested", "opened", "reported")
		w.Once(r)
		w.HasEvents(i.TransactionID, "requested", "opened", "reported", "paid", "report_answered")
		if got := w.Payment(i.TransactionID).Receipt; got.ProviderPaymentID != n.PaymentID || !got.PaidAt.Equal(n.PaidAt) {
			t.Errorf("%s: %+v, notified %+v", i.Channel, got, n)
		}
		w.Take(n)
		w.Once(r)
		w.HasEvents(i.TransactionID, "requested", "opened", "reported", "paid", "report_answered")
	}
}

func TestAProviderThatIsDownDelaysNoNotification(t *testing.T) {
	t.Parallel()
	w := newPaymentFixture(t)
	r := w.confirming()
	w.Open(reactortest.Identity(1, "INV-1"))
	w.Must(w.Simulator.Pay(context.Background(), "INV-1", nil, ""))
	n := w.NotificationOf("INV-1")
	w.Down.Store(true)
	w.Take(n)
	for range 10 { // failed look-ups never make it disbelieved, however many
		w.Once(r)
		w.Clock.Advance(time.Hour)
	}
	w.HasEvents("INV-1", "requested", "opened", "reported")
	waiting, oldest, err := w.Queries.PaymentReportBacklog(t.Context())
	w.Must(err)
	if waiting != 1 || w.Clock.Now().Sub(oldest) != 10*time.Hour {
		t.Errorf("the backlog: %d since %s", waiting, oldest)
	}
	w.Down.Store(false)
	w.Once(r)
	w.HasStatus("INV-1", payment.StatusPaid)
	if waiting, _, _ = w.Queries.PaymentReportBacklog(t.Context()); waiting != 0 {
		t.Errorf("%d still wait", waiting)
	}
}

func TestANotificationThatTheProviderDoesNotConfirmMovesNothingAndIsShown(t *testing.T) {
	t.Parallel()
	paid := func(w *paymentFixture) report.Payment {
		w.Must(w.Simulator.Pay(context.Background(), "INV-1", nil, ""))
		return w.NotificationOf("INV-1")
	}
	for name, forge := range map[string]func(w *paymentFixture) report.Payment{
		"nothing was paid": func(w *paymentFixture) report.Payment { return reactortest.PaidReport("INV-1", "forged", 100_000) },
		"another amount": func(w *paymentFixture) report.Payment {
			n := paid(w)
			n.PaidAmount = rupiah.Of(100_001)
			return n
		},
		"another receipt": func(w *paymentFixture) report.Payment {
			n := paid(w)
			n.PaymentID = "forged"
			return n
		},
		"not settled": func(w *paymentFixture) report.Payment {
			n := paid(w)
			n.Status = report.Settled
			return n
		},
		"another payment's receipt": func(w *paymentFixture) report.Payment {
			w.Open(reactortest.Identity(1, "INV-2"))
			w.Must(w.Simulator.Pay(context.Background(), "INV-2", nil, ""))
			n := w.NotificationOf("INV-2")
			n.TransactionID = "INV-1"
			return n
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newPaymentFixture(t)
			r := w.confirming()
			w.Open(reactortest.Identity(1, "INV-1"))
			w.Take(forge(w))
			for range confirmLooks {
				w.Once(r)
				w.Clock.Advance(time.Minute)
			}
			w.HasEvents("INV-1", "requested", "opened", "reported", "contradicted")
			w.HasStatus("INV-1", payment.StatusPending)
			shown, err := w.Queries.PaymentContradictions(t.Context(), 10)
			w.Must(err)
			if len(shown) != 1 || shown[0].TransactionID != "INV-1" || shown[0].Contradiction != payment.NotConfirmed {
				t.Errorf("administrators see %+v", shown)
			}
			listed, err := w.Queries.ReportsForPersons(t.Context(), w.Clock.Now())
			w.Must(err)
			if len(listed) != 1 || listed[0].Kind != paymentrows.ContradictedReports || listed[0].Count != 1 || listed[0].TransactionID != "INV-1" {
				t.Errorf("a person is to look at %+v", listed)
			}
			if !w.Alarmed("does not confirm") {
				t.Error("no alarm")
			}
		})
	}
}

func TestAReportThatWaitsForTenMinutesNeedsAPerson(t *testing.T) {
	t.Parallel()
	w := newPaymentFixture(t)
	r := w.confirming()
	w.Open(reactortest.Identity(1, "INV-1"))
	w.payAndNotify("INV-1")
	w.Down.Store(true)
	w.Once(r)
	reported := w.Payment("INV-1")
	for after, want := range map[time.Duration]int{10*time.Minute - time.Second: 0, 10 * time.Minute: 1} {
		listed, err := w.Queries.ReportsForPersons(t.Context(), w.Clock.Now().Add(after))
		w.Must(err)
		if len(listed) != want || want > 0 && (listed[0].Kind != paymentrows.WaitingReports || listed[0].TransactionID != "INV-1") {
			t.Errorf("after %s a person is to look at %+v", after, listed)
		}
	}
	if _, err := payment.Cancel(reported, 1, w.Clock.Now()); !errors.Is(err, domain.Refuse(domain.Conflict, "report_pending", "")) {
		t.Errorf("meanwhile it can be cancelled: %v", err)
	}
}

func TestASecondPaymentIsConfirmedByItsOwnID(t *testing.T) {
	t.Parallel()
	w := newPaymentFixture(t)
	r := w.confirming()
	for _, i := range reactortest.EachChannel() {
		w.Open(i)
		first, second := w.payAndNotify(i.TransactionID), w.payAndNotify(i.TransactionID)
		w.Once(r)
		w.Once(r)
		s := w.Payment(i.TransactionID)
		if first.PaymentID == second.PaymentID || len(s.Receipts()) != 2 || len(s.Waiting) != 0 {
			t.Errorf("%s: %+v", i.Channel, s)
		}
	}
}

func TestWhatIsKnownByNowIsAnsweredWithoutACall(t *testing.T) {
	t.Parallel()
	w := newPaymentFixture(t)
	r := w.confirming()
	w.Open(reactortest.Identity(1, "INV-1"))
	n := w.payAndNotify("INV-1")
	_, err := w.Reports.TakePaymentRecord(context.Background(), n) // as if it was found in the provider's books
	w.Must(err)
	w.Down.Store(true)
	w.Once(r)
	w.HasEvents("INV-1", "requested", "opened", "reported", "paid", "report_answered")
}

func TestSettledIsConfirmedByTheProvidersBooks(t *testing.T) {
	t.Parallel()
	w := newPaymentFixture(t)
	r := w.confirming()
	for _, i := range reactortest.EachChannel() {
		w.Open(i)
		n := w.payAndNotify(i.TransactionID)
		w.Once(r)
		w.Must(w.Simulator.Settle(context.Background(), i.TransactionID))
		n.Status = report.Settled
		w.Take(n)
		w.Once(r)
		w.HasStatus(i.TransactionID, payment.StatusSettled)
	}
}

// The books may list a receipt under another id than its notification has.
func TestMoneyThatWasFoundInTheBooksIsNotTakenAgainByItsNotification(t *testing.T) {
	t.Parallel()
	id := reactortest.NextTransactionID()
	one, two := reactortest.Booking(id, "of-the-books-1", 100_000), reactortest.Booking(id, "of-the-books-2", 100_000)
	for name, c := range map[string]struct {
		listed   []report.Booking
		suspense int
	}{
		"the same receipt": {[]report.Booking{one}, 0},
		"another one":      {[]report.Booking{two, one}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newPaymentFixture(t)
			w.Request(reactortest.Identity(1, id))
			_, err := w.Reports.TakePaymentRecord(t.Context(), reactortest.PaidReport(id, "of-the-books-1", 100_000))
			w.Must(err)
			w.Reports.Confirm = true
			books := &reactortest.Books{Bookings: c.listed, Pays: true}
			r := w.payments(books, PaymentWatchOptions{}).Confirming
			w.Take(reactortest.PaidReport(id, "notified", 100_000))
			for range confirmLooks + 1 {
				w.Once(r)
				w.Clock.Advance(time.Minute)
			}
			if s := w.Payment(id); len(s.Suspense) != c.suspense || len(s.Waiting) != 0 {
				t.Errorf("%+v", s)
			}
		})
	}
}
