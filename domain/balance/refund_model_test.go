package balance

import (
	"fmt"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/test/rupiah"

	"github.com/shopspring/decimal"
	"pgregory.net/rapid"
)

// anyMethod lets all money go back to where it came from, whole by a void.
type anyMethod struct{}

func (anyMethod) RefundChoices(payment.RefundMoney, time.Time) []payment.RefundChoice {
	return []payment.RefundChoice{{Method: payment.MethodVoid, WholeOnly: true}, {Method: payment.MethodProvider}}
}

func noFee(string, decimal.Decimal) payment.RefundFee { return payment.RefundFee{} }

// refundModel is one payment and its client's balance, to which the events of the payment are posted with a delay.
type refundModel struct {
	t       *rapid.T
	payment payment.State
	balance State
	// waiting are the events of the payment that are not posted yet.
	waiting      []domain.Event
	position     int64
	refunds      int64
	disputes     int64
	taken        decimal.Decimal // by refunds that succeeded
	chargedBack  bool
	news         []domain.Event // what the balance said of refunds, and their payment does not know yet
	reversalsIDs int
}

func newRefundModel(t *rapid.T) *refundModel {
	m := &refundModel{t: t}
	code := rapid.SampledFrom([]string{"QRIS", "OVO"}).Draw(t, "code")
	id := payment.Identity{
		ID: 1, TransactionID: "INV-7-1", ClientID: client, Connection: "xendit", Channel: "qris", ChannelCode: code, Amount: rupiah.Of("100000"),
	}
	rate := pricing.Rate{Flat: rupiah.Of("4000")}
	m.decided(nil, []domain.Event{payment.Requested{
		Identity: id, Rates: map[string]pricing.Rate{"QRIS": rate, "OVO": rate}, HoldUntilSettled: []string{"QRIS"}, VATRate: rupiah.Of("11"), At: noon,
	}})
	events, err := payment.Pay(m.payment, payment.PayCmd{
		Connection: "xendit", ChannelCode: code, At: noon,
		Receipt: payment.Receipt{ProviderID: "p", ProviderPaymentID: "pay-1", PaidAmount: rupiah.Of("100000"), PaidAt: noon},
	})
	m.decided(err, events)
	m.post(len(m.waiting))
	adjusted, err := Adjust(m.balance, AdjustCmd{
		ClientID: client, Amount: decimal.NewFromInt(rapid.Int64Range(0, 200_000).Draw(t, "more")).Add(rupiah.Of("1")), Reason: "r", Reference: "a",
	})
	m.fold(err, adjusted)
	return m
}

func (m *refundModel) decided(err error, events []domain.Event) {
	if err != nil {
		m.t.Fatal(err)
	}
	m.payment = payment.Aggregate.Fold(m.payment, events...)
	m.waiting = append(m.waiting, events...)
}

func (m *refundModel) fold(err error, events []domain.Event) {
	if err != nil {
		m.t.Fatal(err)
	}
	m.balance = Aggregate.Fold(m.balance, events...)
}

// post posts the next events of the payment, in order; a refund that the balance can't hold is undone.
func (m *refundModel) post(n int) {
	for _, e := range m.waiting[:n] {
		m.position++
		events, err := Post(m.balance, []PostCmd{{Source: from(m.position), Event: e, ClientID: client, At: noon}})
		m.fold(err, events)
		again, err := Post(m.balance, []PostCmd{{Source: from(m.position), Event: e, ClientID: client, At: noon}})
		if err != nil || len(again) > 0 && len(events) > 0 {
			m.t.Fatalf("%s is posted again: %v %v", e.EventType(), again, err)
		}
		for _, posted := range events {
			switch posted.(type) {
			case RefundHeld, RefundNotHeld:
				m.news = append(m.news, posted)
			}
		}
	}
	m.waiting = m.waiting[n:]
}

// tell tells the payment what the balance said of its refunds.
func (m *refundModel) tell() {
	for _, news := range m.news {
		var events []domain.Event
		var err error
		switch e := news.(type) {
		case RefundHeld:
			events, err = payment.ConfirmRefund(m.payment, e.RefundID, e.Approval, noon)
		case RefundNotHeld:
			events, err = payment.UndoRefund(m.payment, e.RefundID, noon)
		}
		if domaintest.Refusal(err) == "refund_not_found" {
			err = nil
		}
		m.decided(err, events)
	}
	m.news = nil
}

// someRefund draws a refund that the predicate holds for.
func (m *refundModel) someRefund(t *rapid.T, holds func(payment.RefundOf) bool) payment.RefundOf {
	var fitting []payment.RefundOf
	for _, r := range m.payment.Refunds {
		if holds(r) {
			fitting = append(fitting, r)
		}
	}
	if len(fitting) == 0 {
		t.Skip("no such refund")
	}
	return rapid.SampledFrom(fitting).Draw(t, "refund")
}

