package reportreactor_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/projections/reactor/bookreactor"
	"gateway/projections/reactor/reactortest"
	"gateway/test/rupiah"

	"github.com/shopspring/decimal"
)

// by is the rule that money goes back by one method.
type by string

func (m by) RefundChoices(payment.RefundMoney, time.Time) []payment.RefundChoice {
	return []payment.RefundChoice{{Method: string(m)}}
}

// refundFixture has a payment of 100,000, and refund 7 of it that was announced to the provider.
type refundFixture struct {
	*reactortest.LogFixture
	id   string
	told []int64
}

func newRefundFixture(t *testing.T, method string, amount int64) *refundFixture {
	t.Helper()
	w := &refundFixture{LogFixture: reactortest.NewLogFixture(t), id: reactortest.NextTransactionID()}
	w.Reports.OnRefundNews = func(transactionID string, refundID int64) {
		if transactionID == w.id {
			w.told = append(w.told, refundID)
		}
	}
	i := reactortest.Identity(1, w.id)
	w.Request(i)
	w.decide(func(s payment.State) ([]domain.Event, error) {
		return payment.Open(s, payment.OpenCmd{ProviderID: "va-" + w.id, At: w.Clock.Now()})
	})
	w.Take(reactortest.PaidReport(w.id, "pay-1", 100_000))
	w.request(7, method, amount)
	w.submit(7, "xendit")
	return w
}

func (w *refundFixture) request(id int64, method string, amount int64) {
	w.T.Helper()
	w.decide(func(s payment.State) ([]domain.Event, error) {
		return payment.RequestRefund(s, payment.RefundCmd{
			RefundID: id, Amount: rupiah.Of(amount), Reason: "other", Rules: by(method), To: &payment.RefundTo{Bank: "BCA", AccountNumber: "1"},
			Limit: func(string) payment.RefundLimit { return payment.RefundLimit{} },
			Fee:   func(string, decimal.Decimal) payment.RefundFee { return payment.RefundFee{} },
			At:    w.Clock.Now(),
		})
	})
	w.decide(func(s payment.State) ([]domain.Event, error) {
		return payment.ConfirmRefund(s, id, payment.ApprovalNone, w.Clock.Now())
	})
}

func (w *refundFixture) submit(id int64, at string) {
	w.T.Helper()
	w.decide(func(s payment.State) ([]domain.Event, error) {
		return payment.SubmitRefund(s, payment.SubmitRefundCmd{RefundID: id, PaidBy: at, ProviderAPI: "v1", At: w.Clock.Now()})
	})
}

func (w *refundFixture) decide(decide func(payment.State) ([]domain.Event, error)) {
	w.T.Helper()
	out, err := eventstore.Execute(context.Background(), w.Log, payment.Aggregate, payment.Stream(w.id), decide)
	w.Must(err)
	if len(out.Events) == 0 {
		w.T.Fatal("nothing was decided")
	}
}

// refund describes what has become of the refund: its status, its attempts, and what was posted.
func (w *refundFixture) refund() string {
	w.T.Helper()
	s := w.Payment(w.id)
	r, _ := s.Refund(7)
	said := fmt.Sprintf("%s %d", r.Status, r.Attempts)
	if r.Failed {
		said += " again by " + r.Method
	}
	for _, d := range s.Reversals {
		said += fmt.Sprintf(", %s %s %s", strings.ReplaceAll(d.ReversalID, w.id, "our"), d.Took.Kind, d.Took.Reversal.Amount)
		if d.Returned {
			said += " returned"
		}
	}
	return said
}

func (w *refundFixture) key(attempt int) string { return payment.RefundKey(w.id, 7, attempt) }

func (w *refundFixture) notification(status report.Status) report.Refund {
	return report.Refund{
		Connection: "xendit", ID: "rfd-1", ProviderID: "va-" + w.id, Reference: w.key(1), Status: status, Amount: rupiah.Of(60_000),
		FailureCode: map[report.Status]string{report.Failed: "ACCOUNT_CLOSED"}[status],
	}
}

