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

func TestANotificationIsRepeatedUntilA2xx(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.inbox.answerWith(http.StatusInternalServerError)
	f.open(t, pricing.VA, "a", 25000)
	must(t, f.Pay(t.Context(), "a", nil, ""))
	_, first := f.inbox.next(t)
	// The clock stands still, so no repetition is due.
	f.inbox.mustGetNothing(t)
	f.clock.advance(time.Second)
	_, second := f.inbox.next(t)
	f.inbox.mustGetNothing(t)
	f.clock.advance(2*time.Second - time.Millisecond)
	f.inbox.mustGetNothing(t)
	f.inbox.answerWith(http.StatusAccepted)
	f.clock.advance(time.Millisecond)
	_, third := f.inbox.next(t)
	if !bytes.Equal(first.body, second.body) || !bytes.Equal(first.body, third.body) {
		t.Errorf("the body changed: %s, %s, %s", first.body, second.body, third.body)
	}
	f.mustHaveDeliveredAll(t)
}

// mustHaveDeliveredAll checks that nothing is left to deliver, however much time passes.
func (f *fixture) mustHaveDeliveredAll(t *testing.T) {
	t.Helper()
	waiting := -1
	for end := time.Now().Add(deadline); waiting != 0 && time.Now().Before(end); {
		must(t, f.db.Get(&waiting, `SELECT count(*) FROM state.simulator_notifications WHERE delivered_at IS NULL`))
	}
	if waiting != 0 {
		t.Fatalf("%d notifications are not delivered", waiting)
	}
	f.clock.advance(time.Hour)
	f.inbox.mustGetNothing(t)
}

func TestUndeliveredNotificationsAreSentAtOnceAfterAStart(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.inbox.answerWith(http.StatusServiceUnavailable)
	f.open(t, pricing.VA, "a", 25000)
	must(t, f.Pay(t.Context(), "a", nil, ""))
	f.inbox.next(t)
	f.stop()
	f.inbox.answerWith(http.StatusOK)
	// The clock stands still: neither the backoff nor a claim has run out.
	startSimulator(t, f.options)
	if n, _ := f.inbox.next(t); n.TransactionID != "a" || n.Status != report.Paid {
		t.Errorf("notified %+v", n)
	}
	f.mustHaveDeliveredAll(t)
}

func TestTheClaimOfAKilledProcessDoesNotDelayANotification(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.stop()
	f.open(t, pricing.VA, "a", 25000)
	must(t, f.Pay(t.Context(), "a", nil, ""))
	// The row is as a SIGKILL in the middle of an attempt leaves it.
	_, err := f.db.Exec(`UPDATE state.simulator_notifications SET attempts = 1, next_attempt_at = $1`, start.Add(time.Minute))
	must(t, err)
	startSimulator(t, f.options)
	f.inbox.next(t)
	f.mustHaveDeliveredAll(t)
}

func TestTheFaultDuplicateRepeatsNotifications(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.SetFaults(simulator.Faults{Duplicate: 2})
	f.open(t, pricing.VA, "a", 25000)
	must(t, f.Pay(t.Context(), "a", nil, ""))
	_, first := f.inbox.next(t)
	for range 2 {
		if _, again := f.inbox.next(t); !bytes.Equal(again.body, first.body) {
			t.Errorf("got %s, want %s", again.body, first.body)
		}
	}
	f.mustHaveDeliveredAll(t)
}

func TestNotificationsOfOnePaymentKeepTheirOrder(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.inbox.answerWith(http.StatusInternalServerError)
	f.open(t, pricing.Invoice, "a", 25000)
	must(t, f.Pay(t.Context(), "a", nil, ""))
	must(t, f.Settle(t.Context(), "a"))
	if n, _ := f.inbox.next(t); n.Status != report.Paid {
		t.Fatalf("%s came first", n.Status)
	}
	f.inbox.mustGetNothing(t)
	f.inbox.answerWith(http.StatusOK)
	f.clock.advance(time.Second)
	for _, want := range []report.Status{report.Paid, report.Settled} {
		if n, _ := f.inbox.next(t); n.Status != want {
			t.Fatalf("got %s, want %s", n.Status, want)
		}
	}
	f.mustHaveDeliveredAll(t)
}

func TestTheFaultReorderLetsTheLaterNotificationOvertake(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.SetFaults(simulator.Faults{Reorder: true})
	f.open(t, pricing.Invoice, "a", 25000)
	must(t, f.Pay(t.Context(), "a", nil, ""))
	must(t, f.Settle(t.Context(), "a"))
	if n, _ := f.inbox.next(t); n.Status != report.Settled {
		t.Fatalf("%s came first", n.Status)
	}
	f.inbox.mustGetNothing(t)
	f.clock.advance(time.Second)
	if n, _ := f.inbox.next(t); n.Status != report.Paid {
		t.Fatalf("%s came second", n.Status)
	}
	f.mustHaveDeliveredAll(t)
}

func TestTheFaultDelayDelaysNotifications(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.SetFaults(simulator.Faults{Delay: time.Minute})
	f.open(t, pricing.VA, "a", 25000)
	must(t, f.Pay(t.Context(), "a", nil, ""))
	f.clock.advance(time.Minute - time.Millisecond)
	f.inbox.mustGetNothing(t)
	f.clock.advance(time.Millisecond)
	f.inbox.next(t)
	f.mustHaveDeliveredAll(t)
}

func TestTwoInstancesOnOneDatabaseSendEachNotificationOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	other, _ := startSimulator(t, f.options)
	const payments = 100
	for i := range payments {
		id := fmt.Sprint("INV-", i)
		f.open(t, pricing.VA, id, 25000)
		payer := []*simulator.Simulator{f.Simulator, other}[i%2]
		must(t, payer.Pay(t.Context(), id, nil, ""))
	}
	seen := map[string]bool{}
	for range payments {
		n, _ := f.inbox.next(t)
		if seen[n.PaymentID] {
			t.Errorf("%s was sent twice", n.PaymentID)
		}
		seen[n.PaymentID] = true
	}
	f.mustHaveDeliveredAll(t)
}

func TestManyInstancesCanStartAtOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	_, err := f.db.Exec(`DROP SCHEMA state CASCADE`)
	must(t, err)
	const instances = 8
	started := make(chan error, instances)
	for range instances {
		go func() {
			_, err := simulator.New(t.Context(), f.options)
			started <- err
		}()
	}
	for range instances {
		must(t, <-started)
	}
}
