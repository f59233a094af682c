package merchantapi

import (
	"gateway/http/api/auth"
	"gateway/http/api/envelope"
	"gateway/http/service/transactionservice"

	"github.com/gin-gonic/gin"
)

// RecordTransaction is POST /transactions.
func (a *API) RecordTransaction(c *gin.Context) {
	envelope.HandleCreation(c, auth.ClientID(c), parseTransaction, a.Transactions.Record)
}

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

// GetTransaction is GET /transactions/{id}.
func (a *API) GetTransaction(c *gin.Context, id ID) {
	t, err := a.Queries.Transaction(c.Request.Context(), auth.ClientID(c), id)
	envelope.Respond(c, t.Single(), err)
}

// GetMyTransaction is GET /me/transactions/{id}.
func (a *API) GetMyTransaction(c *gin.Context, id ID) { a.GetTransaction(c, id) }

// GetTransactionByExternalID is GET /transactions/external/{externalId}.
func (a *API) GetTransactionByExternalID(c *gin.Context, id ExternalID) {
	t, err := a.Queries.TransactionByExternal(c.Request.Context(), auth.ClientID(c), id)
	envelope.Respond(c, t.Single(), err)
}
