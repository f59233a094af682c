package admin

import (
	"context"

	"gateway/http/envelope"
	"gateway/projections/readmodel"

	"github.com/gin-gonic/gin"
)

// ListReversals is GET /admin/reversals.
func (a *Admin) ListReversals(c *gin.Context, params ListReversalsParams) {
	page := envelope.Page{Number: params.Page, PerPage: params.PerPage}
	rows, total, err := a.Queries.Reversals(c.Request.Context(), params.Status, readmodel.Page{Number: page.Number, PerPage: page.PerPage})
	envelope.RespondList(c, rows, page, total, nameClients(c.Request.Context(), a, rows, reversalOwner, err))
}

// EndHold is POST /admin/transactions/{transaction_id}/end-hold.
func (a *Admin) EndHold(c *gin.Context, transactionID string) {
	envelope.Handle(c, envelope.ParseOptional, func(ctx context.Context, r ReasonRequest) (readmodel.Transaction, error) {
		return a.Holds.End(ctx, transactionID, r.Reason)
	})
}
