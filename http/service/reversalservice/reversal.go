// Package reversalservice has the use case of reversals that wait for a person: money of a payment
// was taken back, the payment was paid more than once, and nothing says which money it was.
package reversalservice

import (
	"context"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/http/service"
	"gateway/projections/readmodel/paymentrows"
)

// Reversals are those of all clients' payments.
type Reversals struct{ *service.Core }

// Find returns a reversal. Error: readtable.ErrNotFound.
func (r Reversals) Find(ctx context.Context, id string) (paymentrows.ReversalRow, error) {
	return r.Queries.Reversal(ctx, id)
}

// Assign says which money was taken back, by the provider's id of it, and books that. Errors:
// readtable.ErrNotFound, the refusals of payment.AssignReversal.
func (r Reversals) Assign(ctx context.Context, id, paymentID, reason string) (paymentrows.ReversalRow, error) {
	row, err := r.Find(ctx, id)
	if err != nil {
		return row, err
	}
	_, err = service.Execute(ctx, r.Core, payment.Aggregate, payment.Stream(row.TransactionID),
		func(s payment.State) ([]domain.Event, error) {
			return payment.AssignReversal(s, payment.AssignCmd{
				ReversalID: id, PaymentID: paymentID, By: service.Actor(ctx), Reason: reason, At: r.Now(),
			})
		})
	if err != nil {
		return row, err
	}
	return r.Find(ctx, id)
}
