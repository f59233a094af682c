package adminapi

import (
	"context"

	"gateway/http/api/envelope"
	"gateway/projections/readmodel/approvalrows"
	"gateway/projections/readmodel/readtable"

	"github.com/gin-gonic/gin"
)

// ListApprovals is GET /admin/approvals.
func (a *Admin) ListApprovals(c *gin.Context, params ListApprovalsParams) {
	page := envelope.Page{Number: params.Page, PerPage: params.PerPage}
	rows, total, err := a.Queries.Approvals(c.Request.Context(), params.Status, readtable.Page{Number: page.Number, PerPage: page.PerPage})
	envelope.RespondList(c, rows, page, total, err)
}

// GetApproval is GET /admin/approvals/{id}.
func (a *Admin) GetApproval(c *gin.Context, id ID) {
	found, err := a.Queries.Approval(c.Request.Context(), id)
	envelope.Respond(c, found, err)
}

// GrantApproval is POST /admin/approvals/{id}/grant.
func (a *Admin) GrantApproval(c *gin.Context, id ID) {
	envelope.Handle(c, envelope.ParseOptional, func(ctx context.Context, r ReviewRequest) (approvalrows.Approval, error) {
		return a.Approvals.Grant(ctx, id, r.Reason)
	})
}

// RefuseApproval is POST /admin/approvals/{id}/refuse.
func (a *Admin) RefuseApproval(c *gin.Context, id ID) {
	envelope.Handle(c, envelope.ParseOptional, func(ctx context.Context, r ReasonRequest) (approvalrows.Approval, error) {
		return a.Approvals.Refuse(ctx, id, r.Reason)
	})
}
