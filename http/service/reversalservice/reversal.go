// Package reversalservice implements the use case of reversals that wait for a person: money of a payment was
// taken back, the payment was paid more than once, and it is unknown which money it was.
package reversalservice

import (
	"context"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/http/service"
	"gateway/projections/readmodel/paymentrows"
)

// Reversals implements the use cases for the reversals of all clients' payments.
type Reversals struct{ *service.Core }

// Find returns a reversal. Error: readtable.ErrNotFound.
func (r Reversals) Find(ctx context.Context, id string) (paymentrows.ReversalRow, error) {
	return r.Queries.Reversal(ctx, id)
}

// Assign decides which money was taken back, given by the provider's payment id, and books the reversal.
// Errors: readtable.ErrNotFound, and the refusals of payment.AssignReversal.
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
