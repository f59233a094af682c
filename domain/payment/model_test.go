package payment_test

import (
	"slices"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/domaintest"
	"gateway/domain/ledger"
	"gateway/domain/payment"
	"gateway/domain/pricing"

	"github.com/shopspring/decimal"
	"pgregory.net/rapid"
)

var (
	noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	due  = decimal.NewFromInt(100_000)
)

// The places where money of the model can be.
const (
	inSuspense = "suspense"
	credited   = "credited"
	goneBack   = "gone back"
)

// moneyModel is one payment of a customer that the provider reported, computed without events.
type moneyModel struct {
	id         string
	place      string
	suspenseID int64
	// left is what can still be taken back. unsettled is a part of what the client has of it.
	left, unsettled decimal.Decimal
	net             decimal.Decimal
	heldChannel     bool
	settled         bool
	touched         bool // a part was taken back
	// closed is true if the provider is to refund the money, and has not listed the refund.
	closed bool
}

// model is a naive payment with its client's money: a status, the fate of each customer's payment, and sums.
// Every event goes through the ledger too.
type model struct {
	state     payment.State
	ledger    balance.State
	accounts  map[string]decimal.Decimal
	log       []domain.Event
	status    string
	opened    bool
	paidBy    string
	money     []*moneyModel
	waiting   []payment.Reversal
	news      map[string]payment.Reversal
	nextID    int64
	free      decimal.Decimal // available, or below zero: receivable
	unsettled decimal.Decimal
	suspense  decimal.Decimal
	// given is what the provider collected for the client and did not give back.
	given decimal.Decimal
}

func (m *model) find(id string) *moneyModel {
	i := slices.IndexFunc(m.money, func(mm *moneyModel) bool { return mm.id == id })
	if i < 0 {
		return nil
	}
	return m.money[i]
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
			t.Fatalf("%s is refused: %v", e.EventType(), err)
		}
		m.ledger = balance.Aggregate.Fold(m.ledger, posted...)
		for _, p := range posted {
			_, moved := p.(balance.Mover).Moved()
			for _, posting := range moved.Postings {
				m.accounts[posting.Account] = m.accounts[posting.Account].Add(posting.Amount)
			}
		}
	}
}

func (m *model) report(t *rapid.T) payment.PayCmd {
	m.nextID++
	return payment.PayCmd{
		Receipt: payment.Receipt{
			ProviderPaymentID: rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "payment id"),
			PaidAmount:        rapid.SampledFrom([]decimal.Decimal{due, due, decimal.NewFromInt(5_000)}).Draw(t, "amount"),
		},
		ChannelCode: rapid.SampledFrom([]string{"BCA", "QRIS", ""}).Draw(t, "channel"),
		SuspenseID:  m.nextID, At: noon,
	}
}

func (m *model) isPaid() bool {
	return m.status == payment.StatusPaid || m.status == payment.StatusSettled
}

// credit gives money to the client, less the charge in the event.
func (m *model) credit(t *rapid.T, got *moneyModel, gross decimal.Decimal) {
	rate := pricing.Rate{Flat: decimal.NewFromInt(4_000)}
	if got.heldChannel {
		rate = pricing.Rate{Percent: decimal.New(7, -1), VATInclusive: true}
	}
	q := pricing.Compute(gross, rate, pricing.DefaultVATRate, true)
	if !q.Fee.Add(q.VAT).Add(q.Net).Equal(gross) {
		t.Fatalf("%v is not %s", q, gross)
	}
	got.place, got.net, got.left = credited, q.Net, gross
	if got.heldChannel && !got.settled {
		got.unsettled = q.Net
		m.unsettled = m.unsettled.Add(q.Net)
		return
	}
	m.free = m.free.Add(q.Net)
}

