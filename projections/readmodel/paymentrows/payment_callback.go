package paymentrows

import (
	"context"
	"slices"

	"gateway/domain/callback"
	"gateway/projections/readmodel/readtable"
)

// PaymentCallbackStatus returns callback.StatusDelivered if a callback about the merchant's payment was
// delivered, else callback.StatusPending if one is under way, else callback.StatusExhausted. It returns ""
// when there is no callback.
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
