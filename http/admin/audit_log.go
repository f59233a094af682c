package admin

import (
	"gateway/http/envelope"
	"gateway/projections/audit/books"
	"gateway/projections/readmodel"

	"github.com/gin-gonic/gin"
)

// ListActs is GET /admin/audit-log.
func (a *Admin) ListActs(c *gin.Context, params ListActsParams) {
	in, err := books.Between(a.Balances.Calendar, "from", params.From, "to", params.To)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	page := envelope.Page{Number: params.Page, PerPage: params.PerPage}
	filter := readmodel.ActFilter{Actor: params.Actor, Subject: params.Subject, From: in.From, To: in.To}
	rows, total, err := a.Queries.Acts(c.Request.Context(), filter, readmodel.Page(page))
	envelope.RespondList(c, rows, page, total, err)
}
