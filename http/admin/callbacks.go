package admin

import (
	"context"

	"gateway/domain"
	"gateway/domain/callback"
	"gateway/http/envelope"
	"gateway/http/service"
	"gateway/projections/readmodel"

	"github.com/gin-gonic/gin"
)

// ListCallbacks is GET /admin/callbacks.
func (a *Admin) ListCallbacks(c *gin.Context, params ListCallbacksParams) {
	page(c, params.Status, envelope.Page{Number: params.Page, PerPage: params.PerPage},
		func(ctx context.Context, status string, p readmodel.Page) ([]readmodel.Callback, int64, error) {
			return a.Queries.Callbacks(ctx, status, params.ClientID, p)
		})
}

// GetCallback is GET /admin/callbacks/{id}.
func (a *Admin) GetCallback(c *gin.Context, id CallbackID) {
	found, err := a.Queries.Callback(c.Request.Context(), id)
	answer(c, found, err)
}

// ResendCallback answers with the callback, to be sent at once.
func (a *Admin) ResendCallback(c *gin.Context, id CallbackID) {
	ctx := c.Request.Context()
	found, err := a.Queries.Callback(ctx, id)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	_, err = service.Execute(ctx, a.Core, callback.Aggregate, callback.Stream(found.ID),
		func(s callback.State) ([]domain.Event, error) {
			return callback.Resend(s, callback.ResendCmd{CallbackID: found.ID, ClientID: found.ClientID, By: by(ctx), At: a.Now()})
		})
	if err == nil {
		found, err = a.Queries.Callback(ctx, id)
	}
	answer(c, found, err)
}
