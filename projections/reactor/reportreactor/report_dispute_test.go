package reportreactor_test

import (
	"testing"

	"gateway/domain/domaintest"
	"gateway/domain/payment"
	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/projections/reactor/reactortest"
	"gateway/test/rupiah"
)

// paidByQRIS appends a payment that was paid.
func (w *claimFixture) paidByQRIS() (id string, p payment.Paid) {
	w.T.Helper()
	id = "INV-1-1767323045000000001"
	p = reactortest.Paid(1, id)
	p.ChannelCode = "QRIS"
	w.Append(payment.Stream(id), payment.Requested{Identity: p.Identity, At: p.At}, p)
	return id, p
}

// paidAgain puts a second payment of the same amount, pay-2, in suspense.
func (w *claimFixture) paidAgain(id string, p payment.Paid) {
	w.T.Helper()
	second := payment.Suspended{Identity: p.Identity, Receipt: p.Receipt, SuspenseID: 6, Reason: payment.ReasonSecondPayment, At: p.At}
	second.ProviderPaymentID = "pay-2"
	w.Append(payment.Stream(id), second)
}

// Anybody who has the token of notifications can send one: it holds money, and does not release it.
func TestANotificationThatIsNotBelievedReleasesNoDispute(t *testing.T) {
	t.Parallel()
	w := newClaimFixture(t)
	id, p := w.paidByQRIS()
	news := report.Dispute{Connection: "xendit", ID: "dsp-1", PaymentID: "other", Reference: id, Status: report.DisputeOpen, Amount: rupiah.Of("1000000000")}
	w.Must(w.Reports.TakeDispute(t.Context(), news))
	d, opened := w.Payment(id).DisputeCalled("dsp-1")
	if !opened || !d.Held || !d.DisputeOrder.Amount.Equal(p.PaidAmount) || !d.DueBy.After(w.Clock.Now()) {
		t.Fatalf("%+v", d)
	}
	news.Status = report.DisputeWon
	w.Reports.Confirm = true
	if err := w.Reports.TakeDispute(t.Context(), news); domaintest.Refusal(err) != "dispute_needs_person" {
		t.Error(err)
	}
	if d, _ := w.Payment(id).DisputeCalled("dsp-1"); d.Status != payment.DisputeStatusNeedsResponse || !d.Held {
		t.Errorf("%+v", d)
	}
	w.Reports.Confirm = false
	w.Must(w.Reports.TakeDispute(t.Context(), news))
	if d, _ := w.Payment(id).DisputeCalled("dsp-1"); d.Status != payment.DisputeStatusWon || d.Held {
		t.Errorf("%+v", d)
	}
	news.Connection = "another"
	if err := w.Reports.TakeDispute(t.Context(), news); domaintest.Refusal(err) != "payment_not_found" {
		t.Errorf("from a connection that was never asked: %v", err)
	}
	news.Reference, news.PaymentID = "ORDER-7", ""
	if err := w.Reports.TakeDispute(t.Context(), news); domaintest.Refusal(err) != "payment_not_found" {
		t.Errorf("of a payment that is not ours: %v", err)
	}
}

// The customer of a payment that was paid twice disputes what waits in suspense, so nothing of the client's is held for it.
func TestADisputeAboutMoneyInSuspenseDoesNotHoldOtherMoney(t *testing.T) {
	t.Parallel()
	w := newClaimFixture(t)
	id, p := w.paidByQRIS()
	w.paidAgain(id, p)
	news := report.Dispute{Connection: "xendit", ID: "dsp-1", PaymentID: "pay-2", Reference: id, Status: report.DisputeOpen}
	if err := w.Reports.TakeDispute(t.Context(), news); domaintest.Refusal(err) != "invalid_field payment_id" {
		t.Error(err)
	}
	if d, opened := w.Payment(id).DisputeCalled("dsp-1"); opened {
		t.Errorf("%+v", d)
	}
}

// A restore may have lost the money that a dispute is about.
func TestADisputeAboutMoneyThatARestoreLostHoldsNoOtherMoney(t *testing.T) {
	t.Parallel()
	w := newClaimFixture(t)
	id, p := w.paidByQRIS()
	if _, err := eventstore.BeginGeneration(t.Context(), w.Reports.Log.Store(), eventstore.ReasonImported, eventstore.Position{}, w.Clock.Now()); err != nil {
		t.Fatal(err)
	}
	news := report.Dispute{Connection: "xendit", ID: "dsp-1", PaymentID: "pay-2", Reference: id, Status: report.DisputeOpen}
	if err := w.Reports.TakeDispute(t.Context(), news); domaintest.Refusal(err) != "payment_unknown" {
		t.Error(err)
	}
	news.PaymentID = p.ProviderPaymentID
	w.Must(w.Reports.TakeDispute(t.Context(), news))
	if d, opened := w.Payment(id).DisputeCalled("dsp-1"); !opened || !d.Held {
		t.Errorf("%+v", d)
	}
}

// The books list a chargeback that may be of two moneys, and then that it came back: no decision is needed any more.
func TestAChargebackThatCameBackUndecidedIsOver(t *testing.T) {
	t.Parallel()
	w := newClaimFixture(t)
	id, p := w.paidByQRIS()
	w.paidAgain(id, p)
	for _, status := range []report.Status{report.Completed, report.Reversed, report.Reversed} {
		w.Must(w.Reports.TakeBooking(t.Context(), report.Booking{
			Connection: "xendit", ID: "txn-1", Kind: report.BookedChargeback, ProductID: "cb-1", Reference: id, Status: status, Amount: p.PaidAmount,
		}))
		if waiting, waits := w.Payment(id).WaitingReversal("cb-1"); waits != (status == report.Completed) {
			t.Errorf("after %s: %+v", status, waiting)
		}
	}
	if c := w.Payment(id).Credits[0]; !c.Reversed.IsZero() {
		t.Errorf("%+v", c)
	}
}

// The news that a dispute was won got lost, or no dispute is known at all.
func TestTheBooksTellOfAChargebackAndThatItCameBack(t *testing.T) {
	t.Parallel()
	w := newClaimFixture(t)
	id := "INV-1-1767323045000000001"
	p := reactortest.Paid(1, id)
	w.Append(payment.Stream(id), payment.Requested{Identity: p.Identity, At: p.At}, p)
	for _, status := range []report.Status{report.Reversed, report.Completed, report.Reversed, report.Reversed} {
		w.Must(w.Reports.TakeBooking(t.Context(), report.Booking{
			Connection: "xendit", ID: "txn-1", Kind: report.BookedChargeback, ProductID: "cb-1", Reference: id, Status: status, Amount: p.PaidAmount,
		}))
		took := w.Payment(id).TookReversal("cb-1")
		if took != (status == report.Completed) {
			t.Errorf("after %s: %t", status, took)
		}
	}
	if c := w.Payment(id).Credits[0]; !c.Reversed.IsZero() {
		t.Errorf("%+v", c)
	}
}