func isOpen(r payment.RefundOf) bool { return r.IsOpen() }
func isSent(r payment.RefundOf) bool { return r.MayBeAtProvider() }
func canBeSent(r payment.RefundOf) bool {
	return r.Status == payment.RefundStatusProcessing && !r.MayBeAtProvider()
}

func (m *refundModel) someDispute(t *rapid.T) payment.DisputeOf {
	if len(m.payment.Disputes) == 0 {
		t.Skip("no dispute")
	}
	return rapid.SampledFrom(m.payment.Disputes).Draw(t, "dispute")
}

// done folds what was decided, unless it was refused.
func (m *refundModel) done(events []domain.Event, err error) {
	if err != nil && domaintest.Refusal(err) == err.Error() {
		m.t.Fatal(err)
	}
	if err == nil {
		m.decided(nil, events)
	}
}

func TestRefundsAndDisputesOfOneMoney(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := newRefundModel(t)
		t.Repeat(map[string]func(*rapid.T){
			"request": func(t *rapid.T) {
				m.refunds++
				approve := rapid.SampledFrom([]string{payment.ApprovalNone, payment.ApprovalOwner}).Draw(t, "approval")
				m.done(payment.RequestRefund(m.payment, payment.RefundCmd{
					RefundID: m.refunds, Amount: decimal.NewFromInt(rapid.SampledFrom([]int64{0, 60_000, 30_000, 1}).Draw(t, "amount")), Reason: "other",
					Rules: anyMethod{}, Limit: func(string) payment.RefundLimit { return payment.RefundLimit{Never: true, Approval: approve} },
					Fee: noFee, At: noon,
				}))
			},
			"approve": func(t *rapid.T) {
				m.done(payment.ApproveRefund(m.payment, m.someRefund(t, isOpen).RefundID, "owner", noon))
			},
			"reject": func(t *rapid.T) {
				m.done(payment.RejectRefund(m.payment, m.someRefund(t, isOpen).RefundID, "owner", "no", noon))
			},
			"cancel": func(t *rapid.T) {
				m.done(payment.CancelRefund(m.payment, m.someRefund(t, isOpen).RefundID, "merchant", noon))
			},
			"submit": func(t *rapid.T) {
				id := m.someRefund(t, canBeSent).RefundID
				if _, held := m.balance.RefundHold(id); !held {
					t.Fatalf("the refund %d can be sent, and is not held: %+v", id, m.balance.RefundHolds)
				}
				m.done(payment.SubmitRefund(m.payment, payment.SubmitRefundCmd{RefundID: id, At: noon}))
			},
			"bounce": func(t *rapid.T) {
				r := m.someRefund(t, func(r payment.RefundOf) bool { return r.Status == payment.RefundStatusSucceeded })
				m.done(payment.BounceRefund(m.payment, r.RefundID, "closed", noon))
				m.taken = m.taken.Sub(r.Amount)
			},
			"fail": func(t *rapid.T) {
				r := m.someRefund(t, isSent)
				next := rapid.SampledFrom([]string{"", payment.MethodProvider}).Draw(t, "next")
				m.done(payment.FailRefund(m.payment, payment.FailRefundCmd{RefundID: r.RefundID, Attempt: r.Attempts, Code: "x", Next: next, At: noon}))
			},
			"succeed": func(t *rapid.T) {
				r := m.someRefund(t, isSent)
				m.reversalsIDs++
				kind := payment.Refund
				if r.Method == payment.MethodVoid {
					kind = payment.Void
				}
				m.done(payment.SucceedRefund(m.payment, payment.SucceedRefundCmd{
					RefundID: r.RefundID, Kind: kind, ReversalID: fmt.Sprint("v", m.reversalsIDs), At: noon,
				}))
				m.taken = m.taken.Add(r.Amount)
			},
			"settle": func(*rapid.T) {
				m.done(payment.Settle(m.payment, payment.SettleCmd{
					Connection: "xendit", At: noon,
					Receipt: payment.Receipt{ProviderID: "p", ProviderPaymentID: "pay-1", PaidAmount: rupiah.Of("100000"), PaidAt: noon},
				}))
			},
			"end the hold": func(*rapid.T) {
				m.done(payment.EndHold(m.payment, payment.EndHoldCmd{By: "admin:1", Reason: "r", At: noon}))
			},
			"chargeback": func(t *rapid.T) {
				if rapid.IntRange(0, 9).Draw(t, "one in ten") > 0 {
					return
				}
				m.reversalsIDs++
				m.chargedBack = true
				m.done(payment.Reverse(m.payment, payment.Reversal{
					ReversalID: fmt.Sprint("c", m.reversalsIDs), Kind: payment.Chargeback, Amount: rupiah.Of("40000"), By: payment.ByProvider,
				}, noon))
			},
			"dispute": func(t *rapid.T) {
				m.disputes++
				m.done(payment.OpenDispute(m.payment, payment.OpenDisputeCmd{
					DisputeID: m.disputes, ProviderDisputeID: fmt.Sprint("d", m.disputes), Reason: "fraud", By: payment.ByProvider,
					Amount: decimal.NewFromInt(rapid.SampledFrom([]int64{0, 100_000, 50_000, 10_000}).Draw(t, "amount")), Capped: true,
					DueBy: noon.Add(time.Hour), At: noon,
				}))
			},
			"answer": func(t *rapid.T) {
				m.done(payment.AnswerDispute(m.payment, payment.AnswerDisputeCmd{
					DisputeID: m.someDispute(t).DisputeID, Evidence: payment.Evidence{Text: "sent"}, At: noon,
				}))
			},
			"accept": func(t *rapid.T) { m.done(payment.AcceptDispute(m.payment, m.someDispute(t).DisputeID, "owner", noon)) },
			"forward": func(t *rapid.T) {
				m.done(payment.ForwardDispute(m.payment, m.someDispute(t).DisputeID, "admin:1", noon))
			},
			"expire": func(t *rapid.T) {
				m.done(payment.ExpireDispute(m.payment, m.someDispute(t).DisputeID, noon.Add(time.Hour)))
			},
			"win or lose": func(t *rapid.T) {
				outcome := rapid.SampledFrom([]string{payment.DisputeStatusWon, payment.DisputeStatusLost}).Draw(t, "outcome")
				m.done(payment.DecideDispute(m.payment, m.someDispute(t).DisputeID, outcome, "admin:1", noon))
			},
			"deduct": func(t *rapid.T) {
				m.chargedBack = true
				m.done(payment.DeductDispute(m.payment, payment.DeductCmd{
					DisputeID: m.someDispute(t).DisputeID, Reference: "r", By: "admin:1", At: noon,
					Amount: decimal.NewFromInt(rapid.SampledFrom([]int64{1, 10_000, 50_000, 70_000}).Draw(t, "amount")),
				}))
			},
			"spend": func(t *rapid.T) {
				if rapid.IntRange(0, 9).Draw(t, "one in ten") > 0 {
					return
				}
				if spend := m.balance.Totals.Available.Truncate(0); spend.IsPositive() {
					events, err := Adjust(m.balance, AdjustCmd{ClientID: client, Amount: spend.Neg(), Reason: "r", Reference: fmt.Sprint("s", m.position, len(m.balance.Adjustments))})
					m.fold(err, events)
				}
			},
			"tell":     func(*rapid.T) { m.tell() },
			"post all": func(*rapid.T) { m.post(len(m.waiting)) },
			"post":     func(t *rapid.T) { m.post(rapid.IntRange(0, len(m.waiting)).Draw(t, "events")) },
			"":         func(*rapid.T) { m.check(false) },
		})
		for len(m.waiting)+len(m.news) > 0 {
			m.post(len(m.waiting))
			m.tell()
		}
		m.check(true)
	})
}

