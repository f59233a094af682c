package histories

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"gateway/test/installation"
)

// history holds the operations on one account of an installation.
type history struct {
	t        *testing.T
	in       *installation.Installation
	admin    installation.Caller
	merchant installation.Merchant
	seed     uint64
	rules    rules
	record   *record
}

const merchantClients = 5

// play lets clients and an administrator act on a new account while instances fail, and returns the history.
// The seed decides the choices of each client, and the faults.
func play(t *testing.T, in *installation.Installation, admin installation.Caller, seed uint64) *history {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 0))
	h := &history{
		t: t, in: in, admin: admin, seed: seed,
		rules: rules{funds: 1_000_000_00, autoApprove: random.IntN(3) == 0},
	}
	h.merchant = in.NewMerchant(t, admin, h.rules.funds/100, h.rules.autoApprove)
	h.record = &record{began: time.Now()}
	var clients sync.WaitGroup
	stop := make(chan struct{})
	for n := range merchantClients + 1 {
		c := &client{history: h, number: n, random: rand.New(rand.NewPCG(seed, uint64(n)+1))}
		if n == merchantClients {
			clients.Go(func() { c.administer(stop) })
		} else {
			clients.Go(func() { c.work(stop) })
		}
	}
	func() {
		defer clients.Wait()
		defer close(stop)
		h.disturb(random)
	}()
	h.lookAtTheEnd()
	return h
}

// lookAtTheEnd reads the balance, and then which payouts the provider ended. So the history has every end that
// the balance shows.
func (h *history) lookAtTheEnd() {
	h.t.Helper()
	c := &client{history: h, number: merchantClients + 1, random: rand.New(rand.NewPCG(h.seed, 99))}
	before := len(h.record.operations)
	for len(h.record.operations) == before {
		c.readBalance()
	}
	for n := range h.record.payouts {
		if status := h.statusInTheEnd(n); status == completed || status == failed {
			h.addEnd(n, status)
		}
	}
}

// statusInTheEnd returns the status of a payout from the read models, empty if there is no such payout. There
// must not be two.
func (h *history) statusInTheEnd(n int) string {
	h.t.Helper()
	statuses := h.in.Query(h.t, installation.ReadModels, fmt.Sprintf(
		`SELECT string_agg(status, ' ') FROM payouts WHERE client_id = %d AND external_id = '%d-%d' HAVING count(*) > 0`,
		h.merchant.ID, h.merchant.ID, n))
	if strings.Contains(statuses, " ") {
		h.t.Errorf("history of seed %d: one key made two payouts: %s", h.seed, statuses)
	}
	return statuses
}

// addEnd adds the end of a payout by the provider, at some time after its approval. If a person ended the
// payout, the history already has that operation. If that operation had no answer, either may have ended it.
func (h *history) addEnd(n int, status string) {
	end := operation{
		in: input{do: ended, payout: n}, out: output{status: status}, client: merchantClients + 2, call: open, back: h.record.now(),
	}
	for _, o := range h.record.operations {
		if o.in.payout != n || o.out.refusal != "" || o.out.conflict {
			continue
		}
		switch o.in.do {
		case complete, fail:
			if !o.out.unknown {
				return
			}
			end.out.unknown = true
		case approve, withdraw:
			if o.in.do == approve && !o.in.manual || o.in.do == withdraw && h.rules.autoApprove {
				end.call = min(end.call, o.call)
			}
		case readPayout:
			if o.out.status == status {
				end.back = min(end.back, o.back)
			}
		}
	}
	if end.out.unknown {
		end.back = open
	}
	if end.call != open {
		h.record.add(end)
	}
}
