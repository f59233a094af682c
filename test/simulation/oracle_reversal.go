package simulation

import (
	"gateway/domain/payment"
)

// judgeReversals: what the provider took back of a known payment is booked once, against the money that it was,
// or a person is shown that it does not fit. Money that a person has paid back by hand is not lost a second
// time without being noticed. A void may concern money that was never known as paid.
func (o *oracle) judgeReversals() {
	booked, shown := o.decidedReversals()
	for _, b := range o.bills() {
		if !o.isHere(b.reference) {
			continue
		}
		for _, r := range b.reversals {
			id := o.providerOf(b).name + " " + r.id
			took := booked[id]
			switch {
			case r.kind == "void", r.returned && len(took) == 0, r.deduction != "": // judgeDisputes judges deductions
			case len(took) > 1:
				o.fail("%s of %d of %s (%s) is booked %d times", r.kind, r.amount, b.reference, r.id, len(took))
			case len(took) == 1 && took[0] != r.of.id:
				o.fail("%s of %d of %s (%s) took back %s, and is booked as of %s", r.kind, r.amount, b.reference, r.id, r.of.id, took[0])
			case len(took) == 0 && !shown[id]:
				o.fail("%s of %d of %s (%s) is not booked, and nobody is shown it", r.kind, r.amount, b.reference, r.id)
			case len(took) == 0 && !o.refundedByHand(b.reference, r.of):
				o.fail("%s of %d of %s (%s) is not booked, though it fits %s", r.kind, r.amount, b.reference, r.id, r.of.id)
			}
		}
	}
}

// decidedReversals returns, by connection and reversal id, the provider's ids of the money against which it was booked, and
// which reversals administrators are shown because they do not fit, or not yet.
func (o *oracle) decidedReversals() (booked map[string][]string, shown map[string]bool) {
	booked, shown = map[string][]string{}, map[string]bool{}
	direct, suspended := map[string]string{}, map[int64]string{}
	for _, e := range o.events() {
		switch event := e.Event.(type) {
		case payment.Paid:
			if event.SuspenseID == 0 {
				direct[event.TransactionID] = event.ProviderPaymentID
			}
		case payment.Suspended:
			suspended[event.SuspenseID] = event.ProviderPaymentID
		case payment.Reversed:
			id := suspended[event.SuspenseID]
			if event.SuspenseID == 0 {
				id = direct[event.TransactionID]
			}
			key := event.Connection + " " + event.ReversalID
			booked[key] = append(booked[key], id)
		case payment.ReversalContradicted:
			shown[event.Connection+" "+event.ReversalID] = true
		case payment.ReversalReported:
			if event.Undecided {
				shown[event.Connection+" "+event.ReversalID] = true
			}
		}
	}
	return booked, shown
}

// refundedByHand reports whether a person paid this money back from the bank.
func (o *oracle) refundedByHand(transactionID string, t *paidBill) bool {
	for _, id := range o.byHand() {
		for _, item := range o.items {
			if item.ID == id && item.TransactionID == transactionID && item.ProviderPaymentID == t.id {
				return true
			}
		}
	}
	return false
}

// byHand returns the suspense ids of money that left the books by a refund that a person paid.
func (o *oracle) byHand() (ids []int64) {
	for _, e := range o.events() {
		if refunded, is := e.Event.(payment.SuspenseRefunded); is && !refunded.WaitsForProvider() {
			ids = append(ids, refunded.SuspenseID)
		}
	}
	return ids
}
