package reconcile_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/catalogue"
	"gateway/domain/payment"
	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/eventstore/postgres/postgrestest"
	"gateway/eventstore/storetest"
	"gateway/projections/audit/reconcile"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

func openLog(t *testing.T, dsn string) *eventstore.Log {
	t.Helper()
	return eventstore.NewLog(storetest.ShortReads(postgrestest.Open(t, dsn)), eventstore.NewCodec(catalogue.Events()...), eventstore.Options{})
}

// day is the one that is reconciled; noon lies in it.
var day = noon.Truncate(24 * time.Hour)

// providerBooks is a provider with these books.
type providerBooks []report.Booking

func (s providerBooks) ListBookings(_ context.Context, q report.BookingQuery, visit func(report.Booking) error) error {
	for _, t := range s {
		if !slices.Contains(q.Kinds, t.Kind) || q.Reference != "" && t.Reference != q.Reference ||
			!q.From.IsZero() && (t.At.Before(q.From) || !t.At.Before(q.To)) {
			continue
		}
		if err := visit(t); err != nil {
			return err
		}
	}
	return nil
}

func there(reference, id string, amount int64, status report.Status, at time.Time) report.Booking {
	kind := report.BookedPayment
	if strings.HasPrefix(reference, "withdrawal-") {
		kind = report.BookedPayout
	}
	return report.Booking{
		Kind: kind, ID: "txn_" + id, ProductID: id, Reference: reference, Status: status, Amount: decimal.NewFromInt(amount), At: at,
	}
}

func receipt(id string, amount int64, at time.Time) payment.Receipt {
	return payment.Receipt{ProviderID: "of-" + id, ProviderPaymentID: id, PaidAmount: decimal.NewFromInt(amount), PaidAt: at}
}

func identity(reference string) payment.Identity { return payment.Identity{TransactionID: reference} }

func paid(reference, id string, amount int64, at time.Time) payment.Paid {
	return payment.Paid{Identity: identity(reference), Receipt: receipt(id, amount, at), At: at}
}

func payout(id, amount int64) balance.Order {
	return balance.Order{Kind: balance.Withdrawal, ID: id, ClientID: 7, Amount: decimal.NewFromInt(amount)}
}

func submitted(id, amount int64, at time.Time) balance.PayoutSubmitted {
	return balance.PayoutSubmitted{Order: payout(id, amount), IdempotencyKey: "key", At: at}
}

// logOf makes a log with these events.
func logOf(t *testing.T, events ...domain.Event) *eventstore.Log {
	t.Helper()
	log := openLog(t, postgrestest.Database(t))
	proposed := make([]eventstore.Proposed, len(events))
	for i, e := range events {
		data, err := log.Codec().Encode(e)
		if err != nil {
			t.Fatal(err)
		}
		proposed[i] = eventstore.Proposed{ID: uuid.New(), Type: e.EventType(), Data: data}
	}
	// The comparison does not depend on the stream.
	if _, err := log.Store().Append(t.Context(), "payment-all", eventstore.NoStream, proposed); err != nil {
		t.Fatal(err)
	}
	return log
}

