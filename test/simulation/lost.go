package simulation

import (
	"slices"

	"gateway/domain/balance"
	"gateway/domain/payment"
	"gateway/eventstore"
)

// lost is what was acknowledged but is no longer in the log, because a backup was restored. The oracle must
// know it: the gateway is right to lack it, but the provider still has what it did for it.
type lost struct {
	payments map[string]bool // by transaction_id
	orders   map[string]bool // references of payouts; the payout itself may still be here
}

func newLost() lost { return lost{map[string]bool{}, map[string]bool{}} }

// lose notes what was made by the events that a restore cuts off.
func (w *world) lose(cut []eventstore.Envelope) {
	for _, e := range cut {
		switch event := e.Event.(type) {
		case payment.Requested:
			w.lost.payments[event.TransactionID] = true
			w.forget(salePayment, event.ClientID, event.Amount.IntPart())
		case payment.Expired:
			w.forgetCancelled(event.ClientID, event.Amount.IntPart())
		case balance.WithdrawalRequested:
			w.forget(withdrawal, event.ClientID, event.Order.Amount.IntPart())
		case balance.SettlementRequested:
			w.forget(settlement, event.ClientID, event.Order.Amount.IntPart())
		case balance.PayoutSubmitted:
			w.lost.orders[event.Reference] = true
		case payment.RefundSubmitted:
			w.lost.orders[event.Key] = true
		case balance.Adjusted:
			w.forget(adjustment, event.ClientID, event.Amount.IntPart())
		}
	}
}

// forget marks the request whose result is lost.
func (w *world) forget(kind string, client, amount int64) {
	for _, r := range w.requests {
		if r.kind == kind && r.client.id == client && r.amount == amount {
			r.lost = true
			w.note("what %s made is lost", r)
		}
	}
}

// forgetCancelled: a payment is open again if the event that ended it is lost, although its merchant was told
// that it is cancelled.
func (w *world) forgetCancelled(client, amount int64) {
	for _, r := range w.requests {
		if r.kind == salePayment && r.client.id == client && r.amount == amount {
			r.cancelled = false
		}
	}
}

// mustExist reports whether the merchant was told that the thing exists, and it was not lost. A repetition
// after the restore creates it again, under other ids.
func (r *request) mustExist() bool { return r.answer != "" && !(r.lost && r.forgotten) }

// wasLost reports whether the provider was ordered to make a payout by an attempt that was lost with the log,
// and the payout has neither been made again under this reference nor adopted.
func (o *oracle) wasLost(at *fakeProvider, reference string) bool {
	return o.lost.orders[reference] && !slices.ContainsFunc(o.events(), func(e eventstore.Envelope) bool {
		switch event := e.Event.(type) {
		case balance.PayoutSubmitted:
			return event.Reference == reference && event.Connection == at.name
		case payment.RefundSubmitted:
			return event.Key == reference && event.PaidBy == at.name
		case balance.PayoutAdopted:
			return event.Reference == reference && event.Connection == at.name
		}
		return false
	})
}
