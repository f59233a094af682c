package adminapi

import (
	"context"

	"gateway/http/api/envelope"
	"gateway/http/api/listing"
	"gateway/http/service/callbackservice"
	"gateway/projections/readmodel/feedrows"
	"gateway/projections/readmodel/readtable"

	"github.com/gin-gonic/gin"
)

func (a *Admin) clientEndpoints(ctx context.Context, client ID) ([]feedrows.Endpoint, error) {
	if _, err := a.Queries.Client(ctx, client); err != nil {
		return nil, err
	}
	return a.Queries.Endpoints(ctx, client)
}

func (a *Admin) listClientEndpointDeliveries(c *gin.Context, id ID, params ListClientEndpointDeliveriesParams) {
	request := listing.Request{Name: "deliveries", Filter: []any{id, params.Status}, Page: params.Shown(), After: params.After}
	listing.Answer(c, a.Cursors, request, func(ctx context.Context, page readtable.Page) ([]callbackservice.Delivery, int64, error) {
		to, err := a.Queries.EndpointOf(ctx, id)
		if err != nil {
			return nil, 0, err
		}
		return a.deliveries().Of(ctx, to.ClientID, id, params.Status, page)
	})
}

func (a *Admin) getClientEndpointDelivery(c *gin.Context, id ID, delivery DeliveryID) {
	ctx := c.Request.Context()
	to, err := a.Queries.EndpointOf(ctx, id)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	row, err := a.deliveries().Get(ctx, to.ClientID, id, delivery)
	envelope.Respond(c, row, err)
}

func (a *Admin) resendClientEndpointDelivery(c *gin.Context, id ID, delivery DeliveryID) {
	envelope.Handle(c, envelope.ParseOptional, func(ctx context.Context, r ResendOneRequest) (callbackservice.SentDelivery, error) {
		to, err := a.Queries.EndpointOf(ctx, id)
		if err != nil {
			return callbackservice.SentDelivery{}, err
		}
		return a.deliveries().Resend(ctx, to.ClientID, id, delivery, r.Attempts)
	})
}

func (a *Admin) deliveries() callbackservice.Deliveries {
	return callbackservice.Deliveries{Core: a.Callbacks.Core}
}
