package merchantapi

import (
	"context"

	"gateway/domain"
	"gateway/domain/endpoint"
	"gateway/http/api/auth"
	"gateway/http/api/envelope"
	"gateway/http/api/listing"
	"gateway/http/service/callbackservice"
	"gateway/projections/readmodel/callbackrows"
	"gateway/projections/readmodel/feedrows"
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
	filter := callbackrows.CallbackFilter{Status: params.Status, Trouble: params.Trouble, Resource: params.Resource, From: in.From, To: in.To}
	request := listing.Request{Name: "callbacks", Filter: []any{client, filter}, Page: params.Shown(), After: params.After}
	listing.Answer(c, a.Cursors, request, func(ctx context.Context, page readtable.Page) ([]callbackrows.Callback, int64, error) {
		rows, total, err := a.Queries.CallbacksOf(ctx, client, filter, page)
		return rows, total, nameOrders(ctx, a, rows, false, callbackOrder, err)
	})
}

func (a *API) resendOwnCallback(
	ctx context.Context, client int64, id CallbackID, r ResendOneRequest,
) (callbackrows.Callback, error) {
	return a.Callbacks.ResendOwn(ctx, client, id, r.Attempts)
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

func parseEndpoint(body []byte) (callbackservice.EndpointRequest, error) {
	r, err := envelope.Parse[CallbackEndpointRequest](body)
	return callbackservice.EndpointRequest{URL: r.URL, Events: r.Events}, checkEndpoint(err, r.URL, r.Events)
}

func parseEndpointUpdate(body []byte) (callbackservice.EndpointRequest, error) {
	r, err := envelope.Parse[CallbackEndpointUpdate](body)
	return callbackservice.EndpointRequest{URL: r.URL, Events: r.Events, Active: r.Active}, checkEndpoint(err, r.URL, r.Events)
}

func (a *API) changeCallbackEndpoint(c *gin.Context, id ID) {
	envelope.Handle(c, parseEndpointUpdate, func(ctx context.Context, r callbackservice.EndpointRequest) (feedrows.Endpoint, error) {
		if err := a.confirmURL(c, id, r.URL); err != nil {
			return feedrows.Endpoint{}, err
		}
		return a.Endpoints.Change(ctx, auth.ClientID(c), id, r)
	})
}

// confirmURL refuses to change an endpoint's URL without a fresh proof, because that amounts to a new endpoint.
func (a *API) confirmURL(c *gin.Context, id ID, url string) error {
	if url == "" {
		return nil
	}
	row, err := a.Queries.Endpoint(c.Request.Context(), auth.ClientID(c), id)
	if err != nil || row.URL == url {
		return err
	}
	return a.own.Fresh(c)
}

// checkEndpoint names all wrong fields of a body at once: those in err, the error of reading the body, the URL
// and the events.
func checkEndpoint(err error, url string, events []string) error {
	return domain.Together(err, envelope.CheckURL("url", url), endpoint.CheckEvents(events))
}

func (a *API) removeEndpoint(ctx context.Context, client, id int64) (any, error) {
	return nil, a.Endpoints.Remove(ctx, client, id)
}

func (a *API) listEndpointDeliveries(c *gin.Context, id ID, params ListEndpointDeliveriesParams) {
	client := auth.ClientID(c)
	request := listing.Request{Name: "deliveries", Filter: []any{client, id, params.Status}, Page: params.Shown(), After: params.After}
	listing.Answer(c, a.Cursors, request, func(ctx context.Context, page readtable.Page) ([]callbackservice.Delivery, int64, error) {
		return a.deliveries().Of(ctx, client, id, params.Status, page)
	})
}

func (a *API) getEndpointDelivery(c *gin.Context, id ID, delivery DeliveryID) {
	row, err := a.deliveries().Get(c.Request.Context(), auth.ClientID(c), id, delivery)
	envelope.Respond(c, row, err)
}

func (a *API) resendEndpointDelivery(c *gin.Context, id ID, delivery DeliveryID) {
	envelope.Handle(c, envelope.ParseOptional, func(ctx context.Context, r ResendOneRequest) (callbackservice.SentDelivery, error) {
		return a.deliveries().Resend(ctx, auth.ClientID(c), id, delivery, r.Attempts)
	})
}

func (a *API) deliveries() callbackservice.Deliveries {
	return callbackservice.Deliveries{Core: a.Endpoints.Core}
}
