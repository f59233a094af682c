package adminapi

import (
	"gateway/http/api/envelope"
	"gateway/http/api/listing"

	"github.com/gin-gonic/gin"
)

// ListPaymentReports is GET /admin/payment-reports.
func (a *Admin) ListPaymentReports(c *gin.Context, params ListPaymentReportsParams) {
	list, err := a.Cursors.Open(c, listing.Request{
		Name: "payment reports", Filter: []any{params.Trouble}, Page: params.Page, PerPage: params.PerPage, After: params.After,
	})
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	rows, total, err := a.Queries.PaymentReportsIn(c.Request.Context(), params.Trouble, a.Accounts.Now(), list.Page)
	err = nameClients(c.Request.Context(), a, rows, reportOwner, err)
	listing.Respond(c, list, rows, rows, total, err)
}