func TestADayIsReconciledBothWays(t *testing.T) {
	t.Parallel()
	const p, w = "INV-7-1", "withdrawal-7-1"
	late := day.Add(-time.Minute) // the evening before
	held := paid(p, "pay-1", 100, noon)
	held.Held = true
	byHand := balance.PayoutCompleted{Order: payout(1, 50)}
	completed := balance.PayoutCompleted{Order: payout(1, 50), ProviderID: "d1"}
	for name, c := range map[string]struct {
		here  []domain.Event
		there providerBooks
		want  string // "" is agreement
	}{
		"the same payment":               {[]domain.Event{paid(p, "pay-1", 100, noon)}, providerBooks{there(p, "pay-1", 100, report.Paid, noon)}, ""},
		"under the id of its product":    {[]domain.Event{paid(p, "pay-1", 100, noon)}, providerBooks{there(p, "of-pay-1", 100, report.Paid, noon)}, ""},
		"under an id that we don't know": {[]domain.Event{paid(p, "pay-1", 100, noon)}, providerBooks{there(p, "py", 100, report.Paid, noon)}, ""},
		"a payment that we do not know": {
			[]domain.Event{paid("INV-7-2", "pay-2", 100, late.Add(-48*time.Hour))},
			providerBooks{there(p, "pay-1", 100, report.Paid, noon)},
			"missing here",
		},
		"a payment that they never made": {[]domain.Event{paid(p, "pay-1", 100, noon)}, nil, "missing there"},
		"another amount":                 {[]domain.Event{paid(p, "pay-1", 100, noon)}, providerBooks{there(p, "pay-1", 101, report.Paid, noon)}, "amount differs"},
		"taken back there":               {[]domain.Event{paid(p, "pay-1", 100, noon)}, providerBooks{there(p, "pay-1", 100, report.Reversed, noon)}, "status differs"},
		"settled there, which we don't wait for": {
			[]domain.Event{paid(p, "pay-1", 100, noon)},
			providerBooks{there(p, "pay-1", 100, report.Settled, noon)},
			"",
		},
		"settled there, which we wait for": {[]domain.Event{held}, providerBooks{there(p, "pay-1", 100, report.Settled, noon)}, "status differs"},
		"settled on both sides": {
			[]domain.Event{held, payment.Settled{Identity: identity(p), Receipt: held.Receipt, At: noon}},
			providerBooks{there(p, "pay-1", 100, report.Settled, noon)},
			"",
		},
		"settled here alone": {
			[]domain.Event{held, payment.Settled{Identity: identity(p), Receipt: held.Receipt, At: noon}},
			providerBooks{there(p, "pay-1", 100, report.Paid, noon)},
			"status differs",
		},
		"a second payment in suspense": {
			[]domain.Event{paid(p, "pay-1", 100, noon), payment.Suspended{Identity: identity(p), Receipt: receipt("pay-2", 70, noon)}},
			providerBooks{there(p, "pay-2", 70, report.Paid, noon), there(p, "pay-1", 100, report.Paid, noon)},
			"",
		},
		"a second payment that we do not know": {
			[]domain.Event{paid(p, "pay-1", 100, noon)},
			providerBooks{there(p, "pay-2", 100, report.Paid, noon), there(p, "pay-1", 100, report.Paid, noon)},
			"missing here",
		},
		"released from suspense counts once": {[]domain.Event{
			payment.Suspended{Identity: identity(p), Receipt: receipt("pay-1", 70, noon)},
			payment.Paid{Identity: identity(p), Receipt: receipt("pay-1", 70, noon), SuspenseID: 3, At: noon},
		}, providerBooks{there(p, "pay-1", 70, report.Paid, noon)}, ""},
		"the day before, there":            {[]domain.Event{paid(p, "pay-1", 100, noon)}, providerBooks{there(p, "pay-1", 100, report.Paid, late)}, ""},
		"the day before, here":             {[]domain.Event{paid(p, "pay-1", 100, late)}, providerBooks{there(p, "pay-1", 100, report.Paid, noon)}, ""},
		"the day before, another amount":   {[]domain.Event{paid(p, "pay-1", 100, late)}, providerBooks{there(p, "pay-1", 99, report.Paid, noon)}, "amount differs"},
		"the day before on both sides":     {[]domain.Event{paid(p, "pay-1", 100, late)}, providerBooks{there(p, "pay-1", 99, report.Paid, late)}, ""},
		"notified days later":              {[]domain.Event{paid(p, "pay-1", 100, noon)}, providerBooks{there(p, "pay-1", 100, report.Paid, noon)}, ""},
		"a payout under way":               {[]domain.Event{submitted(1, 50, noon)}, providerBooks{there(w, "d1", 50, report.Pending, noon)}, ""},
		"a payout completed":               {[]domain.Event{submitted(1, 50, noon), completed}, providerBooks{there(w, "d1", 50, report.Completed, noon)}, ""},
		"a payout completed there alone":   {[]domain.Event{submitted(1, 50, noon)}, providerBooks{there(w, "d1", 50, report.Completed, noon)}, "status differs"},
		"a payout that was refused":        {[]domain.Event{submitted(1, 50, noon), balance.PayoutFailed{Order: payout(1, 50)}}, nil, ""},
		"a payout that they don't have":    {[]domain.Event{submitted(1, 50, noon), completed}, nil, "missing there"},
		"a payout made by hand after all":  {[]domain.Event{submitted(1, 50, noon), byHand}, nil, ""},
		"a payout made by hand and there":  {[]domain.Event{submitted(1, 50, noon), byHand}, providerBooks{there(w, "d1", 50, report.Completed, noon)}, "status differs"},
		"a payout that we never submitted": {[]domain.Event{submitted(2, 50, late.Add(-48*time.Hour))}, providerBooks{there(w, "d1", 50, report.Completed, noon)}, "missing here"},
		"a payout made twice": {
			[]domain.Event{submitted(1, 50, noon), completed},
			providerBooks{there(w, "d1", 50, report.Completed, noon), there(w, "d2", 50, report.Completed, noon)},
			"missing here",
		},
		"a payout reversed": {
			[]domain.Event{submitted(1, 50, noon), completed, balance.PayoutReversed{Order: payout(1, 50)}},
			providerBooks{there(w, "d1", 50, report.Reversed, noon)},
			"",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, err := reconcile.Compare(t.Context(), logOf(t, c.here...), c.there, day, day.AddDate(0, 0, 1), nil)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, d := range r.Differences {
				got = append(got, d.Problem)
			}
			if strings.Join(got, ", ") != c.want || r.OK() != (c.want == "") {
				t.Errorf("%v: %+v", got, r.Differences)
			}
		})
	}
}

func TestAReconciliationCountsBothSides(t *testing.T) {
	t.Parallel()
	var here []domain.Event
	var all providerBooks
	for i := range 120 {
		reference, id := fmt.Sprintf("INV-7-%d", i), fmt.Sprintf("pay-%d", i)
		here = append(here, paid(reference, id, 100, noon))
		all = append(all, there(reference, id, 100, report.Paid, noon))
	}
	slices.Reverse(all)
	all[3].Amount = decimal.NewFromInt(40)
	r, err := reconcile.Compare(t.Context(), logOf(t, here...), all[:119], day, day.AddDate(0, 0, 1), nil)
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprintln(r.Payments.Here, r.Payments.There, r.Payments.Matched, r.Payments.HereTotal, r.Payments.ThereTotal, r.Payments.Differences)
	if want := fmt.Sprintln(120, 119, 118, 12_000, 119*100-60, 2); got != want || len(r.Differences) != 2 {
		t.Errorf("got %swant %s", got, want)
	}
}
