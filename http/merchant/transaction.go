package merchant

import (
	"gateway/http/auth"
	"gateway/http/envelope"
	"gateway/http/service/transaction"
	"gateway/projections/readmodel"

	"github.com/gin-gonic/gin"
)

// RecordTransaction is POST /transactions.
func (a *API) RecordTransaction(c *gin.Context) {
	envelope.HandleCreation(c, auth.ClientID(c), parseTransaction, a.Transactions.Record)
}

func parseTransaction(body []byte) (transaction.Request, error) {
	r, err := envelope.Parse[TransactionRequest](body)
	request := transaction.Request{
		TransactionID: r.TransactionID, ExternalID: r.ExternalID, Total: r.Total.Value,
		TransactionLog: r.TransactionLog, Status: r.Status,
	}
	if r.NetPayment.Set {
		request.NetPayment = &r.NetPayment.Value
	}
	return request, err
}

// ListTransactions is GET /transactions.
func (a *API) ListTransactions(c *gin.Context, params ListTransactionsParams) {
	const anyStatus = ""
	a.listTransactions(c, anyStatus, envelope.Page{Number: params.Page, PerPage: params.PerPage})
}

// ListMyTransactions is GET /me/transactions.
func (a *API) ListMyTransactions(c *gin.Context, params ListMyTransactionsParams) {
	a.listTransactions(c, params.Status, envelope.Page{Number: params.Page, PerPage: params.PerPage})
}

func (a *API) listTransactions(c *gin.Context, status string, page envelope.Page) {
	rows, total, err := a.Queries.Transactions(c.Request.Context(), auth.ClientID(c), status, readmodel.Page(page))
	envelope.RespondList(c, rows, page, total, err)
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