func (w *refundFixture) record(status report.Status) report.RefundRecord {
	return report.RefundRecord{Connection: "xendit", ID: "rfd-1", Status: status, Amount: rupiah.Of(60_000)}
}

// take takes the news in twice, which changes nothing more.
func (w *refundFixture) take(what string, take func() error, want string) {
	w.T.Helper()
	for range 2 {
		w.Must(take())
		if got := w.refund(); got != want {
			w.T.Errorf("%s: %q, not %q", what, got, want)
		}
	}
}

func TestTheOutcomeOfARefundIsTakenInOnce(t *testing.T) {
	t.Parallel()
	w := newRefundFixture(t, payment.MethodProvider, 60_000)
	notified := func(n report.Refund) func() error {
		return func() error { return w.Reports.TakeRefund(context.Background(), n) }
	}
	recorded := func(attempt int, r report.RefundRecord) func() error {
		return func() error {
			_, err := w.Reports.TakeRefundRecord(context.Background(), w.id, 7, attempt, r)
			return err
		}
	}
	w.take("pending", recorded(1, w.record(report.Pending)), "processing 1")
	nameless := w.notification(report.Completed)
	nameless.Reference = w.id // which the provider knows it by
	w.take("done, by its id", notified(nameless), "succeeded 1, rfd-1 refund 60000")
	w.take("done", notified(w.notification(report.Completed)), "succeeded 1, rfd-1 refund 60000")
	w.take("the answer comes late", recorded(1, w.record(report.Pending)), "succeeded 1, rfd-1 refund 60000")
	bounced := w.notification(report.Failed)
	bounced.Reference = w.id
	w.take("bounced, by its id", notified(bounced), "failed 1, rfd-1 refund 60000 returned")
	w.take("done after the bounce", notified(nameless), "failed 1, rfd-1 refund 60000 returned")
}

func TestAFailedAttemptEndsTheRefundOrIsTriedAgain(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		method, code, want string
		voided             bool
	}{
		"for good":             {payment.MethodProvider, "INELIGIBLE_TRANSACTION", "failed 1", false},
		"our money there":      {payment.MethodProvider, "INSUFFICIENT_BALANCE", "processing 1 again by provider", false},
		"not now":              {payment.MethodProvider, "REFUND_TEMPORARILY_UNAVAILABLE", "processing 1 again by provider", false},
		"a void that was late": {payment.MethodVoid, "VOID_FAILED", "processing 1 again by provider", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newRefundFixture(t, c.method, 60_000)
			failed := w.record(report.Failed)
			failed.FailureCode, failed.Voided = c.code, c.voided
			w.take("failed", func() error {
				_, err := w.Reports.TakeRefundRecord(t.Context(), w.id, 7, 1, failed)
				return err
			}, c.want)
			if !strings.Contains(c.want, "again") {
				return
			}
			w.submit(7, "xendit")
			w.take("the first attempt fails again", func() error {
				_, err := w.Reports.TakeRefundRecord(t.Context(), w.id, 7, 1, failed)
				return err
			}, "processing 2")
			second := w.record(report.Completed)
			second.ID = "rfd-2"
			w.take("done", func() error {
				_, err := w.Reports.TakeRefundRecord(t.Context(), w.id, 7, 2, second)
				return err
			}, "succeeded 2, rfd-2 refund 60000")
			w.take("the first attempt fails after that", func() error {
				n := w.notification(report.Failed)
				return w.Reports.TakeRefund(t.Context(), n)
			}, "succeeded 2, rfd-2 refund 60000")
		})
	}
}

