package merchantapi

import (
	"context"

	"gateway/http/api/auth"
	"gateway/http/api/envelope"
	"gateway/http/api/listing"
	"gateway/http/service/callbackservice"
	"gateway/projections/readmodel/callbackrows"
	"gateway/projections/readmodel/readtable"

	"github.com/gin-gonic/gin"
)

func (a *API) listOwnCallbacks(c *gin.Context, params ListOwnCallbacksParams) {
	in, err := span(a.Callbacks.Calendar, params.From, params.To)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	client := auth.ClientID(c)
	filter := callbackrows.CallbackFilter{Status: params.Status, Resource: params.Resource, From: in.From, To: in.To}
	request := listing.Request{Name: "callbacks", Filter: []any{client, filter}, Page: params.Shown(), After: params.After}
	listing.Answer(c, a.Cursors, request, func(ctx context.Context, page readtable.Page) ([]callbackrows.Callback, int64, error) {
		return a.Queries.CallbacksOf(ctx, client, filter, page)
	})
}

func (a *API) testCallback(ctx context.Context, client int64, r CallbackTest) (callbackservice.Tested, error) {
	return a.Callbacks.Test(ctx, client, r.URL, r.Event)
}

func parseCallbackTest(body []byte) (CallbackTest, error) {
	r, err := envelope.Parse[CallbackTest](body)
	if err == nil {
		err = envelope.CheckURL("url", r.URL)
	}
	return r, err
}
