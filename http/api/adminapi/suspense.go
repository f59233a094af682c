package adminapi

import (
	"context"

	"gateway/http/api/envelope"
	"gateway/projections/readmodel/readtable"

	"github.com/gin-gonic/gin"
)

// ListSuspense is GET /admin/suspense.
func (a *Admin) ListSuspense(c *gin.Context, params ListSuspenseParams) {
	page := envelope.Page{Number: params.Page, PerPage: params.PerPage}
	rows, total, err := a.Queries.SuspenseItems(c.Request.Context(), params.Status, readtable.Page{Number: page.Number, PerPage: page.PerPage})
	envelope.RespondList(c, rows, page, total, nameClients(c.Request.Context(), a, rows, suspenseOwner, err))
}

// GetSuspense is GET /admin/suspense/{id}.
func (a *Admin) GetSuspense(c *gin.Context, id ID) {
	item, err := a.Queries.SuspenseItem(c.Request.Context(), id)
	item, err = nameClient(c.Request.Context(), a, item, suspenseOwner, err)
	envelope.Respond(c, item, err)
}

// ReleaseSuspense is POST /admin/suspense/{id}/release.
func (a *Admin) ReleaseSuspense(c *gin.Context, id ID) {
	envelope.Handle(c, envelope.ParseOptional, func(ctx context.Context, r ReasonRequest) (any, error) {
		done, err := a.Acts.ReleaseSuspense(ctx, id, r.Reason)
		return a.named(ctx, done, err)
	})
}

// ReopenSuspense is POST /admin/suspense/{id}/reopen.
func (a *Admin) ReopenSuspense(c *gin.Context, id ID) {
	envelope.Handle(c, envelope.ParseOptional, func(ctx context.Context, r ReasonRequest) (any, error) {
		done, err := a.Acts.ReopenSuspense(ctx, id, r.Reason)
		return a.named(ctx, done, err)
	})
}

// RefundSuspense is POST /admin/suspense/{id}/refund.
func (a *Admin) RefundSuspense(c *gin.Context, id ID) {
	envelope.Handle(c, envelope.ParseOptional, func(ctx context.Context, r RefundRequest) (any, error) {
		done, err := a.Acts.RefundSuspense(ctx, id, r.Reason, r.ByHand)
		return a.named(ctx, done, err)
	})
}