func TestWhatComesBackVoidedIsPostedAsAVoidUnderOneID(t *testing.T) {
	t.Parallel()
	w := newRefundFixture(t, payment.MethodProvider, 100_000)
	found := w.record(report.Completed)
	found.Amount, found.Voided, found.ID = rupiah.Of(100_000), true, "qrrf_1"
	const want = "succeeded 1, void-pay-1 void 100000"
	w.take("voided", func() error {
		_, err := w.Reports.TakeRefundRecord(t.Context(), w.id, 7, 1, found)
		return err
	}, want)
	w.take("its notification", func() error {
		return w.Reports.TakeRefund(t.Context(), report.Refund{
			Connection: "xendit", ID: "qrrf_1", ProviderID: "pay-1", Reference: w.id, Status: report.Completed, Voided: true, Amount: rupiah.Of(100_000),
		})
	}, want)
	w.take("its booking", func() error {
		return w.Reports.TakeBooking(t.Context(), report.Booking{
			Connection: "xendit", ID: "txn-1", Kind: report.BookedPayment, ProductID: "pay-1", Reference: w.id, Status: report.Reversed, Voided: true,
			Amount: rupiah.Of(100_000),
		})
	}, want)
}

// A void that failed may be followed by another one, which is made at the provider, and their notifications may be late.
func TestAnOlderNotificationThatAVoidFailedDoesNotUndoAVoid(t *testing.T) {
	t.Parallel()
	w := newRefundFixture(t, payment.MethodVoid, 100_000)
	says := func(status report.Status) error {
		return w.Reports.TakeRefund(t.Context(), report.Refund{
			Connection: "xendit", ID: "void-pay-1", ProviderID: "pay-1", Reference: w.id, Status: status, Voided: true, Amount: rupiah.Of(100_000),
		})
	}
	const want = "succeeded 1, void-pay-1 void 100000"
	w.take("voided", func() error { return says(report.Completed) }, want)
	w.take("its failure", func() error { return says(report.Failed) }, want)
}

// Each provider numbers its payouts for itself.
func TestTwoRefundsThatTwoProvidersCallAlikeBothSucceed(t *testing.T) {
	t.Parallel()
	w := newRefundFixture(t, payment.MethodTransfer, 60_000)
	w.request(8, payment.MethodTransfer, 40_000)
	w.submit(8, "xendit-2")
	for id, paid := range map[int64]report.Payout{
		7: {Connection: "xendit", Amount: rupiah.Of(60_000)}, 8: {Connection: "xendit-2", Amount: rupiah.Of(40_000)},
	} {
		paid.ProviderID, paid.Reference, paid.Status = "disb-1", payment.RefundKey(w.id, id, 1), report.Completed
		_, err := w.Reports.TakeRefundTransfer(t.Context(), paid)
		w.Must(err)
		if r, _ := w.Payment(w.id).Refund(id); r.Status != payment.RefundStatusSucceeded {
			t.Errorf("refund %d is %s", id, r.Status)
		}
	}
}

// After a restore the log may lack the last attempt, of which the provider still tells.
func TestAnAttemptThatTheLogLacksIsNotTakenForTheOneThatFailed(t *testing.T) {
	t.Parallel()
	w := newRefundFixture(t, payment.MethodTransfer, 60_000)
	says := func(attempt int, status report.Status, code string) error {
		return w.Reports.TakePayout(t.Context(), report.Payout{
			Connection: "xendit", ProviderID: fmt.Sprint("disb-", attempt), Reference: w.key(attempt), Status: status, Amount: rupiah.Of(60_000), FailureCode: code,
		})
	}
	_, err := w.Reports.TakeRefundTransfer(t.Context(), report.Payout{
		Connection: "xendit", ProviderID: "disb-1", Reference: w.key(1), Status: report.Failed, Amount: rupiah.Of(60_000), FailureCode: "INSUFFICIENT_BALANCE",
	})
	w.Must(err)
	w.take("the second attempt", func() error { return says(2, report.Completed, "") }, "processing 1 again by transfer")
	w.submit(7, "xendit")
	_, err = w.Reports.TakeRefundTransfer(t.Context(), report.Payout{
		Connection: "xendit", ProviderID: "disb-2", Reference: w.key(2), Status: report.Completed, Amount: rupiah.Of(60_000),
	})
	w.Must(err)
	if got := w.refund(); got != "succeeded 2, transfer-our-R7-2 refund 60000" || w.Alarmed("contradicts a refund") {
		t.Errorf("it is %s", got)
	}
}

