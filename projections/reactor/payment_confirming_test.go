package reactor

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/http/outbound/provider"
	"gateway/projections/readmodel/paymentrows"
	"gateway/test/rupiah"
)

func (w *providerFixture) confirming() PaymentWorker {
	w.reports.Confirm = true
	return w.payments(w.provider, PaymentWatchOptions{}).Confirming
}

// payAndNotify pays the payment at the provider, and takes in the notification.
func (w *providerFixture) payAndNotify(id string) report.Payment {
	w.t.Helper()
	w.must(w.simulator.Pay(context.Background(), id, nil, ""))
	n := w.notificationOf(id)
	w.take(n)
	return n
}

// notificationOf returns the provider's notification of the payment's last receipt.
func (w *providerFixture) notificationOf(id string) report.Payment {
	w.t.Helper()
	var kind string
	var body []byte
	w.must(w.connect(w.eventsDSN).QueryRow(
		`SELECT kind, body FROM state.simulator_notifications WHERE external_id = $1 ORDER BY id DESC LIMIT 1`, id).Scan(&kind, &body))
	n, err := provider.ParsePayment(pricing.Kind(kind), body)
	w.must(err)
	return n
}

var lastNanosecond atomic.Int64

// nextTransactionID returns a new id in the form of the service's ids for payments of client 1.
func nextTransactionID() string {
	return fmt.Sprint("INV-1-", 1_700_000_000_000_000_000+lastNanosecond.Add(1))
}

func (w *providerFixture) hasEvents(id string, want ...string) {
	w.t.Helper()
	got := w.events(payment.Stream(id))
	for i, name := range got {
		got[i] = strings.Split(name, ".")[1]
	}
	if !slices.Equal(got, want) {
		w.t.Fatalf("events of %s: %v", id, got)
	}
}

func TestEachChannelsNotificationIsConfirmedByTheProvider(t *testing.T) {
	t.Parallel()
	w := newProviderFixture(t)
	r := w.confirming()
	for _, i := range eachChannel() {
		w.open(i)
		n := w.payAndNotify(i.TransactionID)
		w.hasEvents(i.TransactionID, "requested", "opened", "reported")
		w.once(r)
		w.hasEvents(i.TransactionID, "requested", "opened", "reported", "paid", "report_answered")
		if got := w.payment(i.TransactionID).Receipt; got.ProviderPaymentID != n.PaymentID || !got.PaidAt.Equal(n.PaidAt) {
			t.Errorf("%s: %+v, notified %+v", i.Channel, got, n)
		}
		w.take(n)
		w.once(r)
		w.hasEvents(i.TransactionID, "requested", "opened", "reported", "paid", "report_answered")
	}
}

func TestAProviderThatIsDownDelaysNoNotification(t *testing.T) {
	t.Parallel()
	w := newProviderFixture(t)
	r := w.confirming()
	w.open(identity(1, "INV-1"))
	w.must(w.simulator.Pay(context.Background(), "INV-1", nil, ""))
	n := w.notificationOf("INV-1")
	w.down.Store(true)
	w.take(n)
	for range 10 { // failed look-ups never make it disbelieved, however many
		w.once(r)
		w.clock.advance(time.Hour)
	}
	w.hasEvents("INV-1", "requested", "opened", "reported")
	waiting, oldest, err := w.queries.PaymentReportBacklog(t.Context())
	w.must(err)
	if waiting != 1 || w.clock.now().Sub(oldest) != 10*time.Hour {
		t.Errorf("the backlog: %d since %s", waiting, oldest)
	}
	w.down.Store(false)
	w.once(r)
	w.hasStatus("INV-1", payment.StatusPaid)
	if waiting, _, _ = w.queries.PaymentReportBacklog(t.Context()); waiting != 0 {
		t.Errorf("%d still wait", waiting)
	}
}

func TestANotificationThatTheProviderDoesNotConfirmMovesNothingAndIsShown(t *testing.T) {
	t.Parallel()
	paid := func(w *providerFixture) report.Payment {
		w.must(w.simulator.Pay(context.Background(), "INV-1", nil, ""))
		return w.notificationOf("INV-1")
	}
	for name, forge := range map[string]func(w *providerFixture) report.Payment{
		"nothing was paid": func(w *providerFixture) report.Payment { return paidReport("INV-1", "forged", 100_000) },
		"another amount": func(w *providerFixture) report.Payment {
			n := paid(w)
			n.PaidAmount = rupiah.Of(100_001)
			return n
		},
		"another receipt": func(w *providerFixture) report.Payment {
			n := paid(w)
			n.PaymentID = "forged"
			return n
		},
		"not settled": func(w *providerFixture) report.Payment {
			n := paid(w)
			n.Status = report.Settled
			return n
		},
		"another payment's receipt": func(w *providerFixture) report.Payment {
			w.open(identity(1, "INV-2"))
			w.must(w.simulator.Pay(context.Background(), "INV-2", nil, ""))
			n := w.notificationOf("INV-2")
			n.TransactionID = "INV-1"
			return n
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newProviderFixture(t)
			r := w.confirming()
			w.open(identity(1, "INV-1"))
			w.take(forge(w))
			for range confirmLooks {
				w.once(r)
				w.clock.advance(time.Minute)
			}
			w.hasEvents("INV-1", "requested", "opened", "reported", "contradicted")
			w.hasStatus("INV-1", payment.StatusPending)
			shown, err := w.queries.PaymentContradictions(t.Context(), 10)
			w.must(err)
			if len(shown) != 1 || shown[0].TransactionID != "INV-1" || shown[0].Contradiction != payment.NotConfirmed {
				t.Errorf("administrators see %+v", shown)
			}
			listed, err := w.queries.ReportsForPersons(t.Context(), w.clock.now())
			w.must(err)
			if len(listed) != 1 || listed[0].Kind != paymentrows.ContradictedReports || listed[0].Count != 1 || listed[0].TransactionID != "INV-1" {
				t.Errorf("a person is to look at %+v", listed)
			}
			if !w.alarmed("does not confirm") {
				t.Error("no alarm")
			}
		})
	}
}

