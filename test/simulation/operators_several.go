package simulation

import (
	"context"
	"fmt"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/eventstore"
)

// reopenRefused is an administrator who learns that the provider refuses a refund, and gives the
// money in suspense free for another decision.
func (w *world) reopenRefused() {
	refused := w.provider.refusedRefunds
	w.provider.refusedRefunds = nil
	for _, ask := range refused {
		p := w.leading()
		w.act(p, "admin:1", fmt.Sprint("reopen suspense ", ask.item), func(ctx context.Context) error {
			_, err := p.suspense.Reopen(ctx, ask.item, "the provider refuses")
			return err
		})
		w.drain()
	}
}

// assignReversals is an administrator who asked the provider which money was taken back, where
// its books do not name it.
func (w *world) assignReversals() {
	for _, b := range w.provider.bills {
		all, _ := w.provider.transfersOf(b.reference)
		for _, r := range b.reversals {
			if len(all) > 1 {
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