// received books a payment in the model, once.
func (m *model) received(t *rapid.T, cmd payment.PayCmd, settled bool) {
	if m.find(cmd.ProviderPaymentID) != nil {
		return
	}
	got := &moneyModel{
		id: cmd.ProviderPaymentID, left: cmd.PaidAmount, heldChannel: cmd.ChannelCode == "QRIS",
		place: inSuspense, suspenseID: cmd.SuspenseID,
	}
	m.money = append(m.money, got)
	m.given = m.given.Add(cmd.PaidAmount)
	if m.isPaid() || !cmd.PaidAmount.Equal(due) {
		m.suspense = m.suspense.Add(cmd.PaidAmount)
	} else {
		got.suspenseID = 0
		m.credit(t, got, cmd.PaidAmount)
		m.status, m.paidBy = payment.StatusPaid, got.id
	}
	waiting := m.waiting
	m.waiting = nil
	for _, news := range waiting {
		m.takeBack(news)
	}
	if settled {
		m.settledNow(got)
	}
}

func (m *model) pay(t *rapid.T) {
	cmd := m.report(t)
	m.received(t, cmd, false)
	events, err := payment.Pay(m.state, cmd)
	m.decided(t, events, err, "")
}

func (m *model) settledNow(got *moneyModel) {
	if got.id == m.paidBy {
		m.status = payment.StatusSettled
	}
	got.settled = got.settled || got.place == inSuspense && got.left.IsPositive()
	m.endHold(got)
}

func (m *model) endHold(got *moneyModel) {
	m.unsettled, m.free = m.unsettled.Sub(got.unsettled), m.free.Add(got.unsettled)
	got.unsettled = decimal.Zero
}

func (m *model) settle(t *rapid.T) {
	cmd := m.report(t)
	if got := m.find(cmd.ProviderPaymentID); got != nil {
		m.settledNow(got)
	} else {
		m.received(t, cmd, true)
	}
	events, err := payment.Settle(m.state, payment.SettleCmd(cmd))
	m.decided(t, events, err, "")
}

func (m *model) holdEnds(t *rapid.T) {
	refusal := "not_held"
	for _, got := range m.money {
		if got.unsettled.IsPositive() {
			refusal = ""
			m.endHold(got)
		}
	}
	events, err := payment.EndHold(m.state, payment.EndHoldCmd{By: "admin:1", Reason: "why", At: noon})
	m.decided(t, events, err, refusal)
}

// takeBack books a reversal in the model, or keeps it until its money arrives.
func (m *model) takeBack(news payment.Reversal) {
	got := m.find(news.ProviderPaymentID)
	if got == nil {
		m.waiting = append(m.waiting, news)
		return
	}
	amount, borne := news.Amount, news.Amount
	if news.Kind == payment.Void {
		if got.touched {
			return // voided before, or a contradiction
		}
		amount, borne = got.left, got.net
	}
	if !amount.IsPositive() || amount.GreaterThan(got.left) {
		return
	}
	got.left, got.touched = got.left.Sub(amount), true
	switch got.place {
	case inSuspense:
		m.suspense = m.suspense.Sub(amount)
		m.given = m.given.Sub(amount)
	case credited:
		fromUnsettled := decimal.Min(borne, got.unsettled)
		got.unsettled, m.unsettled = got.unsettled.Sub(fromUnsettled), m.unsettled.Sub(fromUnsettled)
		m.free = m.free.Sub(borne.Sub(fromUnsettled))
		m.given = m.given.Sub(amount)
	}
}

// reverse reports a new reversal, or one that was reported before.
func (m *model) reverse(t *rapid.T) {
	id := rapid.SampledFrom([]string{"1", "2", "3", "4", "5", "6", "7", "8"}).Draw(t, "reversal id")
	news, repeated := m.news[id]
	if !repeated {
		news = payment.Reversal{
			ReversalID:        id,
			Kind:              rapid.SampledFrom([]string{payment.Void, payment.Refund, payment.Chargeback}).Draw(t, "kind"),
			ProviderPaymentID: rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "payment id"),
		}
		if news.Kind != payment.Void {
			news.Amount = decimal.NewFromInt(rapid.SampledFrom([]int64{1, 2_000, 5_000, 60_000, 100_000}).Draw(t, "amount"))
		}
		m.news[id] = news
		m.takeBack(news)
	}
	events, err := payment.Reverse(m.state, news, noon)
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
	awaitsDecision := slices.ContainsFunc(m.money, func(got *moneyModel) bool { return got.place == inSuspense && !got.closed && got.left.IsPositive() })
	if m.status == payment.StatusPending && !awaitsDecision {
		m.status = payment.StatusExpired
	}
	events, err := payment.Expire(m.state, noon)
	m.decided(t, events, err, "")
}

