package adminapi

import (
	"context"

	"gateway/http/api/envelope"
	"gateway/http/api/listing"
	"gateway/projections/readmodel/auditlogrows"
	"gateway/projections/readmodel/readtable"

	"github.com/gin-gonic/gin"
)

func (a *Admin) listAuditLog(c *gin.Context, params ListAuditLogParams) {
	in, err := a.Balances.Between(c.Request.Context(), "from", params.From, "to", params.To)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	filter := auditlogrows.AuditFilter{Actor: params.Actor, Subject: params.Subject, From: in.From, To: in.To}
	request := listing.Request{Name: "audit log", Filter: filter, Page: params.Shown(), After: params.After}
	read := func(ctx context.Context, page readtable.Page) ([]auditlogrows.AuditEntry, int64, error) {
		return a.Queries.AuditLog(ctx, filter, page)
	}
	listing.Answer(c, a.Cursors, request, namedRows(a, auditOwner, read))
}
