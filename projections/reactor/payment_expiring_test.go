package reactor

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/projections/readmodel/paymentrows"
	"gateway/test/rupiah"
)

func (w *providerFixture) watch() PaymentWorker {
	return w.payments(w.provider, PaymentWatchOptions{}).Expiring
}

// create makes the payment at the provider, and appends no answer.
func (w *providerFixture) create(i payment.Identity) report.Instructions {
	w.t.Helper()
	return w.createFor(i, 24*time.Hour)
}

func (w *providerFixture) createFor(i payment.Identity, lasting time.Duration) report.Instructions {
	w.t.Helper()
	opened, err := w.provider.OpenPayment(context.Background(), report.OpenRequest{
		Channel: pricing.Kind(i.Channel), ChannelCode: i.ChannelCode, ExternalID: i.TransactionID, Amount: i.Amount, CustomerName: "Budi",
		CustomerPhone: "08123456789", SuccessURL: "https://example.com/", CallbackURL: "http://127.0.0.1:1/", ExpiresAt: w.clock.now().Add(lasting),
	})
	w.must(err)
	return opened
}

// open makes the payment at the provider and appends the answer.
func (w *providerFixture) open(i payment.Identity) {
	w.t.Helper()
	w.openFor(i, 24*time.Hour)
}

func (w *providerFixture) openFor(i payment.Identity, atProvider time.Duration) {
	w.t.Helper()
	w.request(i)
	opened := w.createFor(i, atProvider)
	_, err := eventstore.Execute(context.Background(), w.log, payment.Aggregate, payment.Stream(i.TransactionID),
		func(s payment.State) ([]domain.Event, error) {
			return payment.Open(s, payment.OpenCmd{ProviderID: opened.ProviderID, At: w.clock.now()})
		})
	w.must(err)
}

func (w *providerFixture) hasStatus(id, want string) {
	w.t.Helper()
	if got := w.payment(id).Status; got != want {
		w.t.Fatalf("%s is %s, not %s", id, got, want)
	}
}

func onChannel(i payment.Identity, channel, code string) payment.Identity {
	i.Channel, i.ChannelCode = channel, code
	return i
}

func TestACreationWithoutAnAnswerIsFoundByOurTransactionID(t *testing.T) {
	t.Parallel()
	w := newProviderFixture(t)
	all := []payment.Identity{
		identity(1, "va"), onChannel(identity(1, "ewallet"), "ewallet", "DANA"),
		onChannel(identity(1, "qris"), "qris", "QRIS"), onChannel(identity(1, "invoice"), "invoice", "INVOICE"),
	}
	for _, i := range all {
		w.request(i)
		w.create(i)
	}
	r := w.watch()
	w.clock.advance(30 * time.Second)
	w.once(r)
	for _, i := range all {
		if w.payment(i.TransactionID).Opened() {
			t.Errorf("%s: asked while the call may still be under way", i.TransactionID)
		}
	}
	w.clock.advance(6 * time.Second)
	w.once(r)
	for _, i := range all {
		s := w.payment(i.TransactionID)
		// The provider finds a virtual account or a charge by our id only once it is paid.
		findable := i.Channel == "qris" || i.Channel == "invoice"
		if s.Opened() != findable || s.Status != payment.StatusPending {
			t.Errorf("%s: %+v", i.TransactionID, s)
		}
	}
	for _, id := range []string{"va", "ewallet"} {
		w.must(w.simulator.Pay(context.Background(), id, nil, ""))
	}
	w.clock.advance(time.Minute)
	w.once(r)
	for _, id := range []string{"va", "ewallet"} {
		w.hasStatus(id, payment.StatusPaid)
	}
}

func TestACreationWithoutAnAnswerThatWasPaidMeanwhileIsPaid(t *testing.T) {
	t.Parallel()
	w := newProviderFixture(t)
	w.request(identity(1, "INV-1"))
	w.create(identity(1, "INV-1"))
	w.must(w.simulator.Pay(context.Background(), "INV-1", nil, ""))
	w.clock.advance(36 * time.Second)
	w.once(w.watch())
	w.hasStatus("INV-1", payment.StatusPaid)
	if !w.payment("INV-1").Opened() {
		t.Error("not opened")
	}
}

func TestAPaymentWithoutARecordAtTheProviderIsRefusedAfterTwoMinutes(t *testing.T) {
	t.Parallel()
	w := newProviderFixture(t)
	w.request(identity(1, "INV-1"))
	r := w.watch()
	w.clock.advance(time.Minute)
	w.once(r)
	w.hasStatus("INV-1", payment.StatusPending)
	w.down.Store(true)
	w.clock.advance(time.Hour)
	w.once(r)
	w.hasStatus("INV-1", payment.StatusPending) // a missing answer is not a refusal
	w.down.Store(false)
	w.clock.advance(time.Minute)
	w.once(r)
	w.hasStatus("INV-1", payment.StatusFailed)
	w.take(paidReport("INV-1", "p1", 100_000))
	w.hasStatus("INV-1", payment.StatusPaid) // money that arrives after the expiry still counts
}

