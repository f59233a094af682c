package merchantapi

import (
	"context"

	"gateway/http/api/auth"
	"gateway/http/api/envelope"
	"gateway/http/api/listing"
	"gateway/http/service/callbackservice"
	"gateway/projections/readmodel/callbackrows"

	"github.com/gin-gonic/gin"
)

// ListOwnCallbacks is GET /callbacks.
func (a *API) ListOwnCallbacks(c *gin.Context, params ListOwnCallbacksParams) {
	in, err := span(a.Callbacks.Calendar, params.From, params.To)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	client := auth.ClientID(c)
	filter := callbackrows.CallbackFilter{Status: params.Status, Resource: params.Resource, From: in.From, To: in.To}
	list, err := a.Cursors.Open(c, listing.Request{
		Name: "callbacks", Filter: []any{client, filter}, Page: params.Page, PerPage: params.PerPage, After: params.After,
	})
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	rows, total, err := a.Queries.CallbacksOf(c.Request.Context(), client, filter, list.Page)
	listing.Respond(c, list, rows, rows, total, err)
}

// GetOwnCallback is GET /callbacks/{id}.
func (a *API) GetOwnCallback(c *gin.Context, id CallbackID) {
	found, err := a.Queries.CallbackOf(c.Request.Context(), auth.ClientID(c), id)
	envelope.Respond(c, found, err)
}

// ResendOwnCallback is POST /callbacks/{id}/resend.
func (a *API) ResendOwnCallback(c *gin.Context, id CallbackID) {
	found, err := a.Callbacks.ResendOwn(c.Request.Context(), auth.ClientID(c), id)
	envelope.Respond(c, found, err)
}

// TestCallback is POST /callbacks/test.
func (a *API) TestCallback(c *gin.Context) {
	envelope.Handle(c, parseCallbackTest, func(ctx context.Context, r CallbackTest) (callbackservice.Tested, error) {
		return a.Callbacks.Test(ctx, auth.ClientID(c), r.URL, r.Event)
	})
}

func parseCallbackTest(body []byte) (CallbackTest, error) {
	r, err := envelope.Parse[CallbackTest](body)
	if err == nil {
		err = envelope.CheckURL("url", r.URL)
	}
	return r, err
}
