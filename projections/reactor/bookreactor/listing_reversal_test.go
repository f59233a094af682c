package bookreactor

import (
	"context"
	"fmt"
	"testing"
	"time"

	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/http/simulator"
	"gateway/projections/reactor/postingreactor"
	"gateway/projections/reactor/reactortest"
	"gateway/test/poll"
	"gateway/test/rupiah"

	"github.com/shopspring/decimal"
)

// paidOn opens a payment of 100,000 on the channel, pays it, and takes in the notification.
func (w *bookFixture) paidOn(channel pricing.Kind) payment.Identity {
	w.T.Helper()
	for _, i := range reactortest.EachChannel() {
		if i.Channel != string(channel) {
			continue
		}
		i.ID, i.TransactionID = reactortest.NextID(), reactortest.NextTransactionID()
		w.Open(i)
		w.Must(w.Simulator.Pay(context.Background(), i.TransactionID, nil, ""))
		w.Take(w.NotificationOf(i.TransactionID))
		return i
	}
	w.T.Fatalf("no channel %s", channel)
	return payment.Identity{}
}

// books makes the reactor that reads the provider's books, for reversals only.
func (w *bookFixture) books() *ProviderListing {
	w.Reports.Payments = w.Queries
	return NewProviderListing(w.Reports, w.Provider, w.Provider, &memoryCursor{}, w.Logger,
		patient(w.Clock, ProviderListingOptions{Consumers: []BookingConsumer{w.Reports}}))
}

func (w *bookFixture) hasReversed(id, amount string) {
	w.T.Helper()
	w.Shown()
	tx, err := w.Queries.PaymentByTransactionID(context.Background(), id)
	w.Must(err)
	if tx.ReversedAmount.String() != amount || tx.Status != payment.StatusPaid {
		w.T.Errorf("%s is %s, %s was taken back, want %s: %+v", id, tx.Status, tx.ReversedAmount, amount, tx.Reversals)
	}
}

func amountOf(n int64) *decimal.Decimal { return new(rupiah.Of(n)) }

func TestARefundIsTakenInOnceWhicheverWayItsNewsComes(t *testing.T) {
	t.Parallel()
	for name, confirm := range map[string]bool{"notifications are believed": false, "the books count": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newBookFixture(t)
			books := w.books()
			i := w.paidOn(pricing.EWallet)
			w.Reports.Confirm = confirm
			w.Shown() // the notification of the refund lacks our reference
			w.Must(w.Simulator.Refund(t.Context(), simulator.Reversal{ExternalID: i.TransactionID, Amount: amountOf(30_000)}))
			stop := w.Notify()
			poll.Until(t, "the notification of the refund is taken in", func() bool {
				s := w.Payment(i.TransactionID)
				return len(s.Reversals)+len(s.WaitingReversals) == 1
			})
			stop()
			before := "30000"
			if confirm {
				before = "0" // anyone with the callback token could have sent it
			}
			w.hasReversed(i.TransactionID, before)
			for range 3 {
				w.Clock.Advance(time.Minute)
				w.Once(books)
				w.hasReversed(i.TransactionID, "30000")
			}
			w.Must(w.Simulator.Refund(t.Context(), simulator.Reversal{ExternalID: i.TransactionID, Amount: amountOf(70_000)}))
			w.Clock.Advance(time.Minute)
			w.Once(books)
			w.hasReversed(i.TransactionID, "100000")
		})
	}
}

