package merchantapi

import (
	"context"

	"gateway/http/api/auth"
	"gateway/http/api/envelope"
	"gateway/projections/readmodel/readtable"

	"github.com/gin-gonic/gin"
)

// ListMyActivity is GET /me/activity.
func (a *API) ListMyActivity(c *gin.Context, params ListMyActivityParams) {
	page := envelope.Page{Number: params.Page, PerPage: params.PerPage}
	rows, total, err := a.Queries.Activity(c.Request.Context(), auth.ClientID(c), readtable.Page{Number: page.Number, PerPage: page.PerPage})
	envelope.RespondList(c, rows, page, total, err)
}

// EndMyAccess is POST /me/end-access.
func (a *API) EndMyAccess(c *gin.Context) {
	envelope.Handle(c, envelope.ParseOptional, func(ctx context.Context, r EndAccessRequest) (struct{}, error) {
		since, err := a.Accounts.Calendar.Moment("since", r.Since, false)
		if err != nil {
			return struct{}{}, err
		}
		return struct{}{}, a.Accounts.EndOwnAccess(ctx, a.caller(c), r.Reason, since)
	})
}

// GetMyRecovery is GET /me/recovery.
func (a *API) GetMyRecovery(c *gin.Context, params GetMyRecoveryParams) {
	since, err := a.Accounts.Calendar.Moment("since", params.Since, false)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	gains, err := a.Accounts.Gains(c.Request.Context(), auth.ClientID(c), since)
	envelope.Respond(c, gains, err)
}

// RestoreRecovered is POST /me/recovery/{id}/restore.
func (a *API) RestoreRecovered(c *gin.Context, id RecoveryItem) {
	gains, err := a.Accounts.Restore(c.Request.Context(), auth.ClientID(c), id)
	envelope.Respond(c, gains, err)
}

// UndoChange is POST /auth/undo-change.
func (a *API) UndoChange(c *gin.Context) {
	envelope.Handle(c, envelope.Parse, func(ctx context.Context, r UndoRequest) (struct{}, error) {
		return struct{}{}, a.Accounts.UndoChange(ctx, r.Token)
	})
}
