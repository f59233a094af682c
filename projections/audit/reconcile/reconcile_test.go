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
	"gateway/domain/ledger"
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

// day is the day that is reconciled. noon lies in it.
var day = noon.Truncate(24 * time.Hour)

// providerBooks is a provider with these books.
type providerBooks []report.Booking

func (s providerBooks) ListBookings(_ context.Context, q report.BookingQuery, visit func(report.Booking) error) error {
	for _, t := range s {
		if len(q.Kinds) > 0 && !slices.Contains(q.Kinds, t.Kind) || q.Reference != "" && t.Reference != q.Reference ||
			!q.From.IsZero() && (t.At.Before(q.From) || !t.At.Before(q.To)) {
			continue
		}
		if err := visit(t); err != nil {
			return err
		}
	}
	return nil
}

// Balance implements reconcile.Provider.
func (s providerBooks) Balance(context.Context) (balance decimal.Decimal, err error) {
	for _, b := range s {
		switch {
		case b.Kind == report.BookedPayment && b.Status == report.Settled:
			balance = balance.Add(b.Amount)
		case b.Kind == report.BookedPayout && b.Status != report.Failed && b.Status != report.Reversed:
			balance = balance.Sub(b.Amount)
		}
	}
	return balance, nil
}

func there(reference, id string, amount int64, status report.Status, at time.Time) report.Booking {
	kind := report.BookedPayment
	if strings.HasPrefix(reference, "withdrawal-") {
		kind = report.BookedPayout
	}
	return report.Booking{
		Connection: "xendit", Kind: kind, ID: "txn_" + id, ProductID: id, Reference: reference, Status: status, Amount: decimal.NewFromInt(amount), At: at,
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

// posted returns the events that the posting reactor appends for a payment's event.
func posted(e domain.Event) []domain.Event {
	switch e := e.(type) {
	case payment.Paid:
		if e.SuspenseID == 0 {
			return []domain.Event{balance.Credited{Movement: moved(ledger.ProviderClearing("xendit"), ledger.Available(7), e.PaidAmount)}}
		}
	case payment.Suspended:
		return []domain.Event{balance.SuspenseReceived{Movement: moved(ledger.ProviderClearing("xendit"), ledger.Suspense, e.PaidAmount)}}
	case payment.Reversed:
		return []domain.Event{balance.PaymentReversed{Movement: moved(ledger.Available(7), ledger.ProviderClearing("xendit"), e.Back())}}
	}
	return nil
}

func moved(from, to string, amount decimal.Decimal) balance.Movement {
	return balance.Movement{Postings: ledger.Transfer(from, to, amount)}
}

// logOf makes a log with these events and their postings.
func logOf(t *testing.T, events ...domain.Event) *eventstore.Log {
	t.Helper()
	log := openLog(t, postgrestest.Database(t))
	for _, e := range events {
		events = append(events, posted(e)...)
	}
	proposed := make([]eventstore.Proposed, len(events))
	for i, e := range events {
		data, err := log.Codec().Encode(e)
		if err != nil {
			t.Fatal(err)
		}
		proposed[i] = eventstore.Proposed{ID: uuid.New(), Type: e.EventType(), Data: data}
	}
	// The comparison does not depend on which stream an event is in.
	if _, err := log.Store().Append(t.Context(), "payment-all", eventstore.NoStream, proposed); err != nil {
		t.Fatal(err)
	}
	return log
}

var fifty = decimal.NewFromInt(50)

// unexplained returns the part of a tally's difference that its fields do not explain.
func unexplained(t reconcile.Tally) decimal.Decimal {
	return t.ThereTotal.Sub(t.HereTotal).Sub(t.ThereOtherDay).Add(t.HereOtherDay).Sub(t.MissingHere).Add(t.MissingThere).
		Add(t.HereAlone).Sub(t.AmountsDiffer)
}

func TestADayIsReconciledBothWays(t *testing.T) {
	t.Parallel()
	const p, w = "INV-7-1", "withdrawal-7-1"
	late := day.Add(-time.Minute) // the evening before
	held := paid(p, "pay-1", 100, noon)
	held.Held = true
	byHand := balance.PayoutCompleted{Order: payout(1, 50), Movement: moved(ledger.Held(7), ledger.BankOperating, fifty)}
	completed := balance.PayoutCompleted{Order: payout(1, 50), ProviderID: "d1", Movement: moved(ledger.Held(7), ledger.ProviderPayouts("xendit"), fifty)}
	reversed := balance.PayoutReversed{Order: payout(1, 50), Movement: moved(ledger.ProviderPayouts("xendit"), ledger.Available(7), fifty)}
	for name, c := range map[string]struct {
		here  []domain.Event
		there providerBooks
		want  string // "" means that both sides agree
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
		"reversed as a whole on both sides": {
			[]domain.Event{paid(p, "pay-1", 100, noon), payment.Reversed{
				Identity: identity(p), ClientBears: decimal.NewFromInt(100), At: noon, Reversal: payment.Reversal{
					ReversalID: "reversed-pay-1", Kind: payment.Chargeback, Amount: decimal.NewFromInt(100), ProviderPaymentID: "pay-1",
				},
			}},
			providerBooks{there(p, "pay-1", 100, report.Reversed, noon)},
			"",
		},
		"settled there alone": {
			[]domain.Event{paid(p, "pay-1", 100, noon)},
			providerBooks{there(p, "pay-1", 100, report.Settled, noon)},
			"status differs",
		},
		"settled there alone, which the client waits for": {[]domain.Event{held}, providerBooks{there(p, "pay-1", 100, report.Settled, noon)}, "status differs"},
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
		"a payout that we never submitted": {[]domain.Event{submitted(2, 50, late.Add(-48*time.Hour)), balance.PayoutFailed{Order: payout(2, 50)}}, providerBooks{there(w, "d1", 50, report.Completed, noon)}, "missing here"},
		"a payout made twice": {
			[]domain.Event{submitted(1, 50, noon), completed},
			providerBooks{there(w, "d1", 50, report.Completed, noon), there(w, "d2", 50, report.Completed, noon)},
			"missing here",
		},
		"a payout reversed, of which their first API says that it failed": {
			[]domain.Event{submitted(1, 50, noon), completed, reversed},
			providerBooks{there(w, "d1", 50, report.Failed, noon)},
			"",
		},
		"a payout that came back before it was known as completed": {
			[]domain.Event{submitted(1, 50, noon), balance.PayoutFailed{Order: payout(1, 50)}},
			providerBooks{there(w, "d1", 50, report.Reversed, noon)},
			"",
		},
		"a payout made by hand after it came back": {
			[]domain.Event{submitted(1, 50, noon), byHand}, providerBooks{there(w, "d1", 50, report.Reversed, noon)}, "",
		},
		"a payout that failed here, and was made there": {
			[]domain.Event{submitted(1, 50, noon), balance.PayoutFailed{Order: payout(1, 50)}},
			providerBooks{there(w, "d1", 50, report.Completed, noon)},
			"status differs",
		},
		"a payout reversed": {
			[]domain.Event{submitted(1, 50, noon), completed, reversed},
			providerBooks{there(w, "d1", 50, report.Reversed, noon)},
			"",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, err := reconcile.Compare(t.Context(), logOf(t, c.here...), nil, "xendit", c.there, day, day.AddDate(0, 0, 1), nil)
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
			if !r.Equation.Unexplained.IsZero() {
				t.Errorf("the differences don't explain the equation: %+v", r.Equation)
			}
			for kind, tally := range map[string]reconcile.Tally{"payments": r.Payments, "payouts": r.Payouts} {
				if why := unexplained(tally); !why.IsZero() {
					t.Errorf("%s of the totals of %s are not explained: %+v", why, kind, tally)
				}
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
	r, err := reconcile.Compare(t.Context(), logOf(t, here...), nil, "xendit", all[:119], day, day.AddDate(0, 0, 1), nil)
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprintln(r.Payments.Here, r.Payments.There, r.Payments.Matched, r.Payments.HereTotal, r.Payments.ThereTotal, r.Payments.Differences)
	if want := fmt.Sprintln(120, 119, 118, 12_000, 119*100-60, 2); got != want || len(r.Differences) != 2 {
		t.Errorf("got %swant %s", got, want)
	}
}
