package paymentreactor

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/projections/reactor/reactortest"
	"gateway/projections/readmodel/paymentrows"
	"gateway/test/rupiah"
)

func (w *paymentFixture) watch() PaymentWorker {
	return w.payments(w.Provider, PaymentWatchOptions{}).Expiring
}

func TestACreationWithoutAnAnswerIsFoundByOurTransactionID(t *testing.T) {
	t.Parallel()
	w := newPaymentFixture(t)
	all := []payment.Identity{
		reactortest.Identity(1, "va"), reactortest.OnChannel(reactortest.Identity(1, "ewallet"), "ewallet", "DANA"),
		reactortest.OnChannel(reactortest.Identity(1, "qris"), "qris", "QRIS"), reactortest.OnChannel(reactortest.Identity(1, "invoice"), "invoice", "INVOICE"),
	}
	for _, i := range all {
		w.Request(i)
		w.Create(i)
	}
	r := w.watch()
	w.Clock.Advance(45 * time.Second)
	w.Once(r)
	for _, i := range all {
		if w.Payment(i.TransactionID).Opened() {
			t.Errorf("%s: asked while the call may still be under way", i.TransactionID)
		}
	}
	w.Clock.Advance(6 * time.Second)
	w.Once(r)
	for _, i := range all {
		s := w.Payment(i.TransactionID)
		// The provider finds a virtual account or a charge by our id only once it is paid.
		findable := i.Channel == "qris" || i.Channel == "invoice"
		if s.Opened() != findable || s.Status != payment.StatusPending {
			t.Errorf("%s: %+v", i.TransactionID, s)
		}
	}
	for _, id := range []string{"va", "ewallet"} {
		w.Must(w.Simulator.Pay(context.Background(), id, nil, ""))
	}
	w.Clock.Advance(time.Minute)
	w.Once(r)
	for _, id := range []string{"va", "ewallet"} {
		w.HasStatus(id, payment.StatusPaid)
	}
}

func TestACreationWithoutAnAnswerThatWasPaidMeanwhileIsPaid(t *testing.T) {
	t.Parallel()
	w := newPaymentFixture(t)
	w.Request(reactortest.Identity(1, "INV-1"))
	w.Create(reactortest.Identity(1, "INV-1"))
	w.Must(w.Simulator.Pay(context.Background(), "INV-1", nil, ""))
	w.Clock.Advance(51 * time.Second)
	w.Once(w.watch())
	w.HasStatus("INV-1", payment.StatusPaid)
	if !w.Payment("INV-1").Opened() {
		t.Error("not opened")
	}
}

func TestAPaymentWithoutARecordAtTheProviderIsRefusedAfterTwoMinutes(t *testing.T) {
	t.Parallel()
	w := newPaymentFixture(t)
	w.Request(reactortest.Identity(1, "INV-1"))
	r := w.watch()
	w.Clock.Advance(time.Minute)
	w.Once(r)
	w.HasStatus("INV-1", payment.StatusPending)
	w.Down.Store(true)
	w.Clock.Advance(time.Hour)
	w.Once(r)
	w.HasStatus("INV-1", payment.StatusPending) // a missing answer is not a refusal
	w.Down.Store(false)
	w.Clock.Advance(time.Minute)
	w.Once(r)
	w.HasStatus("INV-1", payment.StatusFailed)
	w.Take(reactortest.PaidReport("INV-1", "p1", 100_000))
	w.HasStatus("INV-1", payment.StatusPaid) // money that arrives after the expiry still counts
}

// forgetful knows a payment, and nothing by which a customer could pay it.
type forgetful struct {
	PaymentProvider
	closed atomic.Int64
}

func (p *forgetful) FindPayment(_ context.Context, of report.Lookup) (report.Payment, error) {
	return report.Payment{Connection: "xendit", Channel: of.Channel, ProviderID: "qr-1", TransactionID: of.TransactionID, Status: report.Pending}, nil
}

func (p *forgetful) ExpirePayment(context.Context, report.Lookup) error {
	p.closed.Add(1)
	return nil
}

func TestAPaymentThatCouldNotBeShownIsClosedAndRefused(t *testing.T) {
	t.Parallel()
	w := newPaymentFixture(t)
	w.Request(reactortest.OnChannel(reactortest.Identity(1, "INV-1"), "qris", "QRIS"))
	p := &forgetful{PaymentProvider: w.Provider}
	w.Clock.Advance(51 * time.Second)
	w.Once(w.payments(p, PaymentWatchOptions{}).Expiring)
	w.HasStatus("INV-1", payment.StatusFailed)
	if p.closed.Load() != 1 || w.Payment("INV-1").Opened() {
		t.Errorf("closed %d times, opened: %t", p.closed.Load(), w.Payment("INV-1").Opened())
	}
	w.Take(paidQR("INV-1"))
	w.HasStatus("INV-1", payment.StatusPaid) // money that comes all the same still counts
}

func paidQR(id string) report.Payment {
	r := reactortest.PaidReport(id, "p1", 100_000)
	r.Channel, r.ChannelCode = pricing.QRIS, "QRIS"
	return r
}

