package admin

import (
	"gateway/http/envelope"
	"gateway/projections/audit/books"
	"gateway/projections/readmodel"

	"github.com/gin-gonic/gin"
)

// ListAuditLog is GET /admin/audit-log.
func (a *Admin) ListAuditLog(c *gin.Context, params ListAuditLogParams) {
	in, err := books.Between(a.Balances.Calendar, "from", params.From, "to", params.To)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	page := envelope.Page{Number: params.Page, PerPage: params.PerPage}
	filter := readmodel.AuditFilter{Actor: params.Actor, Subject: params.Subject, From: in.From, To: in.To}
	rows, total, err := a.Queries.AuditLog(c.Request.Context(), filter, readmodel.Page(page))
	envelope.RespondList(c, rows, page, total, err)
}