func TestAPaymentExpiresByTheGatewaysClockAfterOneLookUp(t *testing.T) {
	t.Parallel()
	w := newProviderFixture(t)
	ctx := context.Background()
	w.open(identity(1, "unpaid"))
	w.open(onChannel(identity(1, "qris"), "qris", "QRIS"))
	w.open(identity(1, "paid"))
	w.open(identity(1, "less"))
	w.must(w.simulator.Pay(ctx, "paid", nil, ""))
	less := rupiah.Of(90_000)
	w.must(w.simulator.Pay(ctx, "less", &less, ""))
	r := w.watch()
	w.clock.advance(24*time.Hour - time.Second)
	w.once(r)
	w.hasStatus("unpaid", payment.StatusPending)
	w.clock.advance(time.Second)
	w.once(r)
	w.hasStatus("unpaid", payment.StatusExpired)
	w.hasStatus("qris", payment.StatusExpired)
	w.hasStatus("paid", payment.StatusPaid)
	w.hasStatus("less", payment.StatusPending) // until an administrator decides
	if s := w.payment("less"); len(s.Suspense) != 1 {
		t.Errorf("money of another amount: %+v", s.Suspense)
	}
	w.once(r)
	if got := w.events(payment.Stream("unpaid")); len(got) != 3 {
		t.Errorf("events: %v", got)
	}
}

// silentAbout does not answer about payments whose ids begin with the prefix.
type silentAbout struct {
	PaymentProvider
	prefix string
}

func (p silentAbout) FindPayment(ctx context.Context, channel pricing.Kind, transactionID string) (report.Payment, error) {
	if strings.HasPrefix(transactionID, p.prefix) {
		return report.Payment{}, errors.New("no answer")
	}
	return p.PaymentProvider.FindPayment(ctx, channel, transactionID)
}

// The list of due payments is read in pages: payments that make no progress must not fill it.
func TestPaymentsThatCannotMoveKeepNoOtherFromExpiring(t *testing.T) {
	t.Parallel()
	w := newProviderFixture(t)
	const page = 5
	for n := range 2*page + 1 { // money of another amount: an administrator has to decide
		id := fmt.Sprint("suspended-", n)
		w.openFor(identity(1, id), 24*time.Hour)
		less := rupiah.Of(90_000)
		w.must(w.simulator.Pay(context.Background(), id, &less, ""))
	}
	for n := range 2*page + 1 { // the provider keeps them open
		w.openFor(onChannel(identity(1, fmt.Sprint("kept-", n)), "invoice", "INVOICE"), 48*time.Hour)
		w.request(identity(1, fmt.Sprint("unanswered-", n)))
	}
	w.clock.advance(time.Second)
	w.open(identity(1, "unpaid"))
	w.open(onChannel(identity(1, "paid"), "qris", "QRIS"))
	w.must(w.simulator.Pay(context.Background(), "paid", nil, ""))
	created := onChannel(identity(1, "created"), "qris", "QRIS")
	w.request(created)
	w.create(created)
	r := w.payments(silentAbout{w.provider, "unanswered"}, PaymentWatchOptions{Page: page}).Expiring
	w.clock.advance(24 * time.Hour)
	for range 10 { // each reading of the list starts only as many jobs as may run at once
		w.once(r)
	}
	w.hasStatus("suspended-0", payment.StatusPending)
	w.hasStatus("kept-0", payment.StatusPending)
	w.hasStatus("unpaid", payment.StatusExpired)
	w.hasStatus("paid", payment.StatusPaid)
	if !w.payment("created").Opened() {
		t.Error("the creation behind those that are not answered was not found")
	}
	due, err := w.queries.DuePayments(t.Context(), paymentrows.ToExpire, w.clock.now(), paymentrows.PaymentCursor{}, 100)
	w.must(err)
	for _, p := range due {
		if strings.HasPrefix(p.TransactionID, "suspended") {
			t.Errorf("%s is in the list, and can't move", p.TransactionID)
		}
	}
}

func TestAnInvoiceExpiresWhenTheProviderSaysSo(t *testing.T) {
	t.Parallel()
	w := newProviderFixture(t)
	for _, id := range []string{"closed", "forgotten"} {
		w.openFor(onChannel(identity(1, id), "invoice", "INVOICE"), 48*time.Hour)
	}
	r := w.watch()
	w.clock.advance(24 * time.Hour)
	w.once(r)
	w.hasStatus("closed", payment.StatusPending)
	w.must(w.simulator.Expire(context.Background(), "closed"))
	w.clock.advance(2 * time.Second)
	w.once(r)
	w.hasStatus("closed", payment.StatusExpired)
	w.hasStatus("forgotten", payment.StatusPending)
	w.clock.advance(10 * time.Minute)
	w.once(r)
	w.hasStatus("forgotten", payment.StatusExpired)
}

func TestAProviderThatIsDownDelaysAnExpiryByTenMinutesAtMost(t *testing.T) {
	t.Parallel()
	w := newProviderFixture(t)
	w.open(identity(1, "INV-1"))
	w.down.Store(true)
	r := w.watch()
	w.clock.advance(24 * time.Hour)
	w.once(r)
	w.hasStatus("INV-1", payment.StatusPending)
	w.clock.advance(10 * time.Minute)
	w.once(r)
	w.hasStatus("INV-1", payment.StatusExpired)
}
