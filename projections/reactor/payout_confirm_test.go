package reactor

import (
	"context"
	"testing"
	"time"

	"gateway/domain/balance"
	"gateway/domain/report"
	"gateway/projections/readmodel/payoutrows"
	"gateway/test/rupiah"
)

// notification returns a notification that fits the payout, after applying the changes.
func (w *providerFixture) notification(o balance.Order, status report.Status, change ...func(*report.Payout)) report.Payout {
	w.t.Helper()
	row := w.row(o)
	r := report.Payout{Reference: row.Reference, ProviderID: row.ProviderID, Status: status, Amount: o.Amount}
	for _, c := range change {
		c(&r)
	}
	return r
}

func (w *providerFixture) row(o balance.Order) payoutrows.Payout {
	w.t.Helper()
	w.shown()
	row, err := w.queries.Payout(context.Background(), o.Kind, o.ID)
	w.must(err)
	return row
}

func TestANotificationOnAPayoutMovesNoMoneyUnlessTheProviderConfirmsIt(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		completed     bool // before the notification
		status        report.Status
		change        func(*report.Payout)
		contradiction string
	}{
		"completed":                      {status: report.Completed, contradiction: balance.NotConfirmed},
		"failed":                         {status: report.Failed, contradiction: balance.NotConfirmed},
		"failed after completed":         {completed: true, status: report.Failed, contradiction: balance.NotConfirmed},
		"reversed after completed":       {completed: true, status: report.Reversed, contradiction: balance.NotConfirmed},
		"failed, of a foreign id":        {status: report.Failed, change: func(r *report.Payout) { r.ProviderID = "foreign" }, contradiction: balance.OtherProviderID},
		"completed, with an amount of 1": {status: report.Completed, change: func(r *report.Payout) { r.Amount = rupiah.Of(1) }, contradiction: balance.OtherAmount},
		"completed, to another account":  {status: report.Completed, change: func(r *report.Payout) { r.AccountNumber = "1" }, contradiction: balance.OtherAccount},
		"completed, of a foreign reference": {
			status: report.Completed, change: func(r *report.Payout) { r.Reference = "withdrawal-1-1-0badcafe" }, contradiction: balance.OtherReference,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newProviderFixture(t)
			o := w.withdraw(1, 1, 500_000)
			contradictions := 0
			w.reports.OnContradiction = func() { contradictions++ }
			r := w.payouts(PayoutOptions{})
			w.once(r)
			if c.completed {
				w.must(w.simulator.CompletePayout(context.Background(), o.Name()))
				w.once(r)
				w.clock.advance(time.Minute)
				w.once(r)
			}
			before := w.balance(1)
			n := w.notification(o, c.status)
			if c.change != nil {
				c.change(&n)
			}
			w.must(w.reports.TakePayout(context.Background(), n))
			for range 8 {
				w.once(r)
				w.clock.advance(20 * time.Second)
			}
			w.must(w.reports.TakePayout(context.Background(), n)) // repeated
			for range 8 {
				w.once(r)
				w.clock.advance(20 * time.Second)
			}
			after := w.balance(1)
			if after.StatusOf(o.Kind, o.ID) != before.StatusOf(o.Kind, o.ID) || !after.Totals.Available.Equal(before.Totals.Available) || !after.Totals.Held.Equal(before.Totals.Held) {
				t.Errorf("%s %+v, before %s %+v", w.statusOf(o), after.Totals, before.StatusOf(o.Kind, o.ID), before.Totals)
			}
			if row := w.row(o); row.Contradiction != c.contradiction || row.Reported || !w.alarmed("contradicts") || contradictions == 0 {
				t.Errorf("administrators see %q, reported %v; %d contradictions", row.Contradiction, row.Reported, contradictions)
			}
		})
	}
}

func TestAReversalThatTheProviderConfirmsIsPostedBack(t *testing.T) {
	t.Parallel()
	w := newProviderFixture(t)
	o := w.withdraw(1, 1, 1_013_999) // completed, and reversed a second later
	r := w.payouts(PayoutOptions{})
	w.once(r)
	w.notify()
	w.untilReported(o)
	w.once(r)
	if got := w.statusOf(o); got != balance.StatusCompleted {
		t.Fatalf("status %s", got)
	}
	w.clock.advance(time.Second)
	w.untilReported(o)
	w.once(r)
	if got := w.statusOf(o); got != balance.StatusReversed || w.available(1) != 1_018_999 {
		t.Errorf("status %s, available %d", got, w.available(1))
	}
}

// The provider's look-up lags behind its own notification.
func TestAProviderThatConfirmsLaterIsAskedAgain(t *testing.T) {
	t.Parallel()
	w := newProviderFixture(t)
	o := w.withdraw(1, 1, 50_000)
	r := w.payouts(PayoutOptions{})
	w.once(r)
	w.must(w.reports.TakePayout(context.Background(), w.notification(o, report.Completed)))
	w.once(r)
	w.must(w.simulator.CompletePayout(context.Background(), o.Name()))
	w.clock.advance(2 * time.Second)
	w.once(r)
	if got := w.statusOf(o); got != balance.StatusCompleted || w.row(o).Contradiction != "" {
		t.Errorf("status %s, contradiction %q", got, w.row(o).Contradiction)
	}
}

func TestANotificationIsAnsweredWhileTheProviderIsDown(t *testing.T) {
	t.Parallel()
	w := newProviderFixture(t)
	o := w.withdraw(1, 1, 50_000)
	r := w.payouts(PayoutOptions{})
	w.once(r)
	w.must(w.simulator.CompletePayout(context.Background(), o.Name()))
	w.down.Store(true)
	w.must(w.reports.TakePayout(context.Background(), w.notification(o, report.Completed)))
	for range 10 {
		w.once(r)
		w.clock.advance(2 * time.Minute)
	}
	w.down.Store(false)
	// The look-up still lags behind. The earlier lack of an answer did not count as a denial.
	w.must(w.setStatus(o, "PENDING"))
	w.once(r)
	w.must(w.setStatus(o, "COMPLETED"))
	w.clock.advance(2 * time.Minute)
	w.once(r)
	if got := w.statusOf(o); got != balance.StatusCompleted || w.row(o).Contradiction != "" {
		t.Errorf("status %s, contradiction %q", got, w.row(o).Contradiction)
	}
}

// setStatus changes the status that the provider returns.
func (w *providerFixture) setStatus(o balance.Order, status string) error {
	_, err := w.connect(w.eventsDSN).Exec(
		`UPDATE state.simulator_disbursements SET status = $2 WHERE starts_with(external_id, $1 || '-')`, o.Name(), status)
	return err
}