// A void that was made at the provider comes with the same id from its notification as from the books.
func TestAVoidThatWeDidNotAskForIsPostedOnce(t *testing.T) {
	t.Parallel()
	w := newRefundFixture(t, payment.MethodTransfer, 60_000)
	w.decide(func(s payment.State) ([]domain.Event, error) {
		return payment.FailRefund(s, payment.FailRefundCmd{RefundID: 7, Attempt: 1, Code: "X", At: w.Clock.Now()})
	})
	const want = "failed 1, void-pay-1 void 100000"
	w.take("its notification", func() error {
		return w.Reports.TakeRefund(t.Context(), report.Refund{
			Connection: "xendit", ID: "void-pay-1", ProviderID: "pay-1", Reference: w.id, Status: report.Completed, Voided: true, Amount: rupiah.Of(100_000),
		})
	}, want)
	w.take("its booking", func() error {
		return w.Reports.TakeBooking(t.Context(), report.Booking{
			Connection: "xendit", ID: "txn-1", Kind: report.BookedPayment, ProductID: "pay-1", Reference: w.id, Status: report.Reversed, Voided: true,
			Amount: rupiah.Of(100_000),
		})
	}, want)
}

func TestNewsThatDoesNotFitARefundMovesNoMoneyAndAlarms(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*report.Refund){
		"another amount":     func(n *report.Refund) { n.Amount = rupiah.Of(59_999) },
		"another connection": func(n *report.Refund) { n.Connection = "xendit-2" },
	} {
		w := newRefundFixture(t, payment.MethodProvider, 60_000)
		n := w.notification(report.Completed)
		change(&n)
		err := w.Reports.TakeRefund(t.Context(), n)
		if !reactortest.RefusedWith(err, "refund_contradicted") || w.refund() != "processing 1" || !w.Alarmed("contradicts a refund") {
			t.Errorf("%s: %v, and it is %s", name, err, w.refund())
		}
	}
	w := newRefundFixture(t, payment.MethodProvider, 60_000)
	for want, reference := range map[string]string{"refund_not_found": payment.RefundKey(w.id, 8, 1), "payment_not_found": payment.RefundKey(reactortest.NextTransactionID(), 7, 1)} {
		n := w.notification(report.Completed)
		n.Reference = reference
		if err := w.Reports.TakeRefund(t.Context(), n); !reactortest.RefusedWith(err, want) {
			t.Errorf("%s: %v", reference, err)
		}
	}
	w.Must(w.Reports.TakeRefund(t.Context(), w.notification(report.Failed)))
	err := w.Reports.TakeRefund(t.Context(), w.notification(report.Completed))
	if !reactortest.RefusedWith(err, "refund_contradicted") || w.refund() != "failed 1" {
		t.Errorf("done after it failed: %v, %s", err, w.refund())
	}
}

func TestAFormerAttemptThatGaveTheMoneyBackIsTheRefundAndAnAlarm(t *testing.T) {
	t.Parallel()
	w := newRefundFixture(t, payment.MethodProvider, 60_000)
	failed := w.record(report.Failed)
	failed.FailureCode = "INSUFFICIENT_BALANCE"
	_, err := w.Reports.TakeRefundRecord(t.Context(), w.id, 7, 1, failed)
	w.Must(err)
	w.submit(7, "xendit")
	w.Must(w.Reports.TakeRefund(t.Context(), w.notification(report.Completed)))
	if got := w.refund(); got != "succeeded 2, rfd-1 refund 60000" || !w.Alarmed("contradicts a refund") {
		t.Errorf("it is %s", got)
	}
	second := w.record(report.Completed)
	second.ID = "rfd-2"
	if _, err := w.Reports.TakeRefundRecord(t.Context(), w.id, 7, 1, second); !reactortest.RefusedWith(err, "refund_contradicted") {
		t.Errorf("the money went back twice: %v", err)
	}
}

