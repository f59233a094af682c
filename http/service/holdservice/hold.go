// Package holdservice implements the use case of credits that are held until their payment is SETTLED: an
// administrator makes one available earlier.
package holdservice

import (
	"context"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/http/service"
	"gateway/projections/readmodel/paymentrows"
)

// Holds implements the use cases for the held credits of all clients.
type Holds struct{ *service.Core }

// End makes the held money of a payment available. Errors: readtable.ErrNotFound, and the refusals of
// payment.EndHold.
func (h Holds) End(ctx context.Context, transactionID, reason string) (paymentrows.Transaction, error) {
	if t, err := h.Queries.PaymentByTransactionID(ctx, transactionID); err != nil {
		return t, err
	}
	_, err := service.Execute(ctx, h.Core, payment.Aggregate, payment.Stream(transactionID),
		func(s payment.State) ([]domain.Event, error) {
			return payment.EndHold(s, payment.EndHoldCmd{By: service.Actor(ctx), Reason: reason, At: h.Now()})
		})
	if err != nil {
		return paymentrows.Transaction{}, err
	}
	return h.Queries.PaymentByTransactionID(ctx, transactionID)
}
