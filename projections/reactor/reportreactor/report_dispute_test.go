package reportreactor_test

import (
	"testing"

	"gateway/domain/domaintest"
	"gateway/domain/payment"
	"gateway/domain/report"
	"gateway/projections/reactor/reactortest"
	"gateway/test/rupiah"
)

// Anybody who has the token of notifications can send one: it holds money, and does not release it.
func TestANotificationThatIsNotBelievedReleasesNoDispute(t *testing.T) {
	t.Parallel()
	w := newClaimFixture(t)
	id := "INV-1-1767323045000000001"
	p := reactortest.Paid(1, id)
	p.ChannelCode = "QRIS"
	w.Append(payment.Stream(id), payment.Requested{Identity: p.Identity, At: p.At}, p)
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
