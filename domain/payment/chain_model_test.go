package payment_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/test/rupiah"

	"pgregory.net/rapid"
)

// chainModel is a log of payments that replace one another. Each request, report and act is a thread of
// appends, one append per step. Threads continue in any order, and may end anywhere.
type chainModel struct {
	payments map[string]payment.State
	chains   map[string]payment.Chain
	ids      []string
	threads  []func() (next func())
	// paid counts the payments that became PAID, by the oldest payment of their chain.
	paid map[string]int
	n    int64
}

var chainNoon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

func (m *chainModel) append(id string, decide func(payment.State) ([]domain.Event, error)) error {
	s := m.payments[id]
	events, err := decide(s)
	for _, e := range events {
		s = payment.Evolve(s, e)
		if _, is := e.(payment.Paid); is {
			m.paid[m.rootOf(id)]++
		}
	}
	m.payments[id] = s
	return err
}

// rootOf follows the replaced payments back to the first one.
func (m *chainModel) rootOf(id string) string {
	for m.payments[id].Replaces != "" {
		id = m.payments[id].Replaces
	}
	return id
}

// request returns the steps of a payment request. It replaces the older payment, unless that is empty.
func (m *chainModel) request(older string) func() func() {
	m.n++
	id := fmt.Sprintf("INV-7-%d", m.n)
	cmd := payment.RequestCmd{
		Identity: payment.Identity{ID: m.n, TransactionID: id, ClientID: 7, Connection: "xendit", Channel: "qris", ChannelCode: "QRIS", Amount: rupiah.Of("50000")},
		Rates:    map[string]pricing.Rate{"QRIS": {Flat: rupiah.Of("1000")}}, ExpiresAt: chainNoon.Add(time.Hour), At: chainNoon,
	}
	open := func() func() {
		_ = m.append(id, func(s payment.State) ([]domain.Event, error) {
			return payment.Open(s, payment.OpenCmd{ProviderID: "qr-" + id, At: chainNoon})
		})
		if older == "" {
			return nil
		}
		return func() {
			_ = m.append(older, func(s payment.State) ([]domain.Event, error) { return payment.Replace(s, cmd.Identity, chainNoon) })
		}
	}
	return func() func() {
		chain := ""
		if older != "" {
			if m.append(older, func(s payment.State) ([]domain.Event, error) { return payment.StartChain(s, 7, chainNoon) }) != nil {
				return nil // refused
			}
			chain = m.payments[older].Chain
		}
		return func() {
			_ = m.append(id, func(s payment.State) ([]domain.Event, error) {
				if chain == "" {
					return payment.Request(s, cmd)
				}
				return payment.RequestReplacing(s, cmd, chain, older)
			})
			m.ids = append(m.ids, id)
			m.threads = append(m.threads, open)
		}
	}
}

// take repeats a decision with more and more facts, as the reactor of reports does.
func (m *chainModel) take(id string, facts payment.Facts, decide func(payment.State, payment.Facts) ([]domain.Event, error)) func() func() {
	return func() func() {
		err := m.append(id, func(s payment.State) ([]domain.Event, error) { return decide(s, facts) })
		var needs *payment.NeedsClaim
		switch {
		case errors.As(err, &needs):
			return m.claim(needs, func(c payment.Claim) {
				facts.Claim = c
				m.threads = append(m.threads, m.take(id, facts, decide))
			})
		case errors.Is(err, payment.ErrNeedsSuspenseID):
			m.n++
			facts.SuspenseID = m.n
			m.threads = append(m.threads, m.take(id, facts, decide))
		}
		return nil
	}
}

// claim claims the chain, as the reactor does: it appends the claim, then the claimant gives it up, then it
// takes the claim over. A crash may come between any two steps.
func (m *chainModel) claim(needs *payment.NeedsClaim, then func(payment.Claim)) (next func()) {
	has := func(c payment.Claim) bool {
		return c.TransactionID == needs.TransactionID && c.Number > needs.GivenUp
	}
	add := func(events []domain.Event) payment.Claim {
		m.chains[needs.Chain] = payment.Chains.Fold(m.chains[needs.Chain], events...)
		return m.chains[needs.Chain].Claim
	}
	var first func() func()
	goOn := func(step func() func()) func() { return func() { m.threads = append(m.threads, step) } }
	first = func() func() {
		c := add(needs.Claim(m.chains[needs.Chain], chainNoon))
		if has(c) {
			return func() { then(c) }
		}
		return goOn(func() func() {
			_ = m.append(c.TransactionID, func(s payment.State) ([]domain.Event, error) {
				return payment.GiveUpClaim(s, c, needs.Decided, chainNoon)
			})
			if m.payments[c.TransactionID].GivenUp < c.Number {
				return func() { then(c) }
			}
			return goOn(func() func() {
				if newer := add(needs.TakeOver(m.chains[needs.Chain], c, chainNoon)); has(newer) {
					return func() { then(newer) }
				}
				return goOn(first)
			})
		})
	}
	return goOn(first)
}