func TestAReportThatWaitsForTenMinutesNeedsAPerson(t *testing.T) {
	t.Parallel()
	w := newProviderFixture(t)
	r := w.confirming()
	w.open(identity(1, "INV-1"))
	w.payAndNotify("INV-1")
	w.down.Store(true)
	w.once(r)
	reported := w.payment("INV-1")
	for after, want := range map[time.Duration]int{10*time.Minute - time.Second: 0, 10 * time.Minute: 1} {
		listed, err := w.queries.ReportsForPersons(t.Context(), w.clock.now().Add(after))
		w.must(err)
		if len(listed) != want || want > 0 && (listed[0].Kind != paymentrows.WaitingReports || listed[0].TransactionID != "INV-1") {
			t.Errorf("after %s a person is to look at %+v", after, listed)
		}
	}
	if _, err := payment.Cancel(reported, 1, w.clock.now()); !errors.Is(err, domain.Refuse(domain.Conflict, "report_pending", "")) {
		t.Errorf("meanwhile it can be cancelled: %v", err)
	}
}

func TestASecondPaymentIsConfirmedByItsOwnID(t *testing.T) {
	t.Parallel()
	w := newProviderFixture(t)
	r := w.confirming()
	for _, i := range eachChannel() {
		w.open(i)
		first, second := w.payAndNotify(i.TransactionID), w.payAndNotify(i.TransactionID)
		w.once(r)
		w.once(r)
		s := w.payment(i.TransactionID)
		if first.PaymentID == second.PaymentID || len(s.Receipts()) != 2 || len(s.Waiting) != 0 {
			t.Errorf("%s: %+v", i.Channel, s)
		}
	}
}

func TestWhatIsKnownByNowIsAnsweredWithoutACall(t *testing.T) {
	t.Parallel()
	w := newProviderFixture(t)
	r := w.confirming()
	w.open(identity(1, "INV-1"))
	n := w.payAndNotify("INV-1")
	_, err := w.reports.TakePaymentRecord(context.Background(), n) // as if it was found in the provider's books
	w.must(err)
	w.down.Store(true)
	w.once(r)
	w.hasEvents("INV-1", "requested", "opened", "reported", "paid", "report_answered")
}

func TestSettledIsConfirmedByTheProvidersBooks(t *testing.T) {
	t.Parallel()
	w := newProviderFixture(t)
	r := w.confirming()
	for _, i := range eachChannel() {
		w.open(i)
		n := w.payAndNotify(i.TransactionID)
		w.once(r)
		w.must(w.simulator.Settle(context.Background(), i.TransactionID))
		n.Status = report.Settled
		w.take(n)
		w.once(r)
		w.hasStatus(i.TransactionID, payment.StatusSettled)
	}
}

// The books may list a receipt under another id than its notification has.
func TestMoneyThatWasFoundInTheBooksIsNotTakenAgainByItsNotification(t *testing.T) {
	t.Parallel()
	id := nextTransactionID()
	one, two := booking(id, "of-the-books-1", 100_000), booking(id, "of-the-books-2", 100_000)
	for name, c := range map[string]struct {
		listed   []report.Booking
		suspense int
	}{
		"the same receipt": {[]report.Booking{one}, 0},
		"another one":      {[]report.Booking{two, one}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newProviderFixture(t)
			w.request(identity(1, id))
			_, err := w.reports.TakePaymentRecord(t.Context(), paidReport(id, "of-the-books-1", 100_000))
			w.must(err)
			w.reports.Confirm = true
			books := &fakeBooks{bookings: c.listed, pays: true}
			r := w.payments(books, PaymentWatchOptions{}).Confirming
			w.take(paidReport(id, "notified", 100_000))
			for range confirmLooks + 1 {
				w.once(r)
				w.clock.advance(time.Minute)
			}
			if s := w.payment(id); len(s.Suspense) != c.suspense || len(s.Waiting) != 0 {
				t.Errorf("%+v", s)
			}
		})
	}
}

// eachChannel returns a payment on each channel, with ids in the gateway's form.
func eachChannel() []payment.Identity {
	return []payment.Identity{
		identity(1, nextTransactionID()), onChannel(identity(1, nextTransactionID()), string(pricing.EWallet), "DANA"),
		onChannel(identity(1, nextTransactionID()), string(pricing.QRIS), "QRIS"),
		onChannel(identity(1, nextTransactionID()), string(pricing.Invoice), "INVOICE"),
	}
}
