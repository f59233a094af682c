package simulation

import (
	"slices"
	"strings"

	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/projections/audit/reconcile"

	"github.com/shopspring/decimal"
)

// judgeDisputes: each dispute about credited money is known here, as the network decided it. What it took was taken once, for the
// dispute, and came back exactly if it was won. Only a dispute that is lost, and whose money the provider has not taken, holds
// money.
func (o *oracle) judgeDisputes() {
	taken, returned := o.loggedChargebacks()
	for _, at := range o.providers {
		for _, d := range at.disputes {
			if !o.isHere(d.bill.reference) || !o.isCredited(d.bill.reference, d.of) {
				continue
			}
			o.judgeDispute(at, d, taken, returned)
		}
	}
	for _, row := range o.rows.AllDisputes() {
		known := slices.ContainsFunc(o.named(row.Connection).disputes, func(d *fakeDispute) bool {
			return d.id == row.ProviderDisputeID && d.bill.reference == row.TransactionID && d.of.id == row.PaymentID
		})
		if !known {
			o.fail("the dispute %d about %s of %s is not known to the provider", row.ID, row.PaymentID, row.TransactionID)
		}
	}
}

// loggedChargebacks are, by dispute, the chargebacks that took its money, and how often that came back.
func (o *oracle) loggedChargebacks() (taken map[int64][]payment.Reversed, returned map[int64]int) {
	taken, returned = map[int64][]payment.Reversed{}, map[int64]int{}
	all := map[string]payment.Reversed{}
	for _, e := range o.events() {
		switch event := e.Event.(type) {
		case payment.DisputeOpened: // its chargeback may have come before
			if before, is := all[event.TransactionID+" "+event.ReversalID]; is {
				taken[event.DisputeID] = append(taken[event.DisputeID], before)
			}
		case payment.Reversed:
			all[event.TransactionID+" "+event.ReversalID] = event
			if event.DisputeID != 0 {
				taken[event.DisputeID] = append(taken[event.DisputeID], event)
			}
		case payment.ReversalReturned:
			if event.DisputeID != 0 {
				returned[event.DisputeID]++
			}
		}
	}
	return taken, returned
}

func (o *oracle) judgeDispute(at *fakeProvider, d *fakeDispute, taken map[int64][]payment.Reversed, returned map[int64]int) {
	row, known := o.disputeRow(at, d)
	r, wasTaken := d.taken()
	_, voided := d.bill.voided()
	switch {
	case !known && (!wasTaken || r.returned) && (voided || d.bill.left(d.of) <= 0): // it had gone back before the news of the dispute came
		return
	case !known:
		o.fail("the dispute %s of %s (%s) is not known here", d.id, d.bill.reference, d.status)
		return
	case !isToldOf(d, row):
		o.fail("the dispute %d of %s is %s here, and the network decided that it is %s", row.ID, d.bill.reference, row.Status, d.status)
	}
	took := taken[row.ID]
	switch {
	case len(took) > 1:
		o.fail("the dispute %d of %s was taken %d times", row.ID, d.bill.reference, len(took))
	case wasTaken && !r.returned && len(took) == 0:
		o.fail("the %d that the provider took for the dispute %d of %s are not its chargeback here", r.amount, row.ID, d.bill.reference)
	case len(took) == 1 && wasTaken && o.isSwapped(at, d, r, taken): // both are lost, so it makes no difference
	case len(took) == 1 && (!wasTaken || !took[0].Reversal.Amount.Equal(decimal.NewFromInt(r.amount))):
		o.fail("%s was taken for the dispute %d of %s, and %d at the provider", took[0].Reversal.Amount, row.ID, d.bill.reference, r.amount)
	case len(took) == 1 && r.returned != (returned[row.ID] == 1):
		o.fail("what was taken for the dispute %d of %s came back %d times, at the provider: %t", row.ID, d.bill.reference, returned[row.ID], r.returned)
	}
	if d.status == disputeLost && len(took) == 0 {
		o.held[row.ClientID] = o.held[row.ClientID].Add(row.Amount)
	}
}

// isSwapped reports whether what the provider took for the dispute is that of another lost dispute of the money here: a chargeback
// does not say of which of them it is.
func (o *oracle) isSwapped(at *fakeProvider, d *fakeDispute, r reversal, taken map[int64][]payment.Reversed) bool {
	return d.status == disputeLost && slices.ContainsFunc(at.disputes, func(other *fakeDispute) bool {
		row, known := o.disputeRow(at, other)
		took := taken[row.ID]
		return known && other != d && other.bill == d.bill && other.of == d.of && other.status == disputeLost &&
			len(took) == 1 && took[0].Reversal.Amount.Equal(decimal.NewFromInt(r.amount))
	})
}

// isDeduction reports whether the provider's entry is a deduction, or gives back what one took.
func (o *oracle) isDeduction(at *fakeProvider, id string) bool {
	return slices.ContainsFunc(at.deductions, func(d *fakeDeduction) bool { return d.id == id })
}

// isPartOfDeduction reports whether the chargeback is the part of a dispute in one of the provider's deductions.
func (o *oracle) isPartOfDeduction(at *fakeProvider, d reconcile.Difference) bool {
	return slices.ContainsFunc(at.deductions, func(one *fakeDeduction) bool { return strings.HasPrefix(d.Here.ID, "deduction-"+one.id+"-") })
}

// isOfSuspense reports whether the reversal took money out of suspense.
func (o *oracle) isOfSuspense(d reconcile.Difference) bool {
	return slices.ContainsFunc(o.events(), func(e eventstore.Envelope) bool {
		reversed, is := e.Event.(payment.Reversed)
		return is && reversed.TransactionID == d.Reference && reversed.ReversalID == d.There.ID && !reversed.IsOfCredit()
	})
}