func TestANotificationThatIsNotBelievedOnlyHasTheProviderAsked(t *testing.T) {
	t.Parallel()
	w := newRefundFixture(t, payment.MethodProvider, 60_000)
	w.Reports.Confirm = true
	w.Must(w.Reports.TakeRefund(t.Context(), w.notification(report.Completed)))
	unnamed := w.notification(report.Failed)
	unnamed.Reference = w.id
	w.Must(w.Reports.TakeRefund(t.Context(), unnamed)) // its id is not known: it may be this refund
	_, err := w.Reports.TakeRefundRecord(t.Context(), w.id, 7, 1, w.record(report.Pending))
	w.Must(err)
	unnamed.Status = report.Completed
	w.Must(w.Reports.TakeRefund(t.Context(), unnamed))
	w.Must(w.Reports.TakePayout(t.Context(), report.Payout{
		Connection: "xendit", ProviderID: "disb-1", Reference: w.key(1), Status: report.Completed, Amount: rupiah.Of(60_000),
	}))
	if w.refund() != "processing 1" || !slices.Equal(w.told, []int64{7, 7, 7, 7}) {
		t.Errorf("it is %s, told %v", w.refund(), w.told)
	}
	w.Reports.OnRefundNews = nil
	w.Must(w.Reports.TakeRefund(t.Context(), w.notification(report.Completed)))
}

// A client that knows the callback token could else have a transfer that the provider makes given back to the merchant.
func TestOfATransferInFlightNoNotificationIsBelieved(t *testing.T) {
	t.Parallel()
	w := newRefundFixture(t, payment.MethodTransfer, 60_000)
	says := func(status report.Status) report.Payout {
		return report.Payout{Connection: "xendit", ProviderID: "disb-1", Reference: w.key(1), Status: status, Amount: rupiah.Of(60_000)}
	}
	for _, status := range []report.Status{report.Failed, report.Completed} {
		w.Must(w.Reports.TakePayout(t.Context(), says(status)))
	}
	if w.refund() != "processing 1" || !slices.Equal(w.told, []int64{7, 7}) {
		t.Errorf("it is %s, told %v", w.refund(), w.told)
	}
	_, err := w.Reports.TakeRefundTransfer(t.Context(), says(report.Completed))
	w.Must(err)
	w.Must(w.Reports.TakePayout(t.Context(), says(report.Reversed)))
	if got, want := w.refund(), "failed 1, transfer-our-R7-1 refund 60000 returned"; got != want {
		t.Errorf("after its bounce it is %s", got)
	}
}