// goBack refunds money out of suspense. If there is none, it voids money that may still arrive.
func (m *chainModel) goBack(id string) {
	_ = m.append(id, func(s payment.State) ([]domain.Event, error) {
		for _, money := range s.Suspense {
			if !money.Closed {
				return payment.RefundSuspense(s, money.ID, "admin:1", "agreed", chainNoon)
			}
		}
		m.n++
		of := fmt.Sprint("pay-", m.n+1)
		return payment.Reverse(s, payment.Reversal{ReversalID: "void-" + of, Kind: payment.Void, ProviderPaymentID: of}, chainNoon)
	})
}

func (m *chainModel) pay(id string, amount string) func() func() {
	m.n++
	receipt := payment.Receipt{ProviderID: "qr-" + id, ProviderPaymentID: fmt.Sprint("pay-", m.n), PaidAmount: rupiah.Of(amount), PaidAt: chainNoon}
	return m.take(id, payment.Facts{}, func(s payment.State, f payment.Facts) ([]domain.Event, error) {
		return payment.Pay(s, payment.PayCmd{Receipt: receipt, SuspenseID: f.SuspenseID, Claim: f.Claim, At: chainNoon})
	})
}

func (m *chainModel) release(id string) func() func() {
	return m.take(id, payment.Facts{}, func(s payment.State, f payment.Facts) ([]domain.Event, error) {
		for _, money := range s.Suspense {
			if !money.Closed {
				return payment.ReleaseSuspense(s, money.ID, f.Claim, "admin:1", "agreed", chainNoon)
			}
		}
		return nil, nil
	})
}

// Requests, payments, cancellations, releases and crashes come in any order. Of the payments that replace one
// another at most one is PAID, and without an administrator only one is credited.
func TestOfPaymentsThatReplaceOneAnotherOneIsPaid(t *testing.T) {
	t.Parallel()
	// Only one check in a thousand draws an order that shows some defects.
	for range 20 {
		rapid.Check(t, judgeChains)
	}
}

func judgeChains(t *rapid.T) {
	m := &chainModel{payments: map[string]payment.State{}, chains: map[string]payment.Chain{}, paid: map[string]int{}}
	any := func() string { return rapid.SampledFrom(m.ids).Draw(t, "payment") }
	for range rapid.IntRange(1, 60).Draw(t, "steps") {
		what := rapid.IntRange(0, 12).Draw(t, "what")
		switch {
		case len(m.threads) > 0 && what < 5:
			i := rapid.IntRange(0, len(m.threads)-1).Draw(t, "thread")
			step := m.threads[i]
			m.threads = append(m.threads[:i:i], m.threads[i+1:]...)
			if next := step(); next != nil && rapid.IntRange(0, 9).Draw(t, "crash") > 0 {
				m.threads = append(m.threads, func() func() { next(); return nil })
			}
		case len(m.ids) == 0 || what == 5:
			m.threads = append(m.threads, m.request(""))
		case what < 8:
			m.threads = append(m.threads, m.request(any()))
		case what == 8:
			_ = m.append(any(), func(s payment.State) ([]domain.Event, error) { return payment.Cancel(s, 7, chainNoon) })
		case what == 9:
			m.threads = append(m.threads, m.release(any()))
		case what == 10:
			m.goBack(any())
		default:
			m.threads = append(m.threads, m.pay(any(), rapid.SampledFrom([]string{"50000", "50000", "50000", "60000"}).Draw(t, "amount")))
		}
	}
	for root, n := range m.paid {
		if n > 1 {
			t.Fatalf("%d payments of the chain of %s are PAID", n, root)
		}
	}
	m.judgeCredits(t)
	m.judgeClaims(t)
}

func (m *chainModel) judgeCredits(t *rapid.T) {
	credited := map[string]int{}
	for id, s := range m.payments {
		for _, c := range s.Credits {
			if c.SuspenseID == 0 {
				credited[m.rootOf(id)]++
			}
		}
	}
	for root, n := range credited {
		if n > 1 {
			t.Fatalf("%d payments of the chain of %s are credited", n, root)
		}
	}
}

// judgeClaims checks that no chain is stuck: its claimant becomes PAID with money of the amount due, or, if
// the claimant lost its money, any other payment of the chain does.
func (m *chainModel) judgeClaims(t *rapid.T) {
	m.threads = nil
	for root, c := range m.chains {
		claimant := m.payments[c.Claim.TransactionID]
		if claimant.Paid() || c.Claim.Number == 0 {
			continue
		}
		payer := claimant.TransactionID
		for id, s := range m.payments {
			if !claimant.HoldsClaim(c.Claim) && s.Chain == root {
				payer = id
			}
		}
		m.threads = append(m.threads, m.pay(payer, "50000"))
		for len(m.threads) > 0 {
			step := m.threads[0]
			m.threads = m.threads[1:]
			if next := step(); next != nil {
				next()
			}
		}
		if !m.payments[payer].Paid() {
			t.Fatalf("the chain of %s has the claim %v, and %s can't be PAID", root, c.Claim, payer)
		}
	}
}
