package recovery

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

// An event that a read model can't apply halts that one alone, and says so; reads
// and writes go on. After the fix it continues, and nothing had to be rebuilt.
func TestAPoisonousEventHaltsOneReadModelAndServingGoesOn(t *testing.T) {
	i := install(t)
	l := newLoad(t, i, 1)
	m := l.merchants[0]
	i.query(t, readDatabase, `ALTER TABLE transactions ADD CONSTRAINT poison CHECK (total <> 66666)`)
	m.must(t, "POST", "/transactions", map[string]any{"total": 1_000})
	began := time.Now()
	for range 3 {
		m.must(t, "POST", "/transactions", map[string]any{"total": 66_666})
	}
	eventually(t, "the read model halts", calmWithin, func() (bool, string) {
		state := i.projection(t, l, "transactions")
		return state.State == "halted" && strings.HasPrefix(state.Error, "event ") &&
			strings.Contains(state.Error, "transaction.recorded.v1") && strings.Contains(state.Error, "rebuild transactions"), state.Error
	})
	m.must(t, "POST", "/payments/qris", map[string]any{"amount": 20_000})
	m.must(t, "POST", "/withdrawals", map[string]any{"jumlah": 10_000, "url": l.receiver.URL + "/ok"})
	if took := time.Since(began); took > 4*time.Second {
		t.Errorf("with a halted read model, five writes took %v: they wait for it", took)
	}
	if held := m.must(t, "GET", "/account/balance", nil).field("ditahan"); held == "0" {
		t.Error("the other read models do not go on")
	}
	if n := len(m.list(t, "/transactions")); n != 1 {
		t.Errorf("the halted read model shows %d transactions, want the one before the poison", n)
	}
	i.query(t, readDatabase, `ALTER TABLE transactions DROP CONSTRAINT poison`)
	i.stop(t)
	i.start(t)
	l.admin = i.admin(t)
	eventually(t, "the read model is live again", calmWithin, func() (bool, string) {
		state := i.projection(t, l, "transactions")
		return state.State == "live" && state.Error == "", state.Error
	})
	if n := len(m.list(t, "/transactions")); n != 5 {
		t.Errorf("after the fix there are %d transactions, want 5", n)
	}
	i.verify(t)
}

type projection struct{ Name, State, Error string }

// projection is what administrators see of a read model.
func (i *installation) projection(t *testing.T, l *load, name string) projection {
	t.Helper()
	var all []projection
	if err := json.Unmarshal(l.admin.must(t, "GET", "/admin/projections", nil).Data, &all); err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		if p.Name == name {
			return p
		}
	}
	t.Fatalf("there is no projection %s", name)
	return projection{}
}

func (c caller) list(t *testing.T, path string) (rows []json.RawMessage) {
	t.Helper()
	if err := json.Unmarshal(c.must(t, "GET", path, nil).Data, &rows); err != nil {
		t.Fatal(err)
	}
	return rows
}
