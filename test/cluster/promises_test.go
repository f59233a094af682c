package cluster

import (
	"net/http"
	"sync"
	"testing"
	"time"

	"gateway/test/installation"
	"gateway/test/poll"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"
)

// The requests of a client go to two instances.
func TestTwoInstancesKeepThePromisesOfOne(t *testing.T) {
	t.Parallel()
	installation.OnEachStore(t, func(t *testing.T, store installation.Store) {
		in := installation.New(t, installation.Options{Store: store, Instances: 2})
		admin := in.Admin(t)
		t.Run("together", func(t *testing.T) {
			for name, holds := range promises {
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					holds(t, in, admin)
				})
			}
		})
		in.Verify(t)
	})
}

var promises = map[string]func(*testing.T, *installation.Installation, installation.Caller){
	"a write on one instance can be read on the other":                 readYourWrites,
	"a replaced key stops working on both within a second":             replacedKeys,
	"requests on both under one key have one effect":                   oneKeyAtOnce,
	"withdrawals of one client never overdraw it":                      withdrawalsNeverOverdraw,
	"an event reaches listeners of both":                               listenersOfBoth,
	"an open payment can be paid by what either shows of it":           openPaymentStaysUsable,
	"payments and payouts happen once, whichever instance is notified": paidOnce,
}

func readYourWrites(t *testing.T, in *installation.Installation, admin installation.Caller) {
	m := in.NewMerchant(t, admin, 0, false)
	for n := range 300 {
		here, there := in.Instances[n%2], in.Instances[1-n%2]
		id := m.On(here).Must(t, "POST", "/transactions", map[string]any{"total": 1_000}).Text("id")
		a, err := m.On(there).Send(t.Context(), "GET", "/transactions/"+id, nil)
		if err != nil || a.Status != http.StatusOK {
			t.Fatalf("written on one instance, %s %v on the other", a, err)
		}
	}
}

func replacedKeys(t *testing.T, in *installation.Installation, admin installation.Caller) {
	m := in.NewMerchant(t, admin, 0, false)
	var worst time.Duration
	for n := range 10 {
		here, there := in.Instances[n%2], in.Instances[1-n%2]
		old := m
		for _, i := range in.Instances {
			old.On(i).Must(t, "GET", "/account", nil) // now the instance has the key in its cache
		}
		m = m.WithNewKey(t, admin.On(here))
		replaced := time.Now()
		for _, i := range []*installation.Instance{here, there} {
			m.On(i).Must(t, "GET", "/account", nil)
		}
		if a, err := old.On(here).Send(t.Context(), "GET", "/account", nil); err != nil || a.Status != http.StatusUnauthorized {
			t.Errorf("the old key where it was replaced: %s %v", a, err)
		}
		for {
			asked := time.Since(replaced)
			a, err := old.On(there).Send(t.Context(), "GET", "/account", nil)
			if err == nil && a.Status == http.StatusUnauthorized {
				break
			}
			if worst = max(worst, asked); err != nil || poll.Exceeds(asked, time.Second) {
				t.Fatalf("the old key, %v after it was replaced: %s %v", asked, a, err)
			}
		}
	}
	t.Logf("an old key worked for %v at most", worst.Round(time.Millisecond))
}

func oneKeyAtOnce(t *testing.T, in *installation.Installation, admin installation.Caller) {
	const times, amount = 50, 10_000
	m := in.NewMerchant(t, admin, 10_000_000, false)
	var held int64
	for range times {
		c := m.With("Idempotency-Key", uuid.NewString())
		var answers [2]installation.Answer
		var both sync.WaitGroup
		for n, i := range in.Instances {
			both.Go(func() {
				var err error
				answers[n], err = c.On(i).Retry(t.Context(), "POST", "/settlements", map[string]any{"jumlah": amount, "tujuan": "gaji"})
				if err != nil || answers[n].Status != http.StatusCreated {
					t.Errorf("%s %v", answers[n], err)
				}
			})
		}
		both.Wait()
		if string(answers[0].Data) != string(answers[1].Data) {
			t.Errorf("one key, two answers:\n%s\n%s", answers[0].Data, answers[1].Data)
		}
		held += answers[0].Number("total")
	}
	if got := m.Must(t, "GET", "/account/balance", nil).Number("ditahan"); got != held {
		t.Errorf("%d held for %d settlements of %d in all", got, times, held)
	}
}

// paidOnce: each instance has a simulated provider of its own, on the same tables. Payments and payouts go
// through one instance, and the provider notifies either. Each happens once.
func paidOnce(t *testing.T, in *installation.Installation, admin installation.Caller) {
	const times, money, each = 20, 10_000_000, 50_000
	m := in.NewMerchant(t, admin, money, true)
	want := decimal.NewFromInt(money)
	for n := range times {
		here, there := in.Instances[n%2], in.Instances[1-n%2]
		opened := openedPayment(t, m.On(here).Must(t, "POST", "/payments/qris", map[string]any{"amount": each}))
		m.On(there).Must(t, "POST", "/sandbox/payments/"+opened.ID+"/pay", nil)
		payout := m.On(there).Must(t, "POST", "/withdrawals", map[string]any{"jumlah": each, "url": "http://127.0.0.1:9/none"})
		poll.Within(t, installation.ReadyWithin, "the payout is completed", func() (bool, any) {
			status := m.Must(t, "GET", "/withdrawals/"+payout.Text("id"), nil).Text("status")
			return status == "completed", status
		})
		want = want.Add(opened.Net).Sub(decimal.NewFromInt(payout.Number("total")))
	}
	poll.Within(t, installation.ReadyWithin, "saldo is "+want.String(), func() (bool, any) {
		total := m.Must(t, "GET", "/account/balance", nil).Text("saldo")
		return total == want.String(), total
	})
}

type payment struct {
	ID  string          `json:"transaction_id"`
	Net decimal.Decimal `json:"net_payment"`
}

func openedPayment(t *testing.T, a installation.Answer) payment {
	t.Helper()
	var data struct {
		Transaction payment `json:"transaction"`
	}
	a.Into(t, &data)
	return data.Transaction
}
