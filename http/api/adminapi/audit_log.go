package adminapi

import (
	"gateway/http/api/envelope"
	"gateway/http/api/listing"
	"gateway/projections/audit/books"
	"gateway/projections/readmodel/auditlogrows"

	"github.com/gin-gonic/gin"
)

// ListAuditLog is GET /admin/audit-log.
func (a *Admin) ListAuditLog(c *gin.Context, params ListAuditLogParams) {
	in, err := books.Between(a.Balances.Calendar, "from", params.From, "to", params.To)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	filter := auditlogrows.AuditFilter{Actor: params.Actor, Subject: params.Subject, From: in.From, To: in.To}
	list, err := a.Cursors.Open(c, listing.Request{
		Name: "audit log", Filter: filter, Page: params.Page, PerPage: params.PerPage, After: params.After,
	})
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	rows, total, err := a.Queries.AuditLog(c.Request.Context(), filter, list.Page)
	err = nameClients(c.Request.Context(), a, rows, auditOwner, err)
	listing.Respond(c, list, rows, rows, total, err)
}
