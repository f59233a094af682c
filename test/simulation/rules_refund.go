package simulation

import (
	"fmt"

	"gateway/domain/balance"
	"gateway/domain/ledger"
	"gateway/domain/payment"
	"gateway/eventstore"

	"github.com/shopspring/decimal"
)

// refundRules are the rules of refunds that hold at every position of the log.
type refundRulesOfLog struct {
	*world
	moneys  map[refundedMoney]*moneyRules
	refunds map[int64]*loggedRefund
	// held is what is held, by the refund or dispute that it is held for.
	held map[string]decimal.Decimal
	// unapproved is what went back without a person, by client, day and whether by transfer.
	unapproved map[string]decimal.Decimal
}

// refundedMoney identifies credited money.
type refundedMoney struct {
	transactionID string
	suspenseID    int64
}

// moneyRules is what became of credited money. chargedBack: a chargeback came, which takes what refunds gave, too.
type moneyRules struct {
	gross, reserved, reversed decimal.Decimal
	chargedBack               bool
}

type loggedRefund struct {
	money                      refundedMoney
	amount                     decimal.Decimal
	confirmed, approved, ended bool
	method                     string
	limit                      payment.RefundLimit
	sent                       bool
}

func newRefundRules(w *world) *refundRulesOfLog {
	return &refundRulesOfLog{w, map[refundedMoney]*moneyRules{}, map[int64]*loggedRefund{}, map[string]decimal.Decimal{}, map[string]decimal.Decimal{}}
}

func (r *refundRulesOfLog) of(transactionID string, suspenseID int64) *moneyRules {
	key := refundedMoney{transactionID, suspenseID}
	if r.moneys[key] == nil {
		r.moneys[key] = &moneyRules{}
	}
	return r.moneys[key]
}

// check: refunds of a money, with what the provider took back, are at most its gross; one that is not confirmed, or waits for a
// person, is not sent; nothing is held for anything but open payouts, refunds and disputes.
func (r *refundRulesOfLog) check(e eventstore.Envelope) {
	r.checkHeld(e)
	if held, is := e.Event.(balance.RefundHeld); is {
		r.checkApproval(held)
	}
	switch event := e.Event.(type) {
	case payment.Paid:
		if event.SuspenseID == 0 {
			r.of(event.TransactionID, 0).gross = event.PaidAmount
		}
	case payment.SuspenseReleased:
		r.of(event.TransactionID, event.SuspenseID).gross = event.PaidAmount
	case payment.RefundRequested:
		m := r.of(event.TransactionID, event.SuspenseID)
		m.reserved = m.reserved.Add(event.RefundOrder.Amount)
		r.refunds[event.RefundID] = &loggedRefund{money: refundedMoney{event.TransactionID, event.SuspenseID}, amount: event.RefundOrder.Amount, method: event.Method, limit: event.Limit}
		if event.Method == payment.MethodTransfer && !event.FromUnsettled.IsZero() {
			r.fail("the refund %d of %s is a transfer of money that is not settled", event.RefundID, event.TransactionID)
		}
		if m.reserved.Add(m.reversed).GreaterThan(m.gross) {
			r.fail("the refund %d of %s: %s is reserved and %s went back of %s", event.RefundID, event.TransactionID, m.reserved, m.reversed, m.gross)
		}
	case payment.RefundConfirmed:
		f := r.refunds[event.RefundID]
		f.confirmed, f.approved = true, event.Approval == payment.ApprovalNone
	case payment.RefundApproved:
		r.refunds[event.RefundID].approved = true
	case payment.RefundSubmitted:
		r.checkSubmitted(event)
	case payment.RefundUndone:
		r.end(event.RefundID)
	case payment.RefundRejected:
		r.end(event.RefundID)
	case payment.RefundCancelled:
		r.end(event.RefundID)
	case payment.RefundFailed:
		r.end(event.RefundID)
	case payment.Reversed:
		if event.IsOfCredit() {
			m := r.of(event.TransactionID, event.SuspenseID)
			m.reversed = m.reversed.Add(event.Reversal.Amount)
			m.chargedBack = m.chargedBack || event.Kind == payment.Chargeback
			r.checkChargeback(event)
		}
		if event.RefundID != 0 {
			r.end(event.RefundID)
		}
	case payment.ReversalReturned:
		m := r.of(event.TransactionID, event.SuspenseID)
		m.reversed = m.reversed.Sub(event.Reversal.Amount)
	}
}

