package why

import (
	"strconv"

	"gateway/domain/payment"
)

// OfRefund explains what a refund waits for. The facts are the events of its payment's stream, from the first one. A refund that
// was undone, because the balance had too little to hold, waits for nothing.
func OfRefund(id int64, facts []Fact, w World) Answer {
	p := walkPayment(facts, w)
	r, known := p.state.Refund(id)
	b := builder{Answer{Subject: refundName(id), ClientID: p.state.ClientID, Status: r.Status}}
	if known {
		b.add(p.refundReason(r, w))
	}
	return b.end(w, p.last, "refunds")
}

func refundName(id int64) string { return "refunds/" + strconv.FormatInt(id, 10) }

// takeRefunds notes the event that brought each refund to its present stage.
func (p *paymentWalk) takeRefunds(f Fact, before []payment.RefundOf) {
	for i, r := range p.state.Refunds {
		if i < len(before) && refundStage(before[i]) == refundStage(r) {
			continue
		}
		p.refunds[r.RefundID] = f
	}
}

// refundStage is a refund without what changes within a stage.
func refundStage(r payment.RefundOf) [4]string {
	return [...]string{r.Status, strconv.Itoa(r.Attempts), strconv.FormatBool(r.Failed), r.ProviderID}
}

// addRefunds adds the refunds that have not ended.
func (p *paymentWalk) addRefunds(b *builder, w World) {
	for _, r := range p.state.Refunds {
		if r.IsOpen() {
			b.add(p.refundReason(r, w))
		}
	}
}

func (p *paymentWalk) refundReason(r payment.RefundOf, w World) Reason {
	at := p.refunds[r.RefundID]
	reason := Reason{Code: refundCode(r), About: refundName(r.RefundID), Event: at.Place, Amount: ref(r.Amount), Count: r.Attempts}
	switch e := at.Event.(type) {
	case payment.RefundAttemptFailed:
		reason.Detail = e.Code
	case payment.RefundRejected:
		reason.Detail = e.Why
	case payment.RefundCancelled:
		reason.Detail = e.Why
	case payment.RefundFailed:
		reason.Detail = e.Code
	case payment.ReversalReturned:
		reason.Code = RefundBounced
	}
	if reason.Code == RefundNotSent && r.Method == payment.MethodTransfer && w.PayoutsOff != nil {
		reason.Code, reason.Event = PayoutsStopped, *w.PayoutsOff
	}
	return reason
}

func refundCode(r payment.RefundOf) Code {
	switch r.Status {
	case payment.RefundStatusRequested:
		return RefundNotHeld
	case payment.RefundStatusPending:
		if r.Approval == payment.ApprovalOwner {
			return RefundForOwner
		}
		return RefundForStaff
	case payment.RefundStatusSucceeded:
		return RefundSucceeded
	case payment.RefundStatusFailed:
		return RefundFailed
	case payment.RefundStatusCancelled:
		return RefundCancelled
	case payment.RefundStatusRejected:
		return RefundRejected
	}
	switch {
	case !r.MayBeAtProvider():
		return RefundNotSent
	case r.ProviderID == "":
		return RefundNotAnswered
	}
	return RefundAtProvider
}
