package simulation

import (
	"context"
	"fmt"
	"slices"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/projections/readmodel/paymentrows"
)

// reopenRefused acts as an administrator who learns that the provider refuses a refund, and reopens the money
// in suspense for another decision.
func (w *world) reopenRefused() {
	for _, ask := range w.waitingRefusals() {
		w.reopen(w.leading(), ask)
		w.drain()
	}
}

func (w *world) reopen(p *process, ask askedRefund) {
	w.act(p, "admin:1", fmt.Sprint("reopen suspense ", ask.item), func(ctx context.Context) error {
		_, err := p.suspense.Reopen(ctx, ask.item, "the provider refuses")
		return err
	})
}

// reopenOne does the same for one refund, while the provider goes on. It may already be open again.
func (w *world) reopenOne() {
	if p, refused := w.anyProcess(), w.refusedRefunds(); p != nil && len(refused) > 0 {
		w.reopen(p, refused[w.random.IntN(len(refused))])
	}
}

// assignReversals acts as an administrator who asked the provider which money was taken back if the provider's
// books do not name it.
func (w *world) assignReversals() {
	for _, b := range w.bills() {
		all, _ := w.moneyOf(b.reference)
		for _, r := range b.reversals {
			beside := r.kind == "refund" && !r.asked // a chargeback may have taken refunded money, too
			if (len(all) > 1 || beside) && !r.returned {
				w.assign(b.reference, r)
			}
		}
	}
}

func (w *world) assign(reference string, r reversal) {
	p := w.leading()
	cmd := payment.AssignCmd{ReversalID: r.id, PaymentID: r.of.id, By: "admin:1", Reason: "the provider says so", At: p.now()}
	w.act(p, "admin:1", fmt.Sprintf("assign %s of %s to %s", r.id, reference, r.of.id), func(ctx context.Context) error {
		_, err := eventstore.Execute(ctx, p.log, payment.Aggregate, payment.Stream(reference), func(s payment.State) ([]domain.Event, error) {
			return payment.AssignReversal(s, cmd)
		})
		return err
	})
	w.drain()
}

// refusedRefunds are the refunds that the providers refused.
func (w *world) refusedRefunds() (all []askedRefund) {
	for _, at := range w.providers {
		all = append(all, at.refusedRefunds...)
	}
	return all
}

// waitingRefusals returns the refunds that the provider refused and that are still open here.
func (w *world) waitingRefusals() (open []askedRefund) {
	byHand := (&oracle{world: w}).byHand()
	for _, ask := range w.refusedRefunds() {
		for _, item := range w.rows.AllSuspenseItems() {
			left := item.PaidAmount.Sub(item.ReversedAmount).IsPositive()
			if item.ID == ask.item && item.Status == paymentrows.SuspenseRefunded && left && !slices.Contains(byHand, ask.item) {
				open = append(open, ask)
			}
		}
	}
	return open
}
