package adminapi

import (
	"context"

	"gateway/domain"
	"gateway/http/api/envelope"
	"gateway/http/api/listing"
	"gateway/http/service"
	"gateway/http/service/auditrunservice"

	"github.com/gin-gonic/gin"
)

// ListAuditRuns is GET /admin/audit/runs.
func (a *Admin) ListAuditRuns(c *gin.Context, params ListAuditRunsParams) {
	list, err := a.Cursors.Open(c, listing.Request{
		Name: "audit runs", Filter: []string{params.Kind, params.Outcome}, Page: params.Page, PerPage: params.PerPage, After: params.After,
	})
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	rows, total, err := a.AuditRuns.List(c.Request.Context(), params.Kind, params.Outcome, list.Page)
	listing.Respond(c, list, rows, rows, total, err)
}

// GetAuditRun is GET /admin/audit/runs/{id}.
func (a *Admin) GetAuditRun(c *gin.Context, id ID) {
	run, err := a.AuditRuns.Get(c.Request.Context(), id)
	envelope.Respond(c, run, err)
}

// StartAuditRun is POST /admin/audit/runs. It answers before the run is finished.
func (a *Admin) StartAuditRun(c *gin.Context) {
	const noClient = 0
	envelope.HandleCreation(c, noClient, a.parseAuditRun,
		func(ctx context.Context, creation service.Creation, r AuditRunRequest) (service.Created, error) {
			return a.AuditRuns.Start(ctx, creation, auditRunOf(r))
		})
}

func (a *Admin) parseAuditRun(body []byte) (AuditRunRequest, error) {
	r, err := envelope.Parse[AuditRunRequest](body)
	return r, domain.Together(err, a.AuditRuns.Check(auditRunOf(r)))
}

func auditRunOf(r AuditRunRequest) auditrunservice.Request {
	return auditrunservice.Request{Kind: r.Kind, Whole: r.Whole, Date: r.Date, Full: r.Full}
}
