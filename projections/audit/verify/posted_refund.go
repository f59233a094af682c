package verify

import (
	"gateway/domain/balance"
	"gateway/domain/payment"
	"gateway/eventstore"

	"github.com/shopspring/decimal"
)

// refundHolds are the refunds that were asked for and have not ended in the balance, by their ids.
type refundHolds struct {
	// held is what the balance holds, notHeld what it was too small for, and ended those that ended in their payment
	// before the balance answered.
	held    map[int64]decimal.Decimal
	notHeld map[int64]bool
	ended   map[int64]endedRefund
}

// endedRefund is the event by which a refund ended that moved nothing.
type endedRefund struct {
	event       eventstore.Envelope
	client      int64
	order       payment.RefundOrder
	toUnsettled decimal.Decimal
}

func newRefundHolds() refundHolds {
	return refundHolds{held: make(map[int64]decimal.Decimal), notHeld: make(map[int64]bool), ended: make(map[int64]endedRefund)}
}

func refundAsked(id int64) subjectOf { return subjectOf{event: "refund asked for", suspense: id} }
func refundEnded(id int64) subjectOf { return subjectOf{event: "refund ended", suspense: id} }

func returned(transactionID, reversalID string) subjectOf {
	return subjectOf{event: "reversal returned " + reversalID, reference: transactionID}
}

// observeRefund checks that the balance answers each request of a refund once, that what it holds ends once, by the end of
// the refund or by its success, and that money that came back is booked once.
func (p *posted) observeRefund(e eventstore.Envelope, r *Report) {
	switch event := e.Event.(type) {
	case payment.RefundRequested:
		p.expect(e, refundAsked(event.RefundID), event.ClientID, event.RefundOrder.Amount)
	case payment.RefundUndone:
		p.endRefund(endedRefund{e, event.ClientID, event.RefundOrder, event.ToUnsettled})
	case payment.RefundRejected:
		p.endRefund(endedRefund{e, event.ClientID, event.RefundOrder, event.ToUnsettled})
	case payment.RefundCancelled:
		p.endRefund(endedRefund{e, event.ClientID, event.RefundOrder, event.ToUnsettled})
	case payment.RefundFailed:
		p.endRefund(endedRefund{e, event.ClientID, event.RefundOrder, event.ToUnsettled})
	case payment.ReversalReturned:
		p.expect(e, returned(event.TransactionID, event.ReversalID), event.ClientID, event.ClientGets.Add(event.Fee).Add(event.VAT))
	case balance.RefundHeld:
		p.book(e, refundAsked(event.RefundID), event.Source, event.ClientID, event.Amount, r)
		p.refunds.held[event.RefundID] = event.Amount
		p.answered(event.RefundID)
	case balance.RefundNotHeld:
		p.book(e, refundAsked(event.RefundID), event.Source, event.ClientID, event.Amount, r)
		p.refunds.notHeld[event.RefundID] = true
		p.answered(event.RefundID)
	case balance.RefundReleased:
		p.book(e, refundEnded(event.RefundID), event.Source, event.ClientID, event.Amount, r)
		delete(p.refunds.held, event.RefundID)
	case balance.PaymentReversed:
		if _, held := p.refunds.held[event.RefundID]; !held && event.RefundID != 0 {
			r.addFinding(p.name(), subject(e), "books the refund %d, for which nothing is held", event.RefundID)
		}
		delete(p.refunds.held, event.RefundID)
	case balance.ReversalReturned:
		p.book(e, returned(event.Reference, event.ReversalID), event.Source, event.ClientID, event.Amount, r)
	}
}

// endRefund expects that what the balance holds for a refund is released.
func (p *posted) endRefund(end endedRefund) {
	p.refunds.ended[end.order.RefundID] = end
	p.answered(end.order.RefundID)
}

// answered expects the release of a refund once it has ended and the balance has answered its request. What the payment gave
// to a refund that was not held stayed unsettled; it becomes available if the payment was settled meanwhile.
func (p *posted) answered(id int64) {
	end, ended := p.refunds.ended[id]
	amount, held := p.refunds.held[id]
	switch {
	case !ended || !held && !p.refunds.notHeld[id]:
		return
	case !held:
		amount = end.order.FromUnsettled.Sub(end.toUnsettled)
	}
	delete(p.refunds.ended, id)
	delete(p.refunds.notHeld, id)
	if amount.IsPositive() {
		p.expect(end.event, refundEnded(id), end.client, amount)
	}
}
