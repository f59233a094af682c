package recovery

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"gateway/test/installation"
	"gateway/test/poll"
)

// Only the read model that can't apply the event halts, and its status says why. Reads and writes go on. After
// the fix it continues without a rebuild.
func TestAPoisonousEventHaltsOneReadModelAndServingGoesOn(t *testing.T) {
	in := installation.New(t, installation.Options{})
	admin := in.Admin(t)
	m := in.NewMerchant(t, admin, 1_000_000, false)
	in.Query(t, installation.ReadModels, `ALTER TABLE transactions ADD CONSTRAINT poison CHECK (total <> 66666)`)
	m.Must(t, "POST", "/transactions", map[string]any{"total": 1_000})
	began := time.Now()
	for range 3 {
		m.Must(t, "POST", "/transactions", map[string]any{"total": 66_666})
	}
	poll.Within(t, installation.InvariantsWithin, "the read model halts", func() (bool, any) {
		state := projectionStatus(t, admin, "transactions")
		return state.State == "halted" && strings.HasPrefix(state.Error, "event ") &&
			strings.Contains(state.Error, "transaction.recorded.v1") && strings.Contains(state.Error, "rebuild transactions"), state.Error
	})
	if status, body := in.Instances[0].Get("/readyz"); status != 200 || !strings.Contains(body, `"status":"degraded"`) || !strings.Contains(body, "projection transactions: halted") {
		t.Errorf("/readyz says %d %s", status, body)
	}
	if _, metrics := in.Instances[0].Get("/metrics"); !strings.Contains(metrics, `gateway_projection_halted{kind="projection",name="transactions"} 1`) {
		t.Error("no metric says that the read model is halted")
	}
	m.Must(t, "POST", "/payments/qris", map[string]any{"amount": 20_000})
	m.Must(t, "POST", "/withdrawals", map[string]any{"jumlah": 10_000, "url": "http://127.0.0.1:9/none"})
	// Each would otherwise wait 5 s.
	if took := time.Since(began); poll.Exceeds(took, 4*time.Second) {
		t.Errorf("with a halted read model, five writes took %v: they wait for it", took)
	}
	if held := m.Must(t, "GET", "/account/balance", nil).Text("ditahan"); held == "0" {
		t.Error("the other read models do not go on")
	}
	if n := len(rowsOf(t, m, "/transactions")); n != 1 {
		t.Errorf("the halted read model shows %d transactions, want the one before the poison", n)
	}
	in.Query(t, installation.ReadModels, `ALTER TABLE transactions DROP CONSTRAINT poison`)
	in.Instances[0].Stop(t)
	in.Instances[0].Start(t)
	poll.Within(t, installation.InvariantsWithin, "the read model is live again", func() (bool, any) {
		state := projectionStatus(t, admin, "transactions")
		return state.State == "live" && state.Error == "", state.Error
	})
	if n := len(rowsOf(t, m, "/transactions")); n != 5 {
		t.Errorf("after the fix there are %d transactions, want 5", n)
	}
	in.Verify(t)
}

type projection struct{ Name, State, Error string }

// projectionStatus is what administrators see of a read model.
func projectionStatus(t *testing.T, admin installation.Caller, name string) projection {
	t.Helper()
	var all []projection
	admin.Must(t, "GET", "/admin/projections", nil).Into(t, &all)
	for _, p := range all {
		if p.Name == name {
			return p
		}
	}
	t.Fatalf("there is no projection %s", name)
	return projection{}
}

func rowsOf(t *testing.T, m installation.Merchant, path string) (rows []json.RawMessage) {
	t.Helper()
	m.Must(t, "GET", path, nil).Into(t, &rows)
	return rows
}
