package merchantapi

import (
	"context"

	"gateway/http/api/envelope"
	"gateway/http/service/transactionservice"
	"gateway/projections/readmodel/paymentrows"
)

func parseTransaction(body []byte) (transactionservice.Request, error) {
	r, err := envelope.Parse[TransactionRequest](body)
	request := transactionservice.Request{
		TransactionID: r.TransactionID, ExternalID: r.ExternalID, Total: r.Total.Value,
		TransactionLog: r.TransactionLog, Status: r.Status,
	}
	if r.NetPayment.Set {
		request.NetPayment = &r.NetPayment.Value
	}
	return request, err
}

func (a *API) transaction(ctx context.Context, client, id int64) (paymentrows.SingleTransaction, error) {
	t, err := a.Queries.Transaction(ctx, client, id)
	return t.Single(), err
}

func (a *API) transactionByExternalID(ctx context.Context, client int64, id ExternalID) (paymentrows.SingleTransaction, error) {
	t, err := a.Queries.TransactionByExternal(ctx, client, id)
	return t.Single(), err
}