func TestAChargebackAndAVoidAreFoundInTheBooks(t *testing.T) {
	t.Parallel()
	w := newBookFixture(t)
	counted := map[string]int{}
	w.Reports.OnReversal = func(kind, outcome string) { counted[kind+" "+outcome]++ }
	books, posting := w.books(), postingreactor.NewPosting(w.Log, w.Read, w.Logger)
	w.Run(posting.Run)
	va, wallet := w.paidOn(pricing.VA), w.paidOn(pricing.EWallet)
	w.Must(w.Simulator.Chargeback(t.Context(), simulator.Reversal{ExternalID: va.TransactionID}))
	w.Must(w.Simulator.Void(t.Context(), wallet.TransactionID, ""))
	for range 2 {
		w.Clock.Advance(time.Minute)
		w.Once(books)
	}
	w.hasReversed(va.TransactionID, "100000")
	w.hasReversed(wallet.TransactionID, "100000")
	if counted["chargeback posted"] != 1 || counted["void posted"] != 1 || len(counted) != 2 {
		t.Errorf("counted %v", counted)
	}
	poll.Until(t, "the ledger follows", func() bool {
		// The client bears the chargeback's fee of 4,440, and no fee for the void.
		return w.Balance(va.ClientID).Totals.Receivable.Equal(rupiah.Of(-4_440))
	})
	if s := w.Balance(va.ClientID).Totals; !s.Available.IsZero() || !s.Sum().Equal(rupiah.Of(-4_440)) {
		t.Errorf("the client has %+v", s)
	}
}

// The books may be the first to tell that the network decided for the merchant after all.
func TestAChargebackThatTheBooksListAsReversedIsReturnedOnce(t *testing.T) {
	t.Parallel()
	w := newBookFixture(t)
	books := w.books()
	i := w.paidOn(pricing.QRIS)
	w.Must(w.Simulator.OpenDispute(t.Context(), simulator.Dispute{Reversal: simulator.Reversal{ExternalID: i.TransactionID}}))
	var id string
	w.Must(w.Connect(w.EventsDSN).QueryRowContext(
		t.Context(), `SELECT id FROM state.simulator_disputes WHERE external_id = $1`, i.TransactionID).Scan(&id))
	for _, step := range []struct {
		act   func(ctx context.Context, id string) error
		taken string
	}{{w.Simulator.LoseDispute, "100000"}, {w.Simulator.WinDispute, "0"}} {
		w.Must(step.act(t.Context(), id))
		for range 2 {
			w.Clock.Advance(time.Minute)
			w.Once(books)
			w.hasReversed(i.TransactionID, step.taken)
		}
	}
}

func TestAReversalThatDoesNotFitIsAnAlarmAndARow(t *testing.T) {
	t.Parallel()
	w := newBookFixture(t)
	i := w.paidOn(pricing.VA)
	for _, amount := range []int64{60_000, 60_000} {
		b := report.Booking{
			Connection: "xendit", Kind: report.BookedRefund, ProductID: fmt.Sprint("rf-", reactortest.NextID()), Reference: i.TransactionID,
			Status: report.Completed, Amount: rupiah.Of(amount),
		}
		for range 2 {
			w.Must(w.Reports.TakeBooking(t.Context(), b))
		}
	}
	w.hasReversed(i.TransactionID, "60000")
	rows, total, err := w.Queries.Reversals(t.Context(), "contradicted", reactortest.PageOf(10))
	w.Must(err)
	if total != 1 || rows[0].Contradiction != payment.MoreThanPaid || !w.Alarmed("does not fit its payment") {
		t.Errorf("%d contradictions: %+v", total, rows)
	}
}

func TestAReversalOfAPaymentThatTheLogLacksIsAnAlarm(t *testing.T) {
	t.Parallel()
	h := reactortest.NewLogFixture(t)
	b := report.Booking{Connection: "xendit", Kind: report.BookedChargeback, ProductID: "cb", Reference: reactortest.NextTransactionID(), Status: report.Completed, Amount: rupiah.Of(1)}
	if err := h.Reports.TakeBooking(t.Context(), b); !reactortest.RefusedWith(err, "payment_not_found") || !h.Alarmed("older log") {
		t.Errorf("answered %v", err)
	}
	b.Reference = "another business"
	h.Must(h.Reports.TakeBooking(t.Context(), b))
	if err := h.Reports.TakeRefund(t.Context(), report.Refund{Connection: "xendit", ID: "r", ProviderID: "x", Status: report.Completed}); !reactortest.RefusedWith(err, "payment_not_found") {
		t.Errorf("a refund of a foreign charge: %v", err)
	}
	h.Must(h.Reports.TakeRefund(t.Context(), report.Refund{Connection: "xendit", ID: "r", ProviderID: "x", Status: report.Pending}))
}
