package adminapi

import (
	"context"

	"gateway/http/api/auth"
	"gateway/projections/readmodel/callbackrows"
	"gateway/projections/readmodel/disputerows"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/refundrows"
	"gateway/projections/readmodel/searchrows"
)

// seesCustomers reports whether the caller may see who is to pay: administrators who talk to merchants about their customers.
// Auditors find a payment by its references.
func seesCustomers(ctx context.Context) bool {
	role, _ := ctx.Value(roleKey{}).(string)
	return auth.AdminRoles.May(role, "read_support")
}

// roleKey is the key of the caller's role in the context of a request.
type roleKey struct{}

func withRole(ctx context.Context, role string) context.Context {
	return context.WithValue(ctx, roleKey{}, role)
}

// noCustomers is for rows that name no customer to anybody: the body of a callback outlives an erasure.
func noCustomers(context.Context) bool { return false }

// ordered returns a list whose rows also name the order and, where persons allows it, the customer of their payment.
func ordered[P, T any](
	a *Admin, persons func(context.Context) bool, of func(*T) (string, *paymentrows.Order),
	list func(context.Context, P) ([]T, int64, error),
) func(context.Context, P) ([]T, int64, error) {
	return func(ctx context.Context, p P) ([]T, int64, error) {
		rows, total, err := list(ctx, p)
		if err != nil {
			return rows, total, err
		}
		return rows, total, paymentrows.NameOrders(ctx, a.Queries, rows, persons(ctx), of)
	}
}

// orderedOne wraps a query of one row: the row then also has the order and, for callers that may see customers, the customer.
func orderedOne[P, T any](
	a *Admin, of func(*T) (string, *paymentrows.Order), get func(context.Context, P) (T, error),
) func(context.Context, P) (T, error) {
	return func(ctx context.Context, p P) (T, error) {
		row, err := get(ctx, p)
		return paymentrows.NameOrder(ctx, a.Queries, row, seesCustomers(ctx), of, err)
	}
}

func suspenseOrder(s *paymentrows.SuspenseItem) (string, *paymentrows.Order) {
	return s.TransactionID, &s.Order
}

func disputeOrder(d *disputerows.AdminDispute) (string, *paymentrows.Order) {
	return d.TransactionID, &d.Order
}

func refundOrder(r *refundrows.AdminRefund) (string, *paymentrows.Order) {
	return r.TransactionID, &r.Order
}

func callbackOrder(c *callbackrows.Callback) (string, *paymentrows.Order) {
	return c.PaymentID(), &c.Order
}

func hitOrder(h *searchrows.Hit) (string, *paymentrows.Order) { return h.TransactionID, &h.Order }

// listed returns a page of transactions with VA numbers and, to those who may see them, customers.
func (a *Admin) listed(ctx context.Context, rows []paymentrows.Transaction, total int64,
	err error,
) ([]paymentrows.Transaction, int64, error) {
	if err != nil {
		return rows, total, err
	}
	return rows, total, a.Queries.NamePayers(ctx, rows, seesCustomers(ctx))
}

// eraseCustomer erases the name and the telephone number of a payment's customer.
func (a *Admin) eraseCustomer(ctx context.Context, id PaymentTransactionID, reason string) (paymentrows.Transaction, error) {
	return a.Customers.Erase(ctx, id, reason)
}
