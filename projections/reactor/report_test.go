package reactor

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"gateway/domain/balance"
	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/test/rupiah"
)

// paidReport returns the provider's report that the payment of identity was paid.
func paidReport(id, paymentID string, amount int64) report.Payment {
	return report.Payment{
		Channel: pricing.VA, ProviderID: "va-" + id, PaymentID: paymentID, TransactionID: id, Status: report.Paid,
		Amount: rupiah.Of(amount), PaidAmount: rupiah.Of(amount), PaidAt: time.Date(2025, 3, 4, 6, 0, 0, 0, time.UTC), ChannelCode: "BCA",
	}
}

func (h *logFixture) take(n report.Payment) {
	h.t.Helper()
	h.must(h.reports.TakePayment(context.Background(), n))
}

func TestARepeatedNotificationCreditsOnce(t *testing.T) {
	t.Parallel()
	h := newLogFixture(t)
	h.request(identity(1, "INV-1"))
	for range 3 {
		h.take(paidReport("INV-1", "p1", 100_000))
	}
	if got := h.events(payment.Stream("INV-1")); !slices.Equal(got, []string{"payment.requested.v1", "payment.paid.v1"}) {
		t.Errorf("events: %v", got)
	}
	page, err := h.store.ReadStream(context.Background(), payment.Stream("INV-1"), eventstore.End, eventstore.Backwards, 1)
	h.must(err)
	if got := string(page[0].Metadata); got != `{"actor":"provider","origin":"gateway"}` {
		t.Errorf("metadata: %s", got)
	}
}

func TestMoneyThatIsNotDueGoesToSuspenseUnderItsOwnID(t *testing.T) {
	t.Parallel()
	h := newLogFixture(t)
	h.request(identity(1, "INV-1"))
	h.take(paidReport("INV-1", "p1", 90_000))
	h.take(paidReport("INV-1", "p2", 100_000))
	h.take(paidReport("INV-1", "p3", 100_000))
	h.take(paidReport("INV-1", "p3", 100_000))
	s := h.payment("INV-1")
	if s.Status != payment.StatusPaid || len(s.Suspense) != 2 || s.Suspense[0].ID == 0 || s.Suspense[0].ID == s.Suspense[1].ID {
		t.Errorf("state: %+v", s)
	}
}

func TestEachReportOnAPayment(t *testing.T) {
	t.Parallel()
	h := newLogFixture(t)
	settled := paidReport("", "p1", 100_000)
	settled.Status = report.Settled
	expired := report.Payment{Channel: pricing.Invoice, Status: report.Expired}
	dead := report.Payment{Channel: pricing.EWallet, Status: report.Failed, FailureCode: "USER_DECLINED"}
	voided := report.Payment{Channel: pricing.EWallet, Status: report.Failed, FailureCode: "VOIDED"}
	attempt := report.Payment{Channel: pricing.QRIS, Status: report.Failed}
	for i, c := range []struct {
		name    string
		reports []report.Payment
		want    string
	}{
		{"paid", []report.Payment{paidReport("", "p1", 100_000)}, payment.StatusPaid},
		{"paid, settled", []report.Payment{paidReport("", "p1", 100_000), settled}, payment.StatusSettled},
		{"settled, the report of the payment lost", []report.Payment{settled}, payment.StatusSettled},
		{"settled, paid: out of order", []report.Payment{settled, paidReport("", "p1", 100_000)}, payment.StatusSettled},
		{"expired", []report.Payment{expired}, payment.StatusExpired},
		{"expired, paid", []report.Payment{expired, paidReport("", "p1", 100_000)}, payment.StatusPaid},
		{"paid, expired", []report.Payment{paidReport("", "p1", 100_000), expired}, payment.StatusPaid},
		{"a charge that failed", []report.Payment{dead}, payment.StatusExpired},
		{"a charge that was voided", []report.Payment{voided}, payment.StatusPending},
		{"an attempt to pay a QR code failed", []report.Payment{attempt}, payment.StatusPending},
	} {
		id := fmt.Sprint("INV-", i)
		h.request(identity(1, id))
		for _, n := range c.reports {
			n.TransactionID = id
			h.take(n)
		}
		if got := h.payment(id).Status; got != c.want {
			t.Errorf("%s: %s", c.name, got)
		}
	}
}

func TestReportsOnUnknownPaymentsAndPayoutsAreRefused(t *testing.T) {
	t.Parallel()
	h := newLogFixture(t)
	ctx := context.Background()
	for _, confirm := range []bool{false, true} {
		h.reports.Confirm = confirm
		for id, code := range map[string]string{"unknown": "payment_not_found", nextTransactionID(): "payment_unknown"} {
			if err := h.reports.TakePayment(ctx, paidReport(id, "p1", 1)); !refusedWith(err, code) {
				t.Errorf("payment %s: %v", id, err)
			}
		}
	}
	if !h.alarmed("older log") {
		t.Error("no alarm")
	}
	for reference, code := range map[string]string{"unknown": "payout_not_found", "withdrawal-1-1-00c0ffee": "payout_unknown"} {
		err := h.reports.TakePayout(ctx, report.Payout{Reference: reference, Status: report.Completed, ProviderID: "d1"})
		if !refusedWith(err, code) {
			t.Errorf("payout %s: %v", reference, err)
		}
	}
}

func TestANotificationOnAPayoutEndedByHandIsConfirmedAndShown(t *testing.T) {
	t.Parallel()
	w := newProviderFixture(t)
	o := w.withdraw(1, 1, 50_000)
	w.submit(o)
	made, err := w.provider.SendPayout(context.Background(), w.payoutState(o).Transfer())
	w.must(err)
	w.endByHand(o)
	w.must(w.simulator.CompletePayout(context.Background(), o.Name()))
	w.must(w.reports.TakePayout(context.Background(), report.Payout{
		Reference: made.Reference, ProviderID: made.ProviderID, Status: report.Completed, Amount: o.Amount,
	}))
	w.once(w.payouts(PayoutOptions{}))
	if !w.alarmed("paid twice") || w.statusOf(o) != balance.StatusFailed {
		t.Errorf("alarmed %v, %s", w.alarmed("paid twice"), w.statusOf(o))
	}
	row, err := w.queries.Payout(context.Background(), o.Kind, o.ID)
	w.must(err)
	if row.Contradiction != balance.EndedOtherwise || row.Reported {
		t.Errorf("administrators see %+v", row)
	}
}