func TestAPaymentExpiresByTheGatewaysClockAfterOneLookUp(t *testing.T) {
	t.Parallel()
	w := newPaymentFixture(t)
	ctx := context.Background()
	w.Open(reactortest.Identity(1, "unpaid"))
	w.Open(reactortest.OnChannel(reactortest.Identity(1, "qris"), "qris", "QRIS"))
	w.Open(reactortest.Identity(1, "paid"))
	w.Open(reactortest.Identity(1, "less"))
	w.Must(w.Simulator.Pay(ctx, "paid", nil, ""))
	less := rupiah.Of(90_000)
	w.Must(w.Simulator.Pay(ctx, "less", &less, ""))
	r := w.watch()
	w.Clock.Advance(24*time.Hour - time.Second)
	w.Once(r)
	w.HasStatus("unpaid", payment.StatusPending)
	w.Clock.Advance(time.Second)
	w.Once(r)
	w.HasStatus("unpaid", payment.StatusExpired)
	w.HasStatus("qris", payment.StatusExpired)
	w.HasStatus("paid", payment.StatusPaid)
	w.HasStatus("less", payment.StatusPending) // until an administrator decides
	if s := w.Payment("less"); len(s.Suspense) != 1 {
		t.Errorf("money of another amount: %+v", s.Suspense)
	}
	w.Once(r)
	if got := w.Events(payment.Stream("unpaid")); len(got) != 3 {
		t.Errorf("events: %v", got)
	}
}

// silentAbout does not answer about payments whose ids begin with the prefix.
type silentAbout struct {
	PaymentProvider
	prefix string
}

func (p silentAbout) FindPayment(ctx context.Context, of report.Lookup) (report.Payment, error) {
	if strings.HasPrefix(of.TransactionID, p.prefix) {
		return report.Payment{}, errors.New("no answer")
	}
	return p.PaymentProvider.FindPayment(ctx, of)
}

// The list of due payments is read in pages: payments that make no progress must not fill it.
func TestPaymentsThatCannotMoveKeepNoOtherFromExpiring(t *testing.T) {
	t.Parallel()
	w := newPaymentFixture(t)
	const page = 5
	for n := range 2*page + 1 { // money of another amount: an administrator has to decide
		id := fmt.Sprint("suspended-", n)
		w.OpenFor(reactortest.Identity(1, id), 24*time.Hour)
		less := rupiah.Of(90_000)
		w.Must(w.Simulator.Pay(context.Background(), id, &less, ""))
	}
	for n := range 2*page + 1 { // the provider keeps them open
		w.OpenFor(reactortest.OnChannel(reactortest.Identity(1, fmt.Sprint("kept-", n)), "invoice", "INVOICE"), 48*time.Hour)
		w.Request(reactortest.Identity(1, fmt.Sprint("unanswered-", n)))
	}
	w.Clock.Advance(time.Second)
	w.Open(reactortest.Identity(1, "unpaid"))
	w.Open(reactortest.OnChannel(reactortest.Identity(1, "paid"), "qris", "QRIS"))
	w.Must(w.Simulator.Pay(context.Background(), "paid", nil, ""))
	created := reactortest.OnChannel(reactortest.Identity(1, "created"), "qris", "QRIS")
	w.Request(created)
	w.Create(created)
	r := w.payments(silentAbout{w.Provider, "unanswered"}, PaymentWatchOptions{Page: page}).Expiring
	w.Clock.Advance(24 * time.Hour)
	for range 10 { // each reading of the list starts only as many jobs as may run at once
		w.Once(r)
	}
	w.HasStatus("suspended-0", payment.StatusPending)
	w.HasStatus("kept-0", payment.StatusPending)
	w.HasStatus("unpaid", payment.StatusExpired)
	w.HasStatus("paid", payment.StatusPaid)
	if !w.Payment("created").Opened() {
		t.Error("the creation behind those that are not answered was not found")
	}
	due, err := w.Queries.DuePayments(t.Context(), paymentrows.ToExpire, w.Clock.Now(), paymentrows.PaymentCursor{}, 100)
	w.Must(err)
	for _, p := range due {
		if strings.HasPrefix(p.TransactionID, "suspended") {
			t.Errorf("%s is in the list, and can't move", p.TransactionID)
		}
	}
}

func TestAnInvoiceExpiresWhenTheProviderSaysSo(t *testing.T) {
	t.Parallel()
	w := newPaymentFixture(t)
	for _, id := range []string{"closed", "forgotten"} {
		w.OpenFor(reactortest.OnChannel(reactortest.Identity(1, id), "invoice", "INVOICE"), 48*time.Hour)
	}
	r := w.watch()
	w.Clock.Advance(24 * time.Hour)
	w.Once(r)
	w.HasStatus("closed", payment.StatusPending)
	w.Must(w.Simulator.Expire(context.Background(), "closed"))
	w.Clock.Advance(2 * time.Second)
	w.Once(r)
	w.HasStatus("closed", payment.StatusExpired)
	w.HasStatus("forgotten", payment.StatusPending)
	w.Clock.Advance(10 * time.Minute)
	w.Once(r)
	w.HasStatus("forgotten", payment.StatusExpired)
}

func TestAProviderThatIsDownDelaysAnExpiryByTenMinutesAtMost(t *testing.T) {
	t.Parallel()
	w := newPaymentFixture(t)
	w.Open(reactortest.Identity(1, "INV-1"))
	w.Down.Store(true)
	r := w.watch()
	w.Clock.Advance(24 * time.Hour)
	w.Once(r)
	w.HasStatus("INV-1", payment.StatusPending)
	w.Clock.Advance(10 * time.Minute)
	w.Once(r)
	w.HasStatus("INV-1", payment.StatusExpired)
}
