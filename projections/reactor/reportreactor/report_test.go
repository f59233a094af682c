package reportreactor_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/projections/reactor/reactortest"
)

func TestARepeatedNotificationCreditsOnce(t *testing.T) {
	t.Parallel()
	h := reactortest.NewLogFixture(t)
	h.Request(reactortest.Identity(1, "INV-1"))
	for range 3 {
		h.Take(reactortest.PaidReport("INV-1", "p1", 100_000))
	}
	if got := h.Events(payment.Stream("INV-1")); !slices.Equal(got, []string{"payment.requested.v1", "payment.paid.v1"}) {
		t.Errorf("events: %v", got)
	}
	page, err := h.Store.ReadStream(context.Background(), payment.Stream("INV-1"), eventstore.End, eventstore.Backwards, 1)
	h.Must(err)
	if got := string(page[0].Metadata); got != `{"actor":"provider","origin":"gateway"}` {
		t.Errorf("metadata: %s", got)
	}
}

func TestMoneyThatIsNotDueGoesToSuspenseUnderItsOwnID(t *testing.T) {
	t.Parallel()
	h := reactortest.NewLogFixture(t)
	h.Request(reactortest.Identity(1, "INV-1"))
	h.Take(reactortest.PaidReport("INV-1", "p1", 90_000))
	h.Take(reactortest.PaidReport("INV-1", "p2", 100_000))
	h.Take(reactortest.PaidReport("INV-1", "p3", 100_000))
	h.Take(reactortest.PaidReport("INV-1", "p3", 100_000))
	s := h.Payment("INV-1")
	if s.Status != payment.StatusPaid || len(s.Suspense) != 2 || s.Suspense[0].ID == 0 || s.Suspense[0].ID == s.Suspense[1].ID {
		t.Errorf("state: %+v", s)
	}
}

// A restore may have lost that the connection was ever asked.
func TestTheLogNamesTheConnectionBeforeItsMoney(t *testing.T) {
	t.Parallel()
	h := reactortest.NewLogFixture(t)
	h.Request(reactortest.Identity(1, "INV-1"))
	var bound []string
	h.Reports.Bind = func(_ context.Context, connection string) error {
		bound = append(bound, connection)
		if slices.Contains(h.Events(payment.Stream("INV-1")), "payment.paid.v1") {
			t.Error("the money was first")
		}
		return nil
	}
	h.Take(report.Payment{Connection: "xendit", Channel: pricing.EWallet, TransactionID: "INV-1", Status: report.Failed, FailureCode: "USER_DECLINED"})
	h.Take(reactortest.PaidReport("INV-1", "p1", 100_000))
	if !slices.Equal(bound, []string{"xendit"}) {
		t.Errorf("named: %v", bound)
	}
}

func TestEachReportOnAPayment(t *testing.T) {
	t.Parallel()
	h := reactortest.NewLogFixture(t)
	settled := reactortest.PaidReport("", "p1", 100_000)
	settled.Status = report.Settled
	expired := report.Payment{Connection: "xendit", Channel: pricing.Invoice, Status: report.Expired}
	dead := report.Payment{Connection: "xendit", Channel: pricing.EWallet, Status: report.Failed, FailureCode: "USER_DECLINED"}
	voided := report.Payment{Connection: "xendit", Channel: pricing.EWallet, Status: report.Failed, FailureCode: "VOIDED"}
	attempt := report.Payment{Connection: "xendit", Channel: pricing.QRIS, Status: report.Failed}
	for i, c := range []struct {
		name    string
		reports []report.Payment
		want    string
	}{
		{"paid", []report.Payment{reactortest.PaidReport("", "p1", 100_000)}, payment.StatusPaid},
		{"paid, settled", []report.Payment{reactortest.PaidReport("", "p1", 100_000), settled}, payment.StatusSettled},
		{"settled, the report of the payment lost", []report.Payment{settled}, payment.StatusSettled},
		{"settled, paid: out of order", []report.Payment{settled, reactortest.PaidReport("", "p1", 100_000)}, payment.StatusSettled},
		{"expired", []report.Payment{expired}, payment.StatusExpired},
		{"expired, paid", []report.Payment{expired, reactortest.PaidReport("", "p1", 100_000)}, payment.StatusPaid},
		{"paid, expired", []report.Payment{reactortest.PaidReport("", "p1", 100_000), expired}, payment.StatusPaid},
		{"a charge that failed", []report.Payment{dead}, payment.StatusExpired},
		{"a charge that was voided", []report.Payment{voided}, payment.StatusPending},
		{"an attempt to pay a QR code failed", []report.Payment{attempt}, payment.StatusPending},
	} {
		id := fmt.Sprint("INV-", i)
		h.Request(reactortest.Identity(1, id))
		for _, n := range c.reports {
			n.TransactionID = id
			h.Take(n)
		}
		if got := h.Payment(id).Status; got != c.want {
			t.Errorf("%s: %s", c.name, got)
		}
	}
}

func TestReportsOnUnknownPaymentsAndPayoutsAreRefused(t *testing.T) {
	t.Parallel()
	h := reactortest.NewLogFixture(t)
	ctx := context.Background()
	for _, confirm := range []bool{false, true} {
		h.Reports.Confirm = confirm
		for id, code := range map[string]string{"unknown": "payment_not_found", reactortest.NextTransactionID(): "payment_unknown"} {
			if err := h.Reports.TakePayment(ctx, reactortest.PaidReport(id, "p1", 1)); !reactortest.RefusedWith(err, code) {
				t.Errorf("payment %s: %v", id, err)
			}
		}
	}
	if !h.Alarmed("older log") {
		t.Error("no alarm")
	}
	for reference, code := range map[string]string{"unknown": "payout_not_found", "withdrawal-1-1-00c0ffee": "payout_unknown"} {
		err := h.Reports.TakePayout(ctx, report.Payout{Connection: "xendit", Reference: reference, Status: report.Completed, ProviderID: "d1"})
		if !reactortest.RefusedWith(err, code) {
			t.Errorf("payout %s: %v", reference, err)
		}
	}
}