// checkApproval: what goes back on a day without a person is at most the cap of the client.
func (r *refundRulesOfLog) checkApproval(e balance.RefundHeld) {
	f := r.refunds[e.RefundID]
	if f == nil || e.Approval != payment.ApprovalNone {
		return
	}
	key := fmt.Sprint(e.ClientID, " ", f.limit.Day, " ", f.method == payment.MethodTransfer)
	r.unapproved[key] = r.unapproved[key].Add(f.amount)
	if f.limit.Never || f.limit.Cap != nil && r.unapproved[key].GreaterThan(*f.limit.Cap) {
		r.fail("the refund %d needs no approval, with %s of the day (cap %v, never %v)", e.RefundID, r.unapproved[key], f.limit.Cap, f.limit.Never)
	}
}

func (r *refundRulesOfLog) end(id int64) {
	f := r.refunds[id]
	if f == nil || f.ended {
		r.fail("the refund %d ends again, or was never asked for", id)
		return
	}
	f.ended = true
	m := r.moneys[f.money]
	m.reserved = m.reserved.Sub(f.amount)
}

func (r *refundRulesOfLog) checkSubmitted(e payment.RefundSubmitted) {
	f := r.refunds[e.RefundID]
	switch m := r.of(e.TransactionID, e.SuspenseID); {
	case f == nil || f.ended || !f.confirmed || !f.approved:
		r.fail("the refund %d of %s is sent, and is not confirmed, not approved or has ended", e.RefundID, e.TransactionID)
	case !f.sent && m.reversed.Add(f.amount).GreaterThan(m.gross):
		r.fail("the refund %d of %s by %s is sent, though %s went back of %s", e.RefundID, e.TransactionID, e.Method, m.reversed, m.gross)
	default:
		f.sent = true
	}
}

// checkChargeback: a chargeback cancels the refunds of its money that were not sent.
func (r *refundRulesOfLog) checkChargeback(e payment.Reversed) {
	for id, f := range r.refunds {
		if e.Kind == payment.Chargeback && f.money == (refundedMoney{e.TransactionID, e.SuspenseID}) && !f.ended && !f.sent {
			r.fail("the refund %d of %s was not sent, and outlives a chargeback", id, e.TransactionID)
		}
	}
}

// checkHeld: what an event moves into held, it holds for one refund or dispute, and what was held for one that has ended is zero.
func (r *refundRulesOfLog) checkHeld(e eventstore.Envelope) {
	mover, moves := e.Event.(balance.Mover)
	if !moves {
		return
	}
	client, m := mover.Moved()
	delta := decimal.Zero
	for _, p := range m.Postings {
		if p.Account == ledger.Held(client) {
			delta = delta.Add(p.Amount)
		}
	}
	var name string
	want := decimal.Zero
	switch event := e.Event.(type) {
	case balance.RefundHeld:
		name, want = fmt.Sprint("refund ", event.RefundID), event.Amount
	case balance.RefundReleased:
		name = fmt.Sprint("refund ", event.RefundID)
	case balance.PaymentReversed:
		name = fmt.Sprint("refund ", event.RefundID)
		if event.DisputeID != 0 {
			name = fmt.Sprint("dispute ", event.DisputeID)
		}
	case balance.DisputeHeld:
		name, want = fmt.Sprint("dispute ", event.DisputeID), event.Amount
	case balance.DisputeReleased:
		name = fmt.Sprint("dispute ", event.DisputeID)
	default:
		return
	}
	if r.held[name] = r.held[name].Add(delta); !r.held[name].Equal(want) {
		r.fail("after %s@%d %s is held for the %s, and must be %s", e.Stream, e.Revision, r.held[name], name, want)
	}
}
