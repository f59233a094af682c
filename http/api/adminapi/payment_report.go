package adminapi

import (
	"context"

	"gateway/http/api/listing"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/readtable"

	"github.com/gin-gonic/gin"
)

func (a *Admin) listPaymentReports(c *gin.Context, params ListPaymentReportsParams) {
	request := listing.Request{Name: "payment reports", Filter: []any{params.Trouble}, Page: params.Shown(), After: params.After}
	read := func(ctx context.Context, page readtable.Page) ([]paymentrows.PaymentReport, int64, error) {
		return a.Queries.PaymentReportsIn(ctx, params.Trouble, a.Accounts.Now(), page)
	}
	listing.Answer(c, a.Cursors, request, namedRows(a, reportOwner, read))
}
