package paymentrows

import (
	"context"
	"slices"

	"gateway/domain/callback"
	"gateway/projections/readmodel/readtable"
)

// PaymentCallbackStatus returns callback.StatusDelivered where the merchant was called back
// about its payment, else callback.StatusPending where a callback is under way, else
// callback.StatusExhausted; empty without any callback.
func (q Queries) PaymentCallbackStatus(ctx context.Context, clientID int64, transactionID string) (string, error) {
	var statuses []string
	err := q.SQL.SelectContext(ctx, &statuses, "SELECT DISTINCT status FROM callbacks WHERE client_id = $1 AND resource = $2 AND kind = $3",
		clientID, "transactions/"+transactionID, callback.KindPayment)
	if err != nil {
		return "", readtable.Failed("callbacks", err)
	}
	for _, status := range []string{callback.StatusDelivered, callback.StatusPending, callback.StatusExhausted} {
		if slices.Contains(statuses, status) {
			return status, nil
		}
	}
	return "", nil
}
