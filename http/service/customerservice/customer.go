// Package customerservice implements the use case of a customer who is to be forgotten: an administrator erases the name and the
// telephone number of a payment's customer.
package customerservice

import (
	"context"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/http/service"
	"gateway/projections/readmodel/paymentrows"
)

// Customers implements the use cases for the customers of all clients.
type Customers struct{ *service.Core }

// Erase erases the name and the telephone number of the customer of a payment. To do it again does nothing. Errors:
// readtable.ErrNotFound, and the refusals of payment.EraseCustomer.
func (c Customers) Erase(ctx context.Context, transactionID, reason string) (paymentrows.Transaction, error) {
	if t, err := c.Queries.PaymentByTransactionID(ctx, transactionID); err != nil {
		return t, err
	}
	_, err := service.Execute(ctx, c.Core, payment.Aggregate, payment.Stream(transactionID),
		func(s payment.State) ([]domain.Event, error) {
			return payment.EraseCustomer(s, payment.EraseCustomerCmd{By: service.Actor(ctx), Reason: reason, At: c.Now()})
		})
	if err != nil {
		return paymentrows.Transaction{}, err
	}
	return c.Queries.PaymentByTransactionID(ctx, transactionID)
}
