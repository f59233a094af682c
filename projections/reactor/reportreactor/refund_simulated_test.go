package reportreactor_test

import (
	"context"
	"fmt"
	"testing"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/projections/reactor/reactortest"
	"gateway/test/poll"
	"gateway/test/rupiah"

	"github.com/shopspring/decimal"
)

// simulatedRefund is a payment of 100,000 at the simulated provider, and refund 7 of it that was announced.
type simulatedRefund struct {
	*reactortest.ProviderFixture
	order report.RefundOrder
}

func newSimulatedRefund(t *testing.T, channel pricing.Kind, method string, amount int64) *simulatedRefund {
	t.Helper()
	w := &simulatedRefund{ProviderFixture: reactortest.NewProviderFixture(t)}
	w.Reports.Payments = w.Queries
	var i payment.Identity
	for _, one := range reactortest.EachChannel() {
		if one.Channel == string(channel) {
			i = one
		}
	}
	i.ID, i.TransactionID = reactortest.NextID(), reactortest.NextTransactionID()
	w.Open(i)
	w.Must(w.Simulator.Pay(t.Context(), i.TransactionID, nil, "DANA"))
	w.Take(w.NotificationOf(i.TransactionID))
	now, none := w.Clock.Now(), func(string, decimal.Decimal) payment.RefundFee { return payment.RefundFee{} }
	for _, decide := range []func(payment.State) ([]domain.Event, error){
		func(s payment.State) ([]domain.Event, error) {
			return payment.RequestRefund(s, payment.RefundCmd{
				RefundID: 7, Amount: rupiah.Of(amount), Reason: "other", Rules: by(method), Fee: none, At: now,
				Limit: func(string) payment.RefundLimit { return payment.RefundLimit{} },
			})
		},
		func(s payment.State) ([]domain.Event, error) {
			return payment.ConfirmRefund(s, 7, payment.ApprovalNone, now)
		},
		func(s payment.State) ([]domain.Event, error) {
			return payment.SubmitRefund(s, payment.SubmitRefundCmd{RefundID: 7, At: now})
		},
	} {
		w.Decide(i.TransactionID, decide)
	}
	s := w.Payment(i.TransactionID)
	w.order = report.RefundOrder{
		Channel: channel, PaidWith: s.Receipt.PaymentChannel, TransactionID: i.TransactionID, ProviderID: s.Receipt.ProviderID,
		PaymentID: s.Receipt.ProviderPaymentID, Reference: payment.RefundKey(i.TransactionID, 7, 1), Amount: rupiah.Of(amount),
		Void: method == payment.MethodVoid, Reason: "other",
	}
	return w
}

// becomes waits until the refund has the status, and says what was posted.
func (w *simulatedRefund) becomes(status string) string {
	w.T.Helper()
	poll.Until(w.T, "the refund is "+status, func() bool {
		r, _ := w.Payment(w.order.TransactionID).Refund(7)
		return r.Status == status
	})
	said := ""
	for _, d := range w.Payment(w.order.TransactionID).Reversals {
		said += fmt.Sprintf("%s %s %t ", d.Took.Kind, d.Took.Reversal.Amount, d.Returned)
	}
	return said
}

// answer takes in what the provider answers to the refund.
func (w *simulatedRefund) answer(found report.RefundRecord, err error) {
	w.T.Helper()
	w.Must(err)
	_, err = w.Reports.TakeRefundRecord(context.Background(), w.order.TransactionID, 7, 1, found)
	w.Must(err)
}

// list takes the provider's books in.
func (w *simulatedRefund) list() {
	w.T.Helper()
	page, err := w.Provider.BookingPage(context.Background(), report.BookingQuery{Reference: w.order.TransactionID})
	w.Must(err)
	for _, b := range page.Bookings {
		w.Must(w.Reports.TakeBooking(context.Background(), b))
	}
}

// News of a refund can arrive in any order and more than once. Its money still goes back once, and comes back once.
func TestTheNewsOfARefundPostItOnceInEachOrder(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		channel pricing.Kind
		method  string
		amount  int64
		posted  string
	}{
		"a wallet's part":   {pricing.EWallet, payment.MethodProvider, 40_000, "refund 40000"},
		"a wallet's void":   {pricing.EWallet, payment.MethodVoid, 100_000, "void 100000"},
		"a QR code's whole": {pricing.QRIS, payment.MethodProvider, 100_000, "void 100000"},
		"a part by QR code": {pricing.QRIS, payment.MethodProvider, 40_000, "refund 40000"},
		"an invoice's part": {pricing.Invoice, payment.MethodProvider, 40_000, "refund 40000"},
	} {
		for order, news := range map[string][]func(w *simulatedRefund, answer report.RefundRecord){
			"the answer first":       {answered, notified, listed, lookedUp},
			"the notification first": {notified, answered, listed, lookedUp},
			"the listing first":      {listed, lookedUp, answered, notified},
			"the answer is lost":     {lookedUp, listed, notified},
		} {
			t.Run(name+", "+order, func(t *testing.T) {
				t.Parallel()
				w := newSimulatedRefund(t, c.channel, c.method, c.amount)
				w.Shown() // a notification without our reference is found by the read models
				made, err := w.Provider.SendRefund(t.Context(), w.order)
				w.Must(err)
				for _, take := range news {
					take(w, made)
				}
				if posted := w.becomes(payment.RefundStatusSucceeded); posted != c.posted+" false " {
					t.Errorf("posted %s", posted)
				}
				if c.posted[:4] == "void" {
					return
				}
				w.Must(w.Simulator.BounceRefund(t.Context(), w.order.TransactionID, ""))
				for _, take := range []func(*simulatedRefund, report.RefundRecord){listed, notified, listed, lookedUp} {
					take(w, made)
				}
				if posted := w.becomes(payment.RefundStatusFailed); posted != c.posted+" true " {
					t.Errorf("bounced: posted %s", posted)
				}
			})
		}
	}
}

func answered(w *simulatedRefund, made report.RefundRecord) { w.answer(made, nil) }

func lookedUp(w *simulatedRefund, _ report.RefundRecord) {
	w.T.Helper()
	w.answer(w.Provider.FindRefund(context.Background(), w.order))
}

func listed(w *simulatedRefund, _ report.RefundRecord) {
	w.T.Helper()
	w.list()
}

// notified delivers what waits. That of a refund by QR code names neither us nor what the read models know: it is refused.
func notified(w *simulatedRefund, _ report.RefundRecord) {
	w.T.Helper()
	waiting := func() (n int) {
		w.Must(w.Connect(w.EventsDSN).QueryRow(`SELECT count(*) FROM state.simulator_notifications
			WHERE delivered_at IS NULL`).Scan(&n))
		return n
	}
	stop := w.Notify()
	poll.Until(w.T, "the notifications are sent", func() bool { return waiting() == 0 })
	stop()
}
