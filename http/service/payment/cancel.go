package payment

import (
	"context"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/http/service"
	"gateway/projections/readmodel"
)

// Cancel ends a pending payment of the client (API reference: cancel). The reactor
// PaymentClosing tells the provider. A payment that has EXPIRED stays as it is. Errors are
// those of payment.Cancel.
func (p Payments) Cancel(ctx context.Context, clientID int64, transactionID string) (readmodel.Transaction, error) {
	notFound := domain.Refuse(domain.NotFound, "not_found", "there is no such payment")
	if owner, ok := payment.ClientOf(transactionID); !ok || owner != clientID {
		return readmodel.Transaction{}, notFound
	}
	_, err := service.Execute(ctx, p.Core, payment.Aggregate, payment.Stream(transactionID),
		func(s payment.State) ([]domain.Event, error) { return payment.Cancel(s, clientID, p.Now()) })
	if err != nil {
		return readmodel.Transaction{}, err
	}
	return p.Queries.PaymentByTransactionID(ctx, transactionID)
}
