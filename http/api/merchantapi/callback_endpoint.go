package merchantapi

import (
	"context"

	"gateway/domain"
	"gateway/domain/endpoint"
	"gateway/http/api/auth"
	"gateway/http/api/envelope"
	"gateway/http/service/callbackservice"
	"gateway/projections/readmodel/feedrows"

	"github.com/gin-gonic/gin"
)

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
