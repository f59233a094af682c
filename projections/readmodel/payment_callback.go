package readmodel

import (
	"context"
	"slices"

	"gateway/domain/callback"
)

// PaymentCallbackStatus returns callback.StatusDelivered where the merchant was called back
// about the payment, else callback.StatusPending where a callback is under way, else
// callback.StatusExhausted; empty without any callback.
func (q *Queries) PaymentCallbackStatus(ctx context.Context, transactionID string) (string, error) {
	var statuses []string
	err := q.db.SelectContext(ctx, &statuses, "SELECT DISTINCT status FROM callbacks WHERE kind = $1 AND subject = $2",
		callback.KindPayment, transactionID)
	if err != nil {
		return "", &queryError{"callbacks", err}
	}
	for _, status := range []string{callback.StatusDelivered, callback.StatusPending, callback.StatusExhausted} {
		if slices.Contains(statuses, status) {
			return status, nil
		}
	}
	return "", nil
}
