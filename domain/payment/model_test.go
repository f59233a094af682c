package payment_test

import (
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/domaintest"
	"gateway/domain/payment"
	"gateway/domain/pricing"

	"github.com/shopspring/decimal"
	"pgregory.net/rapid"
)

var (
	noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	due  = decimal.NewFromInt(100_000)
)

// moneyModel is one payment that the provider reported, told without events.
type moneyModel struct {
	suspenseID int64 // 0 when it was credited at once
	closed     bool
}

// model is a payment, naively: a status, and what became of the money by the
// provider's payment id. Every event goes through the ledger too.
type model struct {
	state   payment.State
	ledger  balance.State
	status  string
	opened  bool
	paidBy  string
	money   map[string]*moneyModel
	log     []domain.Event
	nextID  int64
	credits int // payments and releases that the client was credited
}

func (m *model) decided(t *rapid.T, events []domain.Event, err error, refusal string) {
	if got := domaintest.Refusal(err); got != refusal {
		t.Fatalf("refused %q, want %q", got, refusal)
	}
	m.state = payment.Aggregate.Fold(m.state, events...)
	m.log = append(m.log, events...)
	for _, e := range events {
		m.nextID++
		source := balance.Source{Store: "a", Commit: m.nextID, Prepare: m.nextID}
		posted, err := balance.Post(m.ledger, []balance.PostCmd{{Source: source, Event: e, ClientID: 7, At: noon}})
		if err != nil {
			t.Fatal(err)
		}
		m.ledger = balance.Aggregate.Fold(m.ledger, posted...)
	}
}

func (m *model) report(t *rapid.T) payment.PayCmd {
	m.nextID++
	return payment.PayCmd{
		Receipt: payment.Receipt{
			ProviderPaymentID: rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "payment id"),
			PaidAmount:        rapid.SampledFrom([]decimal.Decimal{due, due, decimal.NewFromInt(5)}).Draw(t, "amount"),
		},
		ChannelCode: rapid.SampledFrom([]string{"BCA", "QRIS", ""}).Draw(t, "channel"),
		SuspenseID:  m.nextID, At: noon,
	}
}

func (m *model) isPaid() bool {
	return m.status == payment.StatusPaid || m.status == payment.StatusSettled
}

// received books a payment in the model, once.
func (m *model) received(cmd payment.PayCmd) {
	if m.money[cmd.ProviderPaymentID] != nil {
		return
	}
	got := &moneyModel{suspenseID: cmd.SuspenseID}
	m.money[cmd.ProviderPaymentID] = got
	if !m.isPaid() && cmd.PaidAmount.Equal(due) {
		got.suspenseID, got.closed = 0, true
		m.status, m.paidBy = payment.StatusPaid, cmd.ProviderPaymentID
		m.credits++
	}
}

func (m *model) pay(t *rapid.T) {
	cmd := m.report(t)
	m.received(cmd)
	events, err := payment.Pay(m.state, cmd)
	m.decided(t, events, err, "")
}

func (m *model) settle(t *rapid.T) {
	cmd := m.report(t)
	if !m.isPaid() {
		m.received(cmd)
	}
	suspended := m.money[cmd.ProviderPaymentID] != nil && cmd.ProviderPaymentID != m.paidBy
	if m.status == payment.StatusPaid && !suspended {
		m.status = payment.StatusSettled
	}
	events, err := payment.Settle(m.state, payment.SettleCmd(cmd))
	m.decided(t, events, err, "")
}

func (m *model) open(t *rapid.T) {
	m.opened = m.opened || m.status != payment.StatusFailed
	events, err := payment.Open(m.state, payment.OpenCmd{ProviderID: "p", At: noon})
	m.decided(t, events, err, "")
}

func (m *model) refuse(t *rapid.T) {
	if m.status == payment.StatusPending && !m.opened {
		m.status = payment.StatusFailed
	}
	events, err := payment.Refuse(m.state, "provider_refused", "no", noon)
	m.decided(t, events, err, "")
}

func (m *model) expire(t *rapid.T) {
	if m.status == payment.StatusPending && !m.awaitsDecision() {
		m.status = payment.StatusExpired
	}
	events, err := payment.Expire(m.state, noon)
	m.decided(t, events, err, "")
}