func TestARefundByTransferFollowsItsPayout(t *testing.T) {
	t.Parallel()
	payout := func(w *refundFixture, status report.Status) report.Payout {
		return report.Payout{Connection: "xendit", ProviderID: "disb-1", Reference: w.key(1), Status: status, Amount: rupiah.Of(60_000)}
	}
	booking := func(w *refundFixture, status report.Status) report.Booking {
		return report.Booking{
			Connection: "xendit", ID: "txn-1", Kind: report.BookedPayout, ProductID: "disb-1", Reference: w.key(1), Status: status, Amount: rupiah.Of(60_000),
		}
	}
	const succeeded, returned = "succeeded 1, transfer-our-R7-1 refund 60000", "failed 1, transfer-our-R7-1 refund 60000 returned"
	for name, take := range map[string]func(w *refundFixture, status report.Status) error{
		"answers": func(w *refundFixture, status report.Status) error {
			_, err := w.Reports.TakeRefundTransfer(context.Background(), payout(w, status))
			return err
		},
		"bookings": func(w *refundFixture, status report.Status) error {
			return bookreactor.BookedPayouts{Reports: w.Reports}.TakeBooking(context.Background(), booking(w, status))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newRefundFixture(t, payment.MethodTransfer, 60_000)
			w.take("completed", func() error { return take(w, report.Completed) }, succeeded)
			w.take("reversed", func() error { return take(w, report.Reversed) }, returned)
			w.take("completed again", func() error { return take(w, report.Completed) }, returned)
			failed := newRefundFixture(t, payment.MethodTransfer, 60_000)
			failed.take("failed", func() error { return take(failed, report.Failed) }, "failed 1")
		})
	}
	w := newRefundFixture(t, payment.MethodTransfer, 60_000)
	elsewhere := payout(w, report.Completed)
	elsewhere.Connection = "xendit-2"
	if _, err := w.Reports.TakeRefundTransfer(t.Context(), elsewhere); !reactortest.RefusedWith(err, "refund_contradicted") {
		t.Errorf("a payout of another connection: %v", err)
	}
	unknown := payout(w, report.Completed)
	unknown.Reference = payment.RefundKey(w.id, 8, 1)
	if err := w.Reports.TakePayout(t.Context(), unknown); !reactortest.RefusedWith(err, "payout_unknown") {
		t.Errorf("a refund that the log lacks: %v", err)
	}
	lost := booking(w, report.Completed)
	lost.Reference = unknown.Reference
	w.Must(bookreactor.BookedPayouts{Reports: w.Reports}.TakeBooking(t.Context(), lost))
	if !w.Alarmed("a payout of a refund that does not fit") {
		t.Error("a listed payout of a refund that the log lacks is no alarm")
	}
	// The same reference at the refund API is another thing.
	if err := w.Reports.TakeRefund(t.Context(), w.notification(report.Completed)); !reactortest.RefusedWith(err, "refund_contradicted") || w.refund() != "processing 1" {
		t.Errorf("a refund of the provider in place of a transfer: %v, %s", err, w.refund())
	}
}

func TestTheBooksTellOfARefundAndOfItsBounce(t *testing.T) {
	t.Parallel()
	w := newRefundFixture(t, payment.MethodProvider, 60_000)
	booked := func(reference string, status report.Status) func() error {
		return func() error {
			return w.Reports.TakeBooking(t.Context(), report.Booking{
				Connection: "xendit", ID: "txn-1", Kind: report.BookedRefund, ProductID: "rfd-1", Reference: reference, Status: status, Amount: rupiah.Of(60_000),
			})
		}
	}
	const succeeded, returned = "succeeded 1, rfd-1 refund 60000", "failed 1, rfd-1 refund 60000 returned"
	w.take("booked, by our reference", booked(w.key(1), report.Completed), succeeded)
	w.take("booked, by the payment's", booked(w.id, report.Completed), succeeded)
	w.take("bounced", booked(w.id, report.Reversed), returned)
	w.take("bounced, by our reference", booked(w.key(1), report.Reversed), returned)
}

// A chargeback that came back may be reported after the refund that had room for it. Operators may have corrected the balance by
// then, so they are told.
func TestARefundThatDidNotFitIsBookedOnceTheChargebackCameBack(t *testing.T) {
	t.Parallel()
	h := reactortest.NewLogFixture(t)
	id := reactortest.NextTransactionID()
	h.Request(reactortest.Identity(1, id))
	h.Take(reactortest.PaidReport(id, "pay-1", 100_000))
	book := func(kind report.BookingKind, product string, status report.Status, amount int64) {
		t.Helper()
		h.Must(h.Reports.TakeBooking(t.Context(), report.Booking{
			Connection: "xendit", ID: "txn-" + product, Kind: kind, ProductID: product, Reference: id, Status: status, Amount: rupiah.Of(amount),
		}))
	}
	book(report.BookedChargeback, "cb-1", report.Completed, 80_000)
	book(report.BookedRefund, "rfd-1", report.Completed, 50_000)
	contradicted := h.Payment(id).Reversals[1].Contradicted
	book(report.BookedChargeback, "cb-1", report.Reversed, 80_000)
	last := h.Payment(id).Reversals[1]
	if !contradicted || last.Contradicted || last.ReversalID != "rfd-1" || !last.Took.WasContradicted || !h.Alarmed("did not fit is booked") {
		t.Errorf("the refund is contradicted: %t, and then %+v", contradicted, last)
	}
}
