package adminapi

import (
	"context"

	"gateway/http/api/envelope"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/readtable"

	"github.com/gin-gonic/gin"
)

// ListReversals is GET /admin/reversals.
func (a *Admin) ListReversals(c *gin.Context, params ListReversalsParams) {
	page := envelope.Page{Number: params.Page, PerPage: params.PerPage}
	rows, total, err := a.Queries.Reversals(c.Request.Context(), params.Status, readtable.Page{Number: page.Number, PerPage: page.PerPage})
	envelope.RespondList(c, rows, page, total, nameClients(c.Request.Context(), a, rows, reversalOwner, err))
}

// GetReversal is GET /admin/reversals/{reversal_id}.
func (a *Admin) GetReversal(c *gin.Context, reversalID string) {
	row, err := a.Queries.Reversal(c.Request.Context(), reversalID)
	row, err = nameClient(c.Request.Context(), a, row, reversalOwner, err)
	envelope.Respond(c, row, err)
}

// AssignReversal is POST /admin/reversals/{reversal_id}/assign.
func (a *Admin) AssignReversal(c *gin.Context, reversalID string) {
	envelope.Handle(c, envelope.ParseOptional, func(ctx context.Context, r AssignReversalRequest) (any, error) {
		done, err := a.Acts.AssignReversal(ctx, reversalID, r.PaymentID, r.Reason)
		return a.named(ctx, done, err)
	})
}

// EndHold is POST /admin/transactions/{transaction_id}/end-hold.
func (a *Admin) EndHold(c *gin.Context, transactionID string) {
	envelope.Handle(c, envelope.ParseOptional, func(ctx context.Context, r ReasonRequest) (paymentrows.Transaction, error) {
		return a.Holds.End(ctx, transactionID, r.Reason)
	})
}
