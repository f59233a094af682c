package cluster

import (
	"math/rand/v2"
	"net/http"
	"sync"
	"testing"
	"time"

	"gateway/test/installation"

	"github.com/anishathalye/porcupine"
)

// withdrawalsNeverOverdraw records the requests of several clients for one account, on both instances. It looks
// for an order in which an account that does one operation at a time would give the same answers.
func withdrawalsNeverOverdraw(t *testing.T, in *installation.Installation, admin installation.Caller) {
	const accounts, atOnce, each = 4, 6, 25
	var all sync.WaitGroup
	for range accounts {
		m := in.NewMerchant(t, admin, funds, false)
		all.Go(func() {
			h := &history{began: time.Now(), merchant: m}
			var customers sync.WaitGroup
			for customer := range atOnce {
				at := m.On(in.Instances[customer%len(in.Instances)])
				customers.Go(func() {
					for range each {
						h.doRandomOperation(t, at, customer)
					}
				})
			}
			customers.Wait()
			h.check(t)
		})
	}
	all.Wait()
}

const funds = 1_000_000

// history holds the requests for one account, and their answers.
type history struct {
	merchant installation.Merchant
	began    time.Time

	mu         sync.Mutex
	operations []porcupine.Operation
	withdrawn  []int64 // ids, for any client to cancel
}

// doRandomOperation does one operation and records it.
func (h *history) doRandomOperation(t *testing.T, at installation.Caller, customer int) {
	in := input{what: readBalance}
	method, path, body := "GET", "/account/balance", any(nil)
	switch rand.IntN(6) {
	case 0:
		in = input{what: settle, amount: 10_000 + rand.Int64N(40_000)}
		method, path, body = "POST", "/settlements", map[string]any{"jumlah": in.amount, "tujuan": "gaji"}
	case 1, 2:
		in = input{what: withdraw, amount: 10_000 + rand.Int64N(funds)}
		method, path, body = "POST", "/withdrawals", map[string]any{"jumlah": in.amount, "url": "http://127.0.0.1:9/none"}
	case 3, 4:
		if id := h.recentWithdrawal(); id != 0 {
			in = input{what: cancel, id: id}
			method, path = "POST", "/withdrawals/"+text(id)+"/cancel"
		}
	}
	call := time.Since(h.began)
	a, err := at.Send(t.Context(), method, path, body)
	// After too many conflicts the gateway answers busy, without having decided anything.
	for err == nil && a.Text("error_code") == "busy" {
		a, err = at.Send(t.Context(), method, path, body)
	}
	back := time.Since(h.began)
	out := output{refusal: a.Text("error_code"), id: a.Number("id"), total: a.Number("total"), available: a.Number("saldo_yang_bisa_ditarik")}
	if err != nil || a.Status >= 500 || a.Status == http.StatusConflict {
		t.Errorf("%s %s: %s %v", method, path, a, err)
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if in.what == withdraw && out.refusal == "" {
		h.withdrawn = append(h.withdrawn, out.id)
	}
	h.operations = append(h.operations, porcupine.Operation{
		ClientId: customer, Input: in, Call: int64(call), Output: out, Return: int64(back),
	})
}

// recentWithdrawal returns one of the last two, because older ones can no longer be cancelled.
func (h *history) recentWithdrawal() int64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.withdrawn) == 0 {
		return 0
	}
	return h.withdrawn[len(h.withdrawn)-1-rand.IntN(min(2, len(h.withdrawn)))]
}

// check judges the decisions alone, and the successful operations together with the reads. It does not judge
// all of them together: a refusal may rest on a write that is decided but not acknowledged yet, which reads
// need not show.
func (h *history) check(t *testing.T) {
	var decided, read []porcupine.Operation
	seen := map[string]int{}
	for _, o := range h.operations {
		in, out := o.Input.(input), o.Output.(output)
		seen[in.what+" "+out.refusal]++
		if in.what != readBalance {
			decided = append(decided, o)
		}
		if out.refusal == "" {
			read = append(read, o)
		}
	}
	for name, operations := range map[string][]porcupine.Operation{"decisions": decided, "reads": read} {
		result := porcupine.CheckOperationsTimeout(account, operations, time.Minute)
		if result != porcupine.Ok {
			t.Errorf("%s of one account: no order of these explains them (%s): %+v", name, result, operations)
		}
	}
	t.Logf("%v", seen)
}
