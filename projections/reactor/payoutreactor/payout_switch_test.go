package payoutreactor

import (
	"context"
	"testing"
	"time"

	"gateway/domain/balance"
	"gateway/domain/report"
)

// apiSwitch is a gateway whose configuration changes from one of the provider's payout APIs to the other.
// After the change it has a new reactor, as after a restart.
type apiSwitch struct {
	*payoutFixture
	from, to string
}

// reactor returns a reactor that is configured with the API.
func (w apiSwitch) reactor(api string) *Payouts {
	return w.with(w.Provider, PayoutOptions{ProviderAPI: api})
}

// paidOnce checks that the payout is completed, and that the provider made it once, through that API.
func (w apiSwitch) paidOnce(o balance.Order, api string) {
	w.T.Helper()
	if got := w.StatusOf(o); got != balance.StatusCompleted {
		w.T.Errorf("%s is %s", o.Name(), got)
	}
	var made []string
	rows, err := w.Connect(w.EventsDSN).Query(
		`SELECT api FROM state.simulator_disbursements WHERE starts_with(external_id, $1 || '-') AND status <> 'FAILED'`, o.Name())
	w.Must(err)
	defer rows.Close()
	for rows.Next() {
		var one string
		w.Must(rows.Scan(&one))
		made = append(made, one)
	}
	w.Must(rows.Err())
	if len(made) != 1 || made[0] != api {
		w.T.Errorf("%s was made by %v, want by %s", o.Name(), made, api)
	}
}

// complete lets the bank pay, and the reactor look the payout up.
func (w apiSwitch) complete(o balance.Order, r *Payouts) {
	w.T.Helper()
	w.Must(w.Simulator.CompletePayout(context.Background(), o.Name()))
	w.twice(r)
}

// twice lets the reactor see the payout, and look it up again when it is due.
func (w apiSwitch) twice(r *Payouts) {
	w.T.Helper()
	for range 2 {
		w.Once(r)
		w.Clock.Advance(time.Hour)
	}
}

func TestASwitchOfThePayoutAPIPaysEachOpenPayoutOnce(t *testing.T) {
	t.Parallel()
	for name, run := range map[string]func(w apiSwitch, o balance.Order) (paidBy string){
		"one that was not sent yet goes to the new API": func(w apiSwitch, o balance.Order) string {
			r := w.reactor(w.to)
			w.Once(r)
			w.complete(o, r)
			return w.to
		},
		"one that was accepted is looked up at the old API": func(w apiSwitch, o balance.Order) string {
			w.Once(w.reactor(w.from))
			w.complete(o, w.reactor(w.to))
			return w.from
		},
		"one whose order was done but not answered is found at the old API": func(w apiSwitch, o balance.Order) string {
			cut := &fakeProvider{send: func(ctx context.Context, sent balance.Transfer) (report.Payout, error) {
				_, err := w.Provider.SendPayout(ctx, sent)
				w.Must(err)
				return report.Payout{}, errTimeout
			}}
			w.Once(w.with(cut, PayoutOptions{ProviderAPI: w.from}))
			w.Clock.Advance(time.Second)
			r := w.reactor(w.to)
			w.Once(r)
			w.complete(o, r)
			return w.from
		},
		"one whose order got lost is repeated at the old API": func(w apiSwitch, o balance.Order) string {
			w.Down.Store(true)
			w.Once(w.reactor(w.from))
			w.Down.Store(false)
			w.Clock.Advance(time.Second)
			r := w.reactor(w.to)
			w.Once(r)
			if p := w.payoutState(o); p.Attempts != 2 || p.ProviderAPI != w.from {
				w.T.Errorf("after the repetition: %+v", p)
			}
			w.complete(o, r)
			return w.from
		},
		"one that failed for lack of float is ordered anew at the new API": func(w apiSwitch, o balance.Order) string {
			w.Once(w.reactor(w.from))
			w.Must(w.Simulator.FailPayout(context.Background(), o.Name(), "INSUFFICIENT_BALANCE"))
			r := w.reactor(w.to)
			w.twice(r)
			w.twice(r)
			w.complete(o, r)
			return w.to
		},
		"one that is notified after the switch is confirmed at the old API": func(w apiSwitch, o balance.Order) string {
			w.Once(w.reactor(w.from))
			defer w.Notify()()
			w.Must(w.Simulator.CompletePayout(context.Background(), o.Name()))
			w.untilReported(o)
			w.Once(w.reactor(w.to))
			return w.from
		},
		"one that is switched back and forth stays at its API": func(w apiSwitch, o balance.Order) string {
			w.Down.Store(true)
			w.Once(w.reactor(w.from))
			w.Clock.Advance(time.Minute)
			w.Once(w.reactor(w.to))
			w.Down.Store(false)
			w.Clock.Advance(time.Minute)
			w.Once(w.reactor(w.from))
			w.Clock.Advance(time.Minute)
			w.Once(w.reactor(w.to))
			w.complete(o, w.reactor(w.to))
			return w.from
		},
	} {
		for from, to := range map[string]string{report.PayoutsV1: report.PayoutsV2, report.PayoutsV2: report.PayoutsV1} {
			t.Run(name+", from "+from, func(t *testing.T) {
				t.Parallel()
				w := apiSwitch{newPayoutFixture(t), from, to}
				o := w.Withdraw(1, 1, 50_000)
				w.paidOnce(o, run(w, o))
			})
		}
	}
}

// The provider reverses a payout long after it was made, while the gateway uses the other API.
func TestAReversalAfterASwitchOfThePayoutAPIIsConfirmedAtTheOldOne(t *testing.T) {
	t.Parallel()
	for from, to := range map[string]string{report.PayoutsV1: report.PayoutsV2, report.PayoutsV2: report.PayoutsV1} {
		w := apiSwitch{newPayoutFixture(t), from, to}
		o := w.Withdraw(1, 1, 50_000)
		r := w.reactor(from)
		w.Once(r)
		w.complete(o, r)
		stop := w.Notify()
		w.Must(w.Simulator.ReversePayout(context.Background(), o.Name()))
		w.untilReported(o)
		w.Once(w.reactor(to))
		stop()
		if got := w.StatusOf(o); got != balance.StatusReversed {
			t.Errorf("from %s: %s", from, got)
		}
	}
}
