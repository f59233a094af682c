package balance

import (
	"encoding/json"
	"strconv"
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/ledger"
	"gateway/domain/payment"

	"github.com/shopspring/decimal"
	"pgregory.net/rapid"
)

// payoutModel is the expected state of one payout, computed without events.
type payoutModel struct {
	kind, status      string
	id                int64
	total             decimal.Decimal
	manual, submitted bool
	attempts          int
	unknown, accepted bool
	byHand            bool
}

// model is a naive ledger: plain sums and a list of payouts. state is the aggregate under test; log holds all
// events that it returned.
type model struct {
	state State
	log   []domain.Event
	// available is what the client owes if it is below zero.
	available, unsettled, held decimal.Decimal
	payouts                    []*payoutModel
	lastPosition               int64
	unsettledNets              []decimal.Decimal
}

func amounts(t *rapid.T, label string, low, high int64) decimal.Decimal {
	return decimal.New(rapid.Int64Range(low, high).Draw(t, label), -2)
}

// decided folds the decided events into the state, or checks the refusal.
func (m *model) decided(t *rapid.T, events []domain.Event, err error, refusal string) {
	if got := domaintest.Refusal(err); got != refusal {
		t.Fatalf("refused %q (%v), want %q", got, err, refusal)
	}
	m.state = Aggregate.Fold(m.state, events...)
	m.log = append(m.log, events...)
}

func (m *model) post(t *rapid.T, e domain.Event) {
	m.lastPosition += rapid.Int64Range(1, 3).Draw(t, "gap")
	events, err := Post(m.state, []PostCmd{cmd(m.lastPosition, e)})
	m.decided(t, events, err, "")
	repeated := cmd(rapid.Int64Range(0, m.lastPosition).Draw(t, "repeated"), e)
	if again, err := Post(m.state, []PostCmd{repeated}); err != nil || len(again) > 0 && isMover(e) {
		t.Fatalf("posted twice: %v %v", again, err)
	}
}

// isMover reports whether the event posts something: an event that posts nothing leaves no watermark to
// recognise it by.
func isMover(e domain.Event) bool {
	s, ok := e.(payment.Settled)
	return !ok || !s.FromUnsettled.IsZero()
}

func (m *model) pay(t *rapid.T) {
	gross := amounts(t, "gross", 1, 200_000_000)
	fee := amounts(t, "fee", 0, gross.Shift(2).IntPart()/2)
	vat := amounts(t, "vat", 0, gross.Shift(2).IntPart()/2)
	e := payment.Paid{
		Receipt: payment.Receipt{PaidAmount: gross}, Held: rapid.Bool().Draw(t, "held"),
		Charge: payment.Charge{Fee: fee, VAT: vat, Net: gross.Sub(fee).Sub(vat)},
	}
	m.post(t, e)
	if e.Held {
		m.unsettled = m.unsettled.Add(e.Net)
		m.unsettledNets = append(m.unsettledNets, e.Net)
	} else {
		m.available = m.available.Add(e.Net)
	}
}

func (m *model) settle(t *rapid.T) {
	if len(m.unsettledNets) == 0 {
		t.Skip("nothing to settle")
	}
	net := m.unsettledNets[0]
	m.unsettledNets = m.unsettledNets[1:]
	m.post(t, payment.Settled{Held: true, FromUnsettled: net})
	m.unsettled, m.available = m.unsettled.Sub(net), m.available.Add(net)
}

func (m *model) suspend(t *rapid.T) {
	receipt := payment.Receipt{PaidAmount: amounts(t, "amount", 1, 10_000_000)}
	m.post(t, payment.Suspended{Receipt: receipt})
	if rapid.Bool().Draw(t, "refund") {
		m.post(t, payment.SuspenseRefunded{Receipt: receipt})
		return
	}
	m.post(t, payment.SuspenseReleased{Receipt: receipt, Charge: payment.Charge{Net: receipt.PaidAmount}})
	m.available = m.available.Add(receipt.PaidAmount)
}

