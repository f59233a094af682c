package simulator_test

import (
	"bytes"
	"fmt"
	"net/http"
	"testing"
	"time"

	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/http/simulator"
)

func TestANotificationIsRepeatedUntilItIsTaken(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.inbox.answerWith(http.StatusInternalServerError)
	r.open(t, pricing.VA, "a", 25000)
	must(t, r.Pay(t.Context(), "a", nil, ""))
	_, first := r.inbox.next(t)
	// The clock stands still, so no repetition is due.
	r.inbox.mustBeQuiet(t)
	r.clock.advance(time.Second)
	_, second := r.inbox.next(t)
	r.inbox.mustBeQuiet(t)
	r.clock.advance(2*time.Second - time.Millisecond)
	r.inbox.mustBeQuiet(t)
	r.inbox.answerWith(http.StatusAccepted)
	r.clock.advance(time.Millisecond)
	_, third := r.inbox.next(t)
	if !bytes.Equal(first.body, second.body) || !bytes.Equal(first.body, third.body) {
		t.Errorf("the body changed: %s, %s, %s", first.body, second.body, third.body)
	}
	r.mustSettleDown(t)
}

// mustSettleDown checks that nothing is left to deliver, however much time passes.
func (r *rig) mustSettleDown(t *testing.T) {
	t.Helper()
	waiting := -1
	for end := time.Now().Add(deadline); waiting != 0 && time.Now().Before(end); {
		must(t, r.db.Get(&waiting, `SELECT count(*) FROM state.simulator_notifications WHERE delivered_at IS NULL`))
	}
	if waiting != 0 {
		t.Fatalf("%d notifications are not delivered", waiting)
	}
	r.clock.advance(time.Hour)
	r.inbox.mustBeQuiet(t)
}

func TestWhatIsUndeliveredGoesOutAtOnceAfterAStart(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.inbox.answerWith(http.StatusServiceUnavailable)
	r.open(t, pricing.VA, "a", 25000)
	must(t, r.Pay(t.Context(), "a", nil, ""))
	r.inbox.next(t)
	r.stop()
	r.inbox.answerWith(http.StatusOK)
	// The clock stands still: neither the backoff nor a claim has run out.
	startSimulator(t, r.options)
	if n, _ := r.inbox.next(t); n.TransactionID != "a" || n.Status != report.Paid {
		t.Errorf("notified %+v", n)
	}
	r.mustSettleDown(t)
}

func TestAClaimOfAKilledProcessHoldsNothingUpAfterAStart(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.stop()
	r.open(t, pricing.VA, "a", 25000)
	must(t, r.Pay(t.Context(), "a", nil, ""))
	// What a SIGKILL in the middle of an attempt leaves.
	_, err := r.db.Exec(`UPDATE state.simulator_notifications SET attempts = 1, next_attempt_at = $1`, start.Add(time.Minute))
	must(t, err)
	startSimulator(t, r.options)
	r.inbox.next(t)
	r.mustSettleDown(t)
}

func TestDuplicatesOnDemand(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.SetFaults(simulator.Faults{Duplicate: 2})
	r.open(t, pricing.VA, "a", 25000)
	must(t, r.Pay(t.Context(), "a", nil, ""))
	_, first := r.inbox.next(t)
	for range 2 {
		if _, again := r.inbox.next(t); !bytes.Equal(again.body, first.body) {
			t.Errorf("got %s, want %s", again.body, first.body)
		}
	}
	r.mustSettleDown(t)
}

func TestNotificationsOfOnePaymentKeepTheirOrder(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.inbox.answerWith(http.StatusInternalServerError)
	r.open(t, pricing.Invoice, "a", 25000)
	must(t, r.Pay(t.Context(), "a", nil, ""))
	must(t, r.Settle(t.Context(), "a"))
	if n, _ := r.inbox.next(t); n.Status != report.Paid {
		t.Fatalf("%s came first", n.Status)
	}
	r.inbox.mustBeQuiet(t)
	r.inbox.answerWith(http.StatusOK)
	r.clock.advance(time.Second)
	for _, want := range []report.Status{report.Paid, report.Settled} {
		if n, _ := r.inbox.next(t); n.Status != want {
			t.Fatalf("got %s, want %s", n.Status, want)
		}
	}
	r.mustSettleDown(t)
}

func TestReorderingOnDemandLetsTheLaterOvertake(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.SetFaults(simulator.Faults{Reorder: true})
	r.open(t, pricing.Invoice, "a", 25000)
	must(t, r.Pay(t.Context(), "a", nil, ""))
	must(t, r.Settle(t.Context(), "a"))
	if n, _ := r.inbox.next(t); n.Status != report.Settled {
		t.Fatalf("%s came first", n.Status)
	}
	r.inbox.mustBeQuiet(t)
	r.clock.advance(time.Second)
	if n, _ := r.inbox.next(t); n.Status != report.Paid {
		t.Fatalf("%s came second", n.Status)
	}
	r.mustSettleDown(t)
}

func TestDelayOnDemand(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.SetFaults(simulator.Faults{Delay: time.Minute})
	r.open(t, pricing.VA, "a", 25000)
	must(t, r.Pay(t.Context(), "a", nil, ""))
	r.clock.advance(time.Minute - time.Millisecond)
	r.inbox.mustBeQuiet(t)
	r.clock.advance(time.Millisecond)
	r.inbox.next(t)
	r.mustSettleDown(t)
}

func TestTwoInstancesOnOneDatabaseSendEachNotificationOnce(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	other, _ := startSimulator(t, r.options)
	const payments = 100
	for i := range payments {
		id := fmt.Sprint("INV-", i)
		r.open(t, pricing.VA, id, 25000)
		payer := []*simulator.Simulator{r.Simulator, other}[i%2]
		must(t, payer.Pay(t.Context(), id, nil, ""))
	}
	seen := map[string]bool{}
	for range payments {
		n, _ := r.inbox.next(t)
		if seen[n.PaymentID] {
			t.Errorf("%s was sent twice", n.PaymentID)
		}
		seen[n.PaymentID] = true
	}
	r.mustSettleDown(t)
}

func TestManyInstancesCanStartAtOnce(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	_, err := r.db.Exec(`DROP SCHEMA state CASCADE`)
	must(t, err)
	const instances = 8
	started := make(chan error, instances)
	for range instances {
		go func() {
			_, err := simulator.New(t.Context(), r.options)
			started <- err
		}()
	}
	for range instances {
		must(t, <-started)
	}
}
