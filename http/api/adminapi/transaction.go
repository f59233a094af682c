package adminapi

import (
	"gateway/domain"
	"gateway/domain/jsontext"
	"gateway/http/api/envelope"
	"gateway/http/api/listing"
	"gateway/projections/audit/books"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/story"

	"github.com/gin-gonic/gin"
)

// ListTransactionsOfAll is GET /admin/transactions.
func (a *Admin) ListTransactionsOfAll(c *gin.Context, params ListTransactionsOfAllParams) {
	in, err := books.Between(a.Balances.Calendar, "from", params.From, "to", params.To)
	if err == nil && !in.From.IsZero() && !in.To.IsZero() && in.To.Before(in.From) {
		err = domain.InvalidField("to", "must not be before from")
	}
	if err == nil && params.ClientID == 0 && len(params.Metadata) > 0 {
		err = domain.InvalidField("client_id", "is required with metadata")
	}
	status := params.Status
	if err == nil {
		status, err = a.Queries.StoredStatus(c.Request.Context(), params.ClientID, params.Status)
	}
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	filter := paymentrows.TransactionFilter{
		ClientID: params.ClientID, Status: status, Channel: params.Channel, ExternalID: params.ExternalID,
		Query: params.Q, Metadata: params.Metadata, From: in.From, To: in.To,
	}
	list, err := a.Cursors.Open(c, listing.Request{
		Name: "all transactions", Filter: filter, Page: params.Page, PerPage: params.PerPage, After: params.After,
	})
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	rows, total, err := a.Queries.AllTransactions(c.Request.Context(), filter, list.Page)
	err = nameClients(c.Request.Context(), a, rows, transactionOwner, err)
	listing.Respond(c, list, rows, jsontext.Array[paymentrows.Transaction](rows), total, err)
}

// GetTransactionOfAny is GET /admin/transactions/{id}.
func (a *Admin) GetTransactionOfAny(c *gin.Context, id AnyTransactionID) {
	found, err := a.Queries.TransactionOfAny(c.Request.Context(), id)
	found, err = nameClient(c.Request.Context(), a, found, transactionOwner, err)
	envelope.Respond(c, found.Single(), err)
}

// GetTransactionTimeline is GET /admin/transactions/{id}/timeline.
func (a *Admin) GetTransactionTimeline(c *gin.Context, id AnyTransactionID, params GetTransactionTimelineParams) {
	found, err := a.Queries.TransactionOfAny(c.Request.Context(), id)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	// Several clients may have recorded a transaction with this id, so the client of the found row selects the one.
	a.timeline(c, "transactions/"+found.TransactionID, found.ClientID, story.Part{After: params.After, Limit: params.Limit})
}