func (m *refundModel) check(posted bool) {
	if m.balance.Totals.AnyNegative() {
		m.t.Fatalf("negative: %+v", m.balance.Totals)
	}
	held := decimal.Zero
	for _, h := range m.balance.RefundHolds {
		held = held.Add(h.Amount)
	}
	forDisputes := decimal.Zero
	for _, h := range m.balance.DisputeHolds {
		forDisputes = forDisputes.Add(h.Amount)
	}
	if !held.Add(forDisputes).Equal(m.balance.Totals.Held) {
		m.t.Fatalf("%s is held, for refunds of %s and disputes of %s", m.balance.Totals.Held, held, forDisputes)
	}
	if !m.chargedBack && m.taken.GreaterThan(rupiah.Of("100000")) {
		m.t.Fatalf("%s went back of 100000", m.taken)
	}
	if !posted {
		return
	}
	reserved, unsettled := decimal.Zero, decimal.Zero
	for _, r := range m.payment.Refunds {
		if r.IsOpen() {
			reserved = reserved.Add(r.Amount)
		}
	}
	disputed := decimal.Zero
	for _, d := range m.payment.Disputes {
		if d.Held {
			disputed = disputed.Add(d.DisputeOrder.Amount)
		}
		if d.Held && d.Status == payment.DisputeStatusWon || d.IsOpen() && !d.Held && d.ReversalID == "" {
			m.t.Fatalf("the dispute %+v", d)
		}
	}
	if !disputed.Equal(forDisputes) {
		m.t.Fatalf("disputes hold %s by the payment, %s by the balance", disputed, forDisputes)
	}
	for _, c := range m.payment.Credits {
		unsettled = unsettled.Add(c.Unsettled)
	}
	if !reserved.Equal(held) || !unsettled.Equal(m.balance.Totals.Unsettled) {
		m.t.Fatalf("reserved %s, held %s; unsettled by the payment %s, by the balance %s", reserved, held, unsettled, m.balance.Totals.Unsettled)
	}
}