// reversePayment posts a reversal of any amount. It is never refused.
func (m *model) reversePayment(t *rapid.T) {
	e := payment.Reversed{ClientBears: amounts(t, "borne", 1, 50_000_000), Fee: amounts(t, "fee", 0, 500_000)}
	if len(m.unsettledNets) > 0 {
		net := m.unsettledNets[0]
		e.FromUnsettled = decimal.Min(net, e.ClientBears)
		m.unsettledNets[0] = net.Sub(e.FromUnsettled)
	}
	m.post(t, e)
	m.unsettled = m.unsettled.Sub(e.FromUnsettled)
	m.available = m.available.Sub(e.ClientBears.Sub(e.FromUnsettled))
}

func (m *model) adjust(t *rapid.T) {
	amount, refusal := amounts(t, "amount", -5_000_000, 20_000_000), ""
	switch {
	case amount.IsZero():
		refusal = "invalid_field amount"
	case amount.IsNegative() && m.available.Add(amount).IsNegative():
		refusal = "insufficient_balance"
	default:
		m.available = m.available.Add(amount)
	}
	events, err := Adjust(m.state, AdjustCmd{ClientID: client, Amount: amount, Reason: "fix", Reference: strconv.Itoa(len(m.log)), At: noon})
	m.decided(t, events, err, refusal)
}

func (m *model) snapshot(t *rapid.T) {
	raw, err := json.Marshal(m.state)
	if err != nil {
		t.Fatal(err)
	}
	m.state = State{}
	if err := json.Unmarshal(raw, &m.state); err != nil {
		t.Fatal(err)
	}
}

// check verifies what must hold after every step.
func (m *model) check(t *rapid.T) {
	var totals ledger.Totals
	for _, e := range m.log {
		mover, ok := e.(Mover)
		if !ok {
			continue
		}
		_, moved := mover.Moved()
		if sum := ledger.Sum(moved.Postings); !sum.IsZero() {
			t.Fatalf("%s sums to %s", e.EventType(), sum)
		}
		totals = totals.Apply(client, moved.Postings)
		if !same(totals, moved.After) {
			t.Fatalf("after %s: %v, the postings say %v", e.EventType(), moved.After, totals)
		}
		if !totals.Sound() {
			t.Fatalf("after %s: %v", e.EventType(), totals)
		}
	}
	want := ledger.Totals{
		Available: decimal.Max(m.available, decimal.Zero), Receivable: decimal.Min(m.available, decimal.Zero),
		Unsettled: m.unsettled, Held: m.held,
	}
	if !same(totals, want) || !same(m.state.Totals, want) {
		t.Fatalf("totals %v, state %v, want %v", totals, m.state.Totals, want)
	}
	m.checkPayouts(t)
}

func same(a, b ledger.Totals) bool {
	return a.Available.Equal(b.Available) && a.Unsettled.Equal(b.Unsettled) && a.Held.Equal(b.Held) && a.Receivable.Equal(b.Receivable)
}

// actions lists what may happen to a balance.
func (m *model) actions() map[string]func(*rapid.T) {
	return map[string]func(*rapid.T){
		"":               m.check,
		"pay":            m.pay,
		"settle":         m.settle,
		"suspend":        m.suspend,
		"adjust":         m.adjust,
		"reversePayment": m.reversePayment,
		"snapshot":       m.snapshot,
		"request":        m.request,
		"decide":         m.decide,
		"send":           m.send,
		"complete":       m.complete,
		"fail":           m.fail,
		"byHand":         m.byHandStep,
		"reverse":        m.reverse,
	}
}

func TestLedgerBehavesAsTheModel(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := &model{}
		actions := m.actions()
		// One Repeat is about 30 steps, too few for a payout to be paid and then reversed.
		for range 8 {
			t.Repeat(actions)
		}
	})
}
