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

// Assignment says which money was taken back: PaymentID is the provider's id of it. RefundID and Reason are those of
// payment.AssignCmd.
type Assignment struct {
	PaymentID string
	RefundID  *int64
	Reason    string
}

// Assign decides which money was taken back, and books the reversal or the success of the refund.
// Errors: readtable.ErrNotFound, and the refusals of payment.AssignReversal.
func (r Reversals) Assign(ctx context.Context, id string, what Assignment) (paymentrows.ReversalRow, error) {
	row, err := r.Find(ctx, id)
	if err != nil {
		return row, err
	}
	_, err = service.Execute(ctx, r.Core, payment.Aggregate, payment.Stream(row.TransactionID),
		func(s payment.State) ([]domain.Event, error) {
			return payment.AssignReversal(s, payment.AssignCmd{
				ReversalID: id, PaymentID: what.PaymentID, RefundID: what.RefundID, By: service.Actor(ctx), Reason: what.Reason, At: r.Now(),
			})
		})
	if err != nil {
		return row, err
	}
	return r.Find(ctx, id)
}
