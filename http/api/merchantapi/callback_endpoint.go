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

// ListCallbackEndpoints is GET /callback-endpoints.
func (a *API) ListCallbackEndpoints(c *gin.Context) {
	rows, err := a.Queries.Endpoints(c.Request.Context(), auth.ClientID(c))
	envelope.Respond(c, rows, err)
}

// AddCallbackEndpoint is POST /callback-endpoints.
func (a *API) AddCallbackEndpoint(c *gin.Context) {
	parse := func(body []byte) (CallbackEndpointRequest, error) {
		r, err := envelope.Parse[CallbackEndpointRequest](body)
		return r, checkEndpoint(err, r.URL, r.Events)
	}
	envelope.HandleNew(c, parse, func(ctx context.Context, r CallbackEndpointRequest) (callbackservice.NewEndpoint, error) {
		return a.Endpoints.Add(ctx, auth.ClientID(c), callbackservice.EndpointRequest{URL: r.URL, Events: r.Events})
	})
}

// GetCallbackEndpoint is GET /callback-endpoints/{id}.
func (a *API) GetCallbackEndpoint(c *gin.Context, id ID) {
	row, err := a.Queries.Endpoint(c.Request.Context(), auth.ClientID(c), id)
	envelope.Respond(c, row, err)
}

// ChangeCallbackEndpoint is PUT /callback-endpoints/{id}.
func (a *API) ChangeCallbackEndpoint(c *gin.Context, id ID) {
	parse := func(body []byte) (CallbackEndpointUpdate, error) {
		r, err := envelope.Parse[CallbackEndpointUpdate](body)
		return r, checkEndpoint(err, r.URL, r.Events)
	}
	envelope.Handle(c, parse, func(ctx context.Context, r CallbackEndpointUpdate) (feedrows.Endpoint, error) {
		if err := a.confirmURL(c, id, r.URL); err != nil {
			return feedrows.Endpoint{}, err
		}
		return a.Endpoints.Change(ctx, auth.ClientID(c), id, callbackservice.EndpointRequest{URL: r.URL, Events: r.Events, Active: r.Active})
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

// RemoveCallbackEndpoint is DELETE /callback-endpoints/{id}.
func (a *API) RemoveCallbackEndpoint(c *gin.Context, id ID) {
	envelope.Respond(c, nil, a.Endpoints.Remove(c.Request.Context(), auth.ClientID(c), id))
}

// RotateCallbackEndpointSecret is POST /callback-endpoints/{id}/rotate-secret.
func (a *API) RotateCallbackEndpointSecret(c *gin.Context, id ID) {
	rotated, err := a.Endpoints.RotateSecret(c.Request.Context(), auth.ClientID(c), id)
	envelope.Respond(c, rotated, err)
}

// TestCallbackEndpoint is POST /callback-endpoints/{id}/test.
func (a *API) TestCallbackEndpoint(c *gin.Context, id ID) {
	tested, err := a.Endpoints.TestEndpoint(c.Request.Context(), auth.ClientID(c), id)
	envelope.Respond(c, tested, err)
}
