package adminapi

import (
	"context"

	"gateway/domain"
	"gateway/http/api/envelope"
	"gateway/http/api/listing"
	"gateway/http/service/auditrunservice"
	"gateway/http/service/state"
	"gateway/projections/readmodel/readtable"

	"github.com/gin-gonic/gin"
)

func (a *Admin) listAuditRuns(c *gin.Context, params ListAuditRunsParams) {
	filter := []string{params.Kind, params.Outcome}
	request := listing.Request{Name: "audit runs", Filter: filter, Page: params.Shown(), After: params.After}
	listing.Answer(c, a.Cursors, request, func(ctx context.Context, page readtable.Page) ([]state.AuditRun, int64, error) {
		return a.AuditRuns.List(ctx, params.Kind, params.Outcome, page)
	})
}

func (a *Admin) parseAuditRun(body []byte) (auditrunservice.Request, error) {
	r, err := envelope.Parse[AuditRunRequest](body)
	request := auditrunservice.Request(r)
	return request, domain.Together(err, a.AuditRuns.Check(request))
}
