package admin

import (
	"gateway/http/envelope"
	"gateway/projections/readmodel"

	"github.com/gin-gonic/gin"
)

// ListCallbacks is GET /admin/callbacks.
func (a *Admin) ListCallbacks(c *gin.Context, params ListCallbacksParams) {
	page := envelope.Page{Number: params.Page, PerPage: params.PerPage}
	rows, total, err := a.Queries.Callbacks(c.Request.Context(), params.Status, params.ClientID, readmodel.Page(page))
	envelope.RespondList(c, rows, page, total, err)
}

// GetCallback is GET /admin/callbacks/{id}.
func (a *Admin) GetCallback(c *gin.Context, id CallbackID) {
	found, err := a.Queries.Callback(c.Request.Context(), id)
	envelope.Respond(c, found, err)
}

// ResendCallback is POST /admin/callbacks/{id}/resend.
func (a *Admin) ResendCallback(c *gin.Context, id CallbackID) {
	found, err := a.Callbacks.Resend(c.Request.Context(), id)
	envelope.Respond(c, found, err)
}
