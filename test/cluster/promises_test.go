package cluster

import (
	"encoding/json"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"
)

// What clients of one instance are promised, where their requests go to two in turn.
func TestTwoInstancesKeepThePromisesOfOne(t *testing.T) {
	t.Parallel()
	in := newInstallation(t, 2, "SIMULATOR_PAYOUT_DELAY=100ms")
	admin := in.admin(t)
	t.Run("together", func(t *testing.T) {
		for name, holds := range map[string]func(*testing.T, *installation, caller){
			"what one acknowledged the other shows":             readYourWrites,
			"a replaced key is dead on both within a second":    replacedKeys,
			"one key at once on both has one effect":            oneKeyAtOnce,
			"withdrawals of one client never overdraw it":       neverOverdrawn,
			"an event reaches the listeners of both":            listenersOfBoth,
			"payouts and payments happen once, told by whoever": paidOnce,
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				holds(t, in, admin)
			})
		}
	})
	in.verify(t)
}

func readYourWrites(t *testing.T, in *installation, admin caller) {
	m := in.newMerchant(t, admin, 0, false)
	for n := range 300 {
		here, there := in.instances[n%2], in.instances[1-n%2]
		id := m.on(here).must(t, "POST", "/transactions", map[string]any{"total": 1_000}).text("id")
		a, err := m.on(there).once(t.Context(), "GET", "/transactions/"+id, nil)
		if err != nil || a.Status != http.StatusOK {
			t.Fatalf("written on one instance, %d %s %v on the other", a.Status, a.Body, err)
		}
	}
}

func replacedKeys(t *testing.T, in *installation, admin caller) {
	m := in.newMerchant(t, admin, 0, false)
	var worst time.Duration
	for n := range 10 {
		here, there := in.instances[n%2], in.instances[1-n%2]
		old := m.caller
		for _, i := range in.instances {
			old.on(i).must(t, "GET", "/account", nil) // now it is remembered
		}
		m.caller = m.with("X-API-Key", merchant{id: m.id, admin: admin.on(here)}.newKey(t))
		replaced := time.Now()
		for _, i := range []*instance{here, there} {
			m.on(i).must(t, "GET", "/account", nil)
		}
		if a, err := old.on(here).once(t.Context(), "GET", "/account", nil); err != nil || a.Status != http.StatusUnauthorized {
			t.Errorf("the old key where it was replaced: %d %v", a.Status, err)
		}
		for {
			asked := time.Since(replaced)
			a, err := old.on(there).once(t.Context(), "GET", "/account", nil)
			if err == nil && a.Status == http.StatusUnauthorized {
				break
			}
			if worst = max(worst, asked); err != nil || asked > time.Second {
				t.Fatalf("the old key, %v after it was replaced: %d %v", asked, a.Status, err)
			}
		}
	}
	t.Logf("an old key lived on for %v at most", worst.Round(time.Millisecond))
}

func oneKeyAtOnce(t *testing.T, in *installation, admin caller) {
	const times, amount = 50, 10_000
	m := in.newMerchant(t, admin, 10_000_000, false)
	var held int64
	for range times {
		c := m.with("Idempotency-Key", uuid.NewString())
		var answers [2]answer
		var both sync.WaitGroup
		for n, i := range in.instances {
			both.Go(func() {
				var err error
				answers[n], err = c.on(i).insist(t.Context(), "POST", "/settlements", map[string]any{"jumlah": amount, "tujuan": "gaji"})
				if err != nil || answers[n].Status != http.StatusCreated {
					t.Errorf("%d %s %v", answers[n].Status, answers[n].Body, err)
				}
			})
		}
		both.Wait()
		if string(answers[0].Data) != string(answers[1].Data) {
			t.Errorf("one key, two answers:\n%s\n%s", answers[0].Data, answers[1].Data)
		}
		held += answers[0].number("total")
	}
	if got := m.must(t, "GET", "/account/balance", nil).number("ditahan"); got != held {
		t.Errorf("%d held for %d settlements of %d in all", got, times, held)
	}
}

// paidOnce: each instance has a simulated provider of its own, on the same tables.
// A payment made through one and a payout asked of the other come to their ends
// once, whichever of the two tells whichever gateway.
func paidOnce(t *testing.T, in *installation, admin caller) {
	const times, money, each = 20, 10_000_000, 50_000
	m := in.newMerchant(t, admin, money, true)
	want := decimal.NewFromInt(money)
	for n := range times {
		here, there := in.instances[n%2], in.instances[1-n%2]
		opened := openedPayment(t, m.on(here).must(t, "POST", "/payments/qris", map[string]any{"amount": each}))
		m.on(there).must(t, "POST", "/sandbox/payments/"+opened.ID+"/pay", nil)
		payout := m.on(there).must(t, "POST", "/withdrawals", map[string]any{"jumlah": each, "url": "http://127.0.0.1:9/none"})
		eventually(t, readyWithin, "the payout is completed", func() bool {
			return m.must(t, "GET", "/withdrawals/"+payout.text("id"), nil).text("status") == "completed"
		})
		want = want.Add(opened.Net).Sub(decimal.NewFromInt(payout.number("total")))
	}
	saldo := func() string { return m.must(t, "GET", "/account/balance", nil).text("saldo") }
	eventually(t, readyWithin, "saldo is "+want.String(), func() bool { return saldo() == want.String() })
}

type payment struct {
	ID  string          `json:"transaction_id"`
	Net decimal.Decimal `json:"net_payment"`
}

func openedPayment(t *testing.T, a answer) payment {
	t.Helper()
	var data struct {
		Transaction payment `json:"transaction"`
	}
	if err := json.Unmarshal(a.Data, &data); err != nil {
		t.Fatal(err)
	}
	return data.Transaction
}
