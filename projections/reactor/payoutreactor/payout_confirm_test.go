package payoutreactor

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
func (w *payoutFixture) notification(o balance.Order, status report.Status, change ...func(*report.Payout)) report.Payout {
	w.T.Helper()
	row := w.row(o)
	r := report.Payout{Connection: "xendit", Reference: row.Reference, ProviderID: row.ProviderID, Status: status, Amount: o.Amount}
	for _, c := range change {
		c(&r)
	}
	return r
}

func (w *payoutFixture) row(o balance.Order) payoutrows.Payout {
	w.T.Helper()
	w.Shown()
	row, err := w.Queries.Payout(context.Background(), o.Kind, o.ID)
	w.Must(err)
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
			w := newPayoutFixture(t)
			o := w.Withdraw(1, 1, 500_000)
			contradictions := 0
			w.Reports.OnContradiction = func() { contradictions++ }
			r := w.payouts(PayoutOptions{})
			w.Once(r)
			if c.completed {
				w.Must(w.Simulator.CompletePayout(context.Background(), o.Name()))
				w.Once(r)
				w.Clock.Advance(time.Minute)
				w.Once(r)
			}
			before := w.Balance(1)
			n := w.notification(o, c.status)
			if c.change != nil {
				c.change(&n)
			}
			w.Must(w.Reports.TakePayout(context.Background(), n))
			for range 8 {
				w.Once(r)
				w.Clock.Advance(20 * time.Second)
			}
			w.Must(w.Reports.TakePayout(context.Background(), n)) // repeated
			for range 8 {
				w.Once(r)
				w.Clock.Advance(20 * time.Second)
			}
			after := w.Balance(1)
			if after.StatusOf(o.Kind, o.ID) != before.StatusOf(o.Kind, o.ID) || !after.Totals.Available.Equal(before.Totals.Available) || !after.Totals.Held.Equal(before.Totals.Held) {
				t.Errorf("%s %+v, before %s %+v", w.StatusOf(o), after.Totals, before.StatusOf(o.Kind, o.ID), before.Totals)
			}
			if row := w.row(o); row.Contradiction != c.contradiction || row.Reported || !w.Alarmed("contradicts") || contradictions == 0 {
				t.Errorf("administrators see %q, reported %v; %d contradictions", row.Contradiction, row.Reported, contradictions)
			}
		})
	}
}

func TestAReversalThatTheProviderConfirmsIsPostedBack(t *testing.T) {
	t.Parallel()
	w := newPayoutFixture(t)
	o := w.Withdraw(1, 1, 1_013_999) // completed, and reversed a second later
	r := w.payouts(PayoutOptions{})
	w.Once(r)
	w.Notify()
	w.untilReported(o)
	w.Once(r)
	if got := w.StatusOf(o); got != balance.StatusCompleted {
		t.Fatalf("status %s", got)
	}
	w.Clock.Advance(time.Second)
	w.untilReported(o)
	w.Once(r)
	if got := w.StatusOf(o); got != balance.StatusReversed || w.Available(1) != 1_018_999 {
		t.Errorf("status %s, available %d", got, w.Available(1))
	}
}

// The provider's look-up lags behind its own notification.
func TestAProviderThatConfirmsLaterIsAskedAgain(t *testing.T) {
	t.Parallel()
	w := newPayoutFixture(t)
	o := w.Withdraw(1, 1, 50_000)
	r := w.payouts(PayoutOptions{})
	w.Once(r)
	w.Must(w.Reports.TakePayout(context.Background(), w.notification(o, report.Completed)))
	w.Once(r)
	w.Must(w.Simulator.CompletePayout(context.Background(), o.Name()))
	w.Clock.Advance(2 * time.Second)
	w.Once(r)
	if got := w.StatusOf(o); got != balance.StatusCompleted || w.row(o).Contradiction != "" {
		t.Errorf("status %s, contradiction %q", got, w.row(o).Contradiction)
	}
}

func TestANotificationIsAnsweredWhileTheProviderIsDown(t *testing.T) {
	t.Parallel()
	w := newPayoutFixture(t)
	o := w.Withdraw(1, 1, 50_000)
	r := w.payouts(PayoutOptions{})
	w.Once(r)
	w.Must(w.Simulator.CompletePayout(context.Background(), o.Name()))
	w.Down.Store(true)
	w.Must(w.Reports.TakePayout(context.Background(), w.notification(o, report.Completed)))
	for range 10 {
		w.Once(r)
		w.Clock.Advance(2 * time.Minute)
	}
	w.Down.Store(false)
	// The look-up still lags behind. The earlier lack of an answer did not count as a denial.
	w.Must(w.setStatus(o, "PENDING"))
	w.Once(r)
	w.Must(w.setStatus(o, "COMPLETED"))
	w.Clock.Advance(2 * time.Minute)
	w.Once(r)
	if got := w.StatusOf(o); got != balance.StatusCompleted || w.row(o).Contradiction != "" {
		t.Errorf("status %s, contradiction %q", got, w.row(o).Contradiction)
	}
}

// setStatus changes the status that the provider returns.
func (w *payoutFixture) setStatus(o balance.Order, status string) error {
	_, err := w.Connect(w.EventsDSN).Exec(
		`UPDATE state.simulator_disbursements SET status = $2 WHERE starts_with(external_id, $1 || '-')`, o.Name(), status)
	return err
}

func TestANotificationOnAPayoutEndedByHandIsConfirmedAndShown(t *testing.T) {
	t.Parallel()
	w := newPayoutFixture(t)
	o := w.Withdraw(1, 1, 50_000)
	w.submit(o)
	made, err := w.Provider.SendPayout(context.Background(), w.payoutState(o).Transfer())
	w.Must(err)
	w.endByHand(o)
	w.Must(w.Simulator.CompletePayout(context.Background(), o.Name()))
	w.Must(w.Reports.TakePayout(context.Background(), report.Payout{
		Connection: "xendit", Reference: made.Reference, ProviderID: made.ProviderID, Status: report.Completed, Amount: o.Amount,
	}))
	w.Once(w.payouts(PayoutOptions{}))
	if !w.Alarmed("paid twice") || w.StatusOf(o) != balance.StatusFailed {
		t.Errorf("alarmed %v, %s", w.Alarmed("paid twice"), w.StatusOf(o))
	}
	row, err := w.Queries.Payout(context.Background(), o.Kind, o.ID)
	w.Must(err)
	if row.Contradiction != balance.EndedOtherwise || row.Reported {
		t.Errorf("administrators see %+v", row)
	}
}
