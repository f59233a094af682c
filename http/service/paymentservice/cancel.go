package paymentservice

import (
	"context"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/http/service"
)

// Cancel ends a pending payment of the client (API reference: cancel), and returns when the read models show
// it. The reactor PaymentWatch tells the provider. An EXPIRED payment stays unchanged. Its errors are those
// of payment.Cancel.
func (p Payments) Cancel(ctx context.Context, clientID int64, transactionID string) error {
	if owner, ok := payment.ClientOf(transactionID); !ok || owner != clientID {
		return domain.Refuse(domain.NotFound, "not_found", "there is no such payment")
	}
	_, err := service.Execute(ctx, p.Core, payment.Aggregate, payment.Stream(transactionID),
		func(s payment.State) ([]domain.Event, error) { return payment.Cancel(s, clientID, p.Now()) })
	return err
}