func (m *model) awaitsDecision() bool {
	for _, money := range m.money {
		if money.suspenseID != 0 && !money.closed {
			return true
		}
	}
	return false
}

func (m *model) closeSuspense(t *rapid.T) {
	id, key, got := int64(-1), "", (*moneyModel)(nil)
	for _, k := range []string{"a", "b", "c"} {
		if mm := m.money[k]; mm != nil && mm.suspenseID != 0 && rapid.Bool().Draw(t, "this one") {
			id, key, got = mm.suspenseID, k, mm
		}
	}
	refusal := ""
	switch {
	case got == nil:
		refusal = "suspense_not_found"
	case got.closed:
		refusal = "suspense_closed"
	}
	if rapid.Bool().Draw(t, "refund") {
		events, err := payment.RefundSuspense(m.state, id, "admin:1", "why", noon)
		m.decided(t, events, err, refusal)
	} else {
		events, err := payment.ReleaseSuspense(m.state, id, "admin:1", "why", noon)
		m.decided(t, events, err, refusal)
		if refusal == "" && !m.isPaid() {
			m.status, m.paidBy = m.state.Status, key // SETTLED when that came first: TestReleaseSuspense
		}
		if refusal == "" {
			m.credits++
		}
	}
	if got != nil {
		got.closed = true
	}
}

func (m *model) check(t *rapid.T) {
	if m.state.Status != m.status {
		t.Fatalf("status %s, want %s", m.state.Status, m.status)
	}
	var paid, settled, credits int
	net, suspended := decimal.Zero, decimal.Zero
	credit := func(c payment.Charge, amount decimal.Decimal) {
		credits++
		net = net.Add(c.Net)
		if !c.Fee.Add(c.VAT).Add(c.Net).Equal(amount) || c.Net.IsNegative() {
			t.Fatalf("%v is not %s", c, amount)
		}
	}
	for _, e := range m.log {
		switch e := e.(type) {
		case payment.Paid:
			paid++
			if e.SuspenseID == 0 {
				credit(e.Charge, e.PaidAmount)
			}
		case payment.Settled:
			settled++
		case payment.Suspended:
			suspended = suspended.Add(e.PaidAmount)
		case payment.SuspenseReleased:
			suspended = suspended.Sub(e.PaidAmount)
			credit(e.Charge, e.PaidAmount)
		case payment.SuspenseRefunded:
			suspended = suspended.Sub(e.PaidAmount)
		}
	}
	if paid > 1 || settled > paid || credits != m.credits || suspended.IsNegative() {
		t.Fatalf("%d paid, %d settled, %d credits of %d, %s in suspense", paid, settled, credits, m.credits, suspended)
	}
	if !m.ledger.Totals.Sum().Equal(net) {
		t.Fatalf("the ledger has %s, credited was %s", m.ledger.Totals.Sum(), net)
	}
	if m.status == payment.StatusSettled && !m.ledger.Totals.Unsettled.IsZero() {
		t.Fatalf("settled, but %s is still unsettled", m.ledger.Totals.Unsettled)
	}
}

func TestPaymentBehavesAsTheModel(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := &model{status: payment.StatusPending, money: map[string]*moneyModel{}}
		events, err := payment.Request(m.state, payment.RequestCmd{
			Identity: payment.Identity{TransactionID: "INV-7-1", Channel: "invoice", ChannelCode: "INVOICE", Amount: due},
			Rates: map[string]pricing.Rate{
				"INVOICE": {Flat: decimal.NewFromInt(4_000)},
				"QRIS":    {Percent: decimal.New(7, -1), VATInclusive: true},
			},
			HoldUntilSettled: []string{"QRIS"}, VATRate: pricing.DefaultVATRate,
		})
		m.decided(t, events, err, "")
		t.Repeat(map[string]func(*rapid.T){
			"": m.check, "pay": m.pay, "settle": m.settle, "open": m.open,
			"refuse": m.refuse, "expire": m.expire, "suspense": m.closeSuspense,
		})
	})
}
