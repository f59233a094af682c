package merchantapi

import (
	"context"

	"gateway/projections/readmodel/callbackrows"
	"gateway/projections/readmodel/disputerows"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/refundrows"
)

// nameOrders sets the order numbers in rows, and the names of the customers if persons is true. People who read callbacks need not see
// the customers of their shop. If err, the error of reading the rows, is not nil, it only returns err.
func nameOrders[T any](
	ctx context.Context, a *API, rows []T, persons bool, of func(*T) (string, *paymentrows.Order), err error,
) error {
	if err != nil {
		return err
	}
	return paymentrows.NameOrders(ctx, a.Queries, rows, persons, of)
}

// orderedOne returns a query that also names the order and the customer of its row.
func orderedOne[P, T any](
	a *API, of func(*T) (string, *paymentrows.Order), get func(context.Context, int64, P) (T, error),
) func(context.Context, int64, P) (T, error) {
	return func(ctx context.Context, client int64, p P) (T, error) {
		row, err := get(ctx, client, p)
		return paymentrows.NameOrder(ctx, a.Queries, row, true, of, err)
	}
}

func disputeOrder(d *disputerows.Dispute) (string, *paymentrows.Order) {
	return d.TransactionID, &d.Order
}

func refundOrder(r *refundrows.Refund) (string, *paymentrows.Order) {
	return r.TransactionID, &r.Order
}

func callbackOrder(c *callbackrows.Callback) (string, *paymentrows.Order) {
	return c.PaymentID(), &c.Order
}
