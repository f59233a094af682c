package adminapi

import (
	"cmp"
	"context"

	"gateway/http/api/envelope"
	"gateway/http/api/listing"
	"gateway/http/service/callbackservice"

	"github.com/gin-gonic/gin"
)

// ListCallbacks is GET /admin/callbacks.
func (a *Admin) ListCallbacks(c *gin.Context, params ListCallbacksParams) {
	list, err := a.Cursors.Open(c, listing.Request{
		Name: "all callbacks", Filter: []any{params.Status, params.ClientID}, Page: params.Page, PerPage: params.PerPage, After: params.After,
	})
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	rows, total, err := a.Queries.Callbacks(c.Request.Context(), params.Status, params.ClientID, list.Page)
	err = nameClients(c.Request.Context(), a, rows, callbackOwner, err)
	listing.Respond(c, list, rows, rows, total, err)
}

// GetCallback is GET /admin/callbacks/{id}.
func (a *Admin) GetCallback(c *gin.Context, id CallbackID) {
	found, err := a.Queries.Callback(c.Request.Context(), id)
	found, err = nameClient(c.Request.Context(), a, found, callbackOwner, err)
	envelope.Respond(c, found, err)
}

// ResendCallback is POST /admin/callbacks/{id}/resend.
func (a *Admin) ResendCallback(c *gin.Context, id CallbackID) {
	found, err := a.Callbacks.Resend(c.Request.Context(), id)
	found, err = nameClient(c.Request.Context(), a, found, callbackOwner, err)
	envelope.Respond(c, found, err)
}

// defaultResends is how many callbacks are sent again when the request gives no number.
const defaultResends = 100

// ResendCallbacks is POST /admin/callbacks/resend.
func (a *Admin) ResendCallbacks(c *gin.Context) {
	envelope.Handle(c, envelope.Parse[ResendRequest], func(ctx context.Context, r ResendRequest) (callbackservice.Resent, error) {
		done, err := a.Callbacks.ResendMany(ctx, callbackservice.ResendRequest{
			Status: r.Status, ClientID: r.ClientID, From: r.From, To: r.To, Limit: cmp.Or(r.Limit, defaultResends), DryRun: r.DryRun,
		})
		return done, nameClients(ctx, a, done.Callbacks, resentOwner, err)
	})
}
