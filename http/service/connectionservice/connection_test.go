package connectionservice_test

import (
	"strings"
	"sync"
	"testing"

	"gateway/domain/connection"
	"gateway/domain/payment"
	"gateway/http/service/connectionservice"
	"gateway/http/service/servicetest"
	"gateway/projections/audit/reconcile"
)

func TestSeveralProcessesNameAConnectionOnce(t *testing.T) {
	t.Parallel()
	core := servicetest.New(t)
	configured := map[string]string{"xendit": "xendit", "doku-1": "doku"}
	first := connectionservice.New(core.Log, core.Now, configured)
	if err := first.Bind(t.Context(), "xendit"); err != nil || servicetest.Count(t, core, "connection.bound.v1") != 0 {
		t.Fatal("a log that has only the first connection needs no event", err)
	}
	var all sync.WaitGroup
	for range 8 {
		process := connectionservice.New(core.Log, core.Now, configured)
		all.Go(func() {
			if err := process.Bind(t.Context(), "doku-1"); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if err := first.Bind(t.Context(), "doku-1"); err != nil {
		t.Error(err)
	}
	if n := servicetest.Count(t, core, "connection.bound.v1"); n != 2 {
		t.Errorf("%d events, want one about each connection", n)
	}
	other := connectionservice.New(core.Log, core.Now, map[string]string{"doku-1": "midtrans"})
	if err := other.Bind(t.Context(), "doku-1"); err == nil || !strings.Contains(err.Error(), "the log names doku-1 as one of doku") {
		t.Errorf("another company: %v", err)
	}
}

func TestALogIsComparedWithTheConfiguration(t *testing.T) {
	t.Parallel()
	core := servicetest.New(t)
	only := map[string]string{"doku-1": "doku"}
	check := func(configured map[string]string, want string) {
		t.Helper()
		err := connectionservice.Check(t.Context(), core.Log, configured)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", configured, err, want)
		}
	}
	check(only, "") // a new log
	asked := payment.Identity{ID: 1, TransactionID: "INV-1-1", ClientID: 7, Connection: connection.Xendit}
	servicetest.Append(t, core, payment.Stream("INV-1-1"), payment.Requested{Identity: asked, At: core.Now()})
	check(only, "connections: xendit is missing")
	check(map[string]string{"xendit": "doku"}, "connections: xendit is one of doku")
	check(map[string]string{"xendit": "xendit"}, "")
	servicetest.Append(t, core, connection.Stream(),
		connection.Bound{Connection: "xendit", Provider: "xendit", At: core.Now()},
		connection.Bound{Connection: "doku-1", Provider: "doku", At: core.Now()})
	check(map[string]string{"xendit": "xendit"}, "connections: doku-1 is missing")

	moved := asked
	moved.Connection = "doku-1"
	standings := func() (at, given int) {
		t.Helper()
		all, err := reconcile.Standings(t.Context(), core.Log, []string{"xendit", "doku-1"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return all["xendit"].Payments, all["doku-1"].Payments
	}
	if xendit, doku := standings(); xendit != 1 || doku != 0 {
		t.Errorf("asked: %d, %d payments are open", xendit, doku)
	}
	servicetest.Append(t, core, payment.Stream("INV-1-1"), payment.Rerouted{Identity: moved, From: "xendit", At: core.Now()})
	if xendit, doku := standings(); xendit != 0 || doku != 1 {
		t.Errorf("asked elsewhere: %d, %d payments are open", xendit, doku)
	}
	servicetest.Append(t, core, payment.Stream("INV-1-1"), payment.Expired{Identity: moved, At: core.Now()})
	if xendit, doku := standings(); xendit+doku != 0 {
		t.Errorf("expired: %d, %d payments are open", xendit, doku)
	}
	late := payment.News{Receipt: payment.Receipt{ProviderPaymentID: "pay-1"}, Status: "PAID"}
	reports := func() int {
		t.Helper()
		all, err := reconcile.Standings(t.Context(), core.Log, []string{"doku-1"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return all["doku-1"].Reports
	}
	servicetest.Append(t, core, payment.Stream("INV-1-1"), payment.Reported{Identity: moved, News: late, At: core.Now()})
	if n := reports(); n != 1 {
		t.Errorf("late money is notified: %d reports wait", n)
	}
	servicetest.Append(t, core, payment.Stream("INV-1-1"), payment.ReportAnswered{Identity: moved, ProviderPaymentID: "pay-1", Status: "PAID", At: core.Now()})
	if n := reports(); n != 0 {
		t.Errorf("and answered: %d reports wait", n)
	}
}