func (m *model) closeSuspense(t *rapid.T) {
	id, got := int64(-1), (*moneyModel)(nil)
	for _, mm := range m.money {
		if mm.suspenseID != 0 && rapid.Bool().Draw(t, "this one") {
			id, got = mm.suspenseID, mm
		}
	}
	refusal := ""
	switch {
	case got == nil:
		refusal = "suspense_not_found"
	case got.place != inSuspense, got.closed, !got.left.IsPositive():
		refusal = "suspense_closed"
	}
	refund, byHand := rapid.Bool().Draw(t, "refund"), rapid.Bool().Draw(t, "by hand")
	if refusal == "" && (byHand || !refund) {
		m.suspense = m.suspense.Sub(got.left)
	}
	switch {
	case refusal != "":
	case refund && byHand: // the provider's money does not move
		got.place = goneBack
	case refund:
		got.closed = true // the money stays until the provider lists the refund
	default:
		m.credit(t, got, got.left)
		got.touched = false // money that leaves suspense is new to the client
		if !m.isPaid() {
			m.status, m.paidBy = payment.StatusPaid, got.id
			if got.settled {
				m.status = payment.StatusSettled
			}
		}
	}
	decide := func(s payment.State, id int64, by, reason string, at time.Time) ([]domain.Event, error) {
		return payment.ReleaseSuspense(s, id, payment.Claim{}, by, reason, at)
	}
	if refund {
		decide = payment.RefundSuspense
	}
	if refund && byHand {
		decide = payment.RefundSuspenseByHand
	}
	events, err := decide(m.state, id, "admin:1", "why", noon)
	m.decided(t, events, err, refusal)
}

func (m *model) check(t *rapid.T) {
	if m.state.Status != m.status {
		t.Fatalf("status %s, want %s", m.state.Status, m.status)
	}
	want := ledger.Totals{
		Available: decimal.Max(m.free, decimal.Zero), Receivable: decimal.Min(m.free, decimal.Zero), Unsettled: m.unsettled,
	}
	is := m.ledger.Totals
	if !is.Available.Equal(want.Available) || !is.Unsettled.Equal(want.Unsettled) || !is.Receivable.Equal(want.Receivable) || !is.Sound() {
		t.Fatalf("the client has %+v, want %+v", is, want)
	}
	if in := m.accounts[ledger.Suspense]; !in.Equal(m.suspense) {
		t.Fatalf("in suspense are %s, want %s", in, m.suspense)
	}
	if collected := m.accounts[ledger.ProviderClearing("xendit")].Neg(); !collected.Equal(m.given) {
		t.Fatalf("the provider has %s for us, want %s", collected, m.given)
	}
	if len(m.state.WaitingReversals) != len(m.waiting) {
		t.Fatalf("%d reversals wait, want %d", len(m.state.WaitingReversals), len(m.waiting))
	}
}

func TestPaymentBehavesAsTheModel(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := &model{
			status: payment.StatusPending, accounts: map[string]decimal.Decimal{}, news: map[string]payment.Reversal{},
		}
		events, err := payment.Request(m.state, payment.RequestCmd{
			Identity: payment.Identity{TransactionID: "INV-7-1", Connection: "xendit", Channel: "invoice", ChannelCode: "INVOICE", Amount: due},
			Rates: map[string]pricing.Rate{
				"INVOICE": {Flat: decimal.NewFromInt(4_000)},
				"QRIS":    {Percent: decimal.New(7, -1), VATInclusive: true},
			},
			HoldUntilSettled: []string{"QRIS"}, VATRate: pricing.DefaultVATRate,
		})
		m.decided(t, events, err, "")
		t.Repeat(map[string]func(*rapid.T){
			"": m.check, "pay": m.pay, "settle": m.settle, "open": m.open, "hold ends": m.holdEnds,
			"refuse": m.refuse, "expire": m.expire, "suspense": m.closeSuspense, "reverse": m.reverse, "reverse more": m.reverse,
		})
	})
}
