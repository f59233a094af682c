package callbackservice

import (
	"context"

	"gateway/domain"
	"gateway/domain/callback"
	"gateway/domain/endpoint"
	"gateway/domain/secret"
	"gateway/domain/sequence"
	"gateway/eventstore"
	"gateway/http/outbound/callbacksender"
	"gateway/http/service"
	"gateway/projections/readmodel/feedrows"

	"github.com/google/uuid"
)

// Endpoints implements the use cases for the callback endpoints of clients.
type Endpoints struct {
	Own
	Masters secret.Ring
}

// EndpointRequest is an endpoint as the client requests it. An empty list of events means all.
type EndpointRequest struct {
	URL    string
	Events []string
	Active bool
}

// NewEndpoint is an endpoint with its secret, which is shown only once.
type NewEndpoint struct {
	Endpoint feedrows.Endpoint `json:"endpoint"`
	Secret   string            `json:"secret"`
}

// Add adds an endpoint to the client. It takes no Idempotency-Key, because the secret must not be stored for
// a repeated request. Its refusals are those of endpoint.Add.
func (e Endpoints) Add(ctx context.Context, clientID int64, r EndpointRequest) (NewEndpoint, error) {
	id, err := e.IDs.Next(ctx, sequence.CallbackEndpoint)
	if err != nil {
		return NewEndpoint{}, err
	}
	master := e.Masters.Current()
	_, err = e.execute(ctx, clientID, func(s endpoint.Set) ([]domain.Event, error) {
		return endpoint.Add(s, endpoint.Added{
			EndpointID: id, ClientID: clientID, URL: r.URL, Events: r.Events, MasterID: master.ID, By: service.Actor(ctx), At: e.Now(),
		})
	})
	if err != nil {
		return NewEndpoint{}, err
	}
	if err := e.unlessEnded(ctx, clientID, id); err != nil {
		return NewEndpoint{}, err
	}
	row, err := e.Queries.Endpoint(ctx, clientID, id)
	to := callback.Receiver{ClientID: clientID, EndpointID: id}
	return NewEndpoint{Endpoint: row, Secret: callbacksender.DeriveSecret(master.Bytes, to, 0)}, err
}

// Change changes an endpoint. Its refusals are those of endpoint.Change.
func (e Endpoints) Change(ctx context.Context, clientID, id int64, r EndpointRequest) (feedrows.Endpoint, error) {
	_, err := e.execute(ctx, clientID, func(s endpoint.Set) ([]domain.Event, error) {
		return endpoint.Change(s, endpoint.Changed{
			EndpointID: id, ClientID: clientID, URL: r.URL, Events: r.Events, Active: r.Active, By: service.Actor(ctx), At: e.Now(),
		})
	})
	if err == nil {
		err = e.unlessEnded(ctx, clientID, id)
	}
	if err != nil {
		return feedrows.Endpoint{}, err
	}
	return e.Queries.Endpoint(ctx, clientID, id)
}

// unlessEnded switches the endpoint off when the caller's session or key ended during the request, because
// the end of access may have checked the endpoints earlier.
func (e Endpoints) unlessEnded(ctx context.Context, clientID, id int64) error {
	return service.UnlessEnded(ctx, func(ctx context.Context) error {
		_, err := e.execute(ctx, clientID, func(s endpoint.Set) ([]domain.Event, error) {
			return endpoint.Change(s, endpoint.Changed{
				EndpointID: id, ClientID: clientID, URL: s[id].URL, Events: s[id].Events, Active: false, By: service.Actor(ctx), At: e.Now(),
			})
		})
		return err
	})
}

// Remove removes an endpoint. Refusal: not_found.
func (e Endpoints) Remove(ctx context.Context, clientID, id int64) error {
	_, err := e.execute(ctx, clientID, func(s endpoint.Set) ([]domain.Event, error) {
		return endpoint.Remove(s, endpoint.Removed{EndpointID: id, ClientID: clientID, By: service.Actor(ctx), At: e.Now()})
	})
	return err
}

// RotateSecret replaces an endpoint's secret. The former one also signs for secret.Overlap. Refusal:
// not_found.
func (e Endpoints) RotateSecret(ctx context.Context, clientID, id int64) (callbacksender.Secret, error) {
	out, err := e.execute(ctx, clientID, func(s endpoint.Set) ([]domain.Event, error) {
		return endpoint.RotateSecret(s, endpoint.SecretRotated{
			EndpointID: id, ClientID: clientID, MasterID: e.Masters.Current().ID, By: service.Actor(ctx), At: e.Now(),
		})
	})
	if err != nil {
		return callbacksender.Secret{}, err
	}
	to := callback.Receiver{ClientID: clientID, EndpointID: id}
	return callbacksender.PresentSecret(e.Masters, to, out.State[id].Secrets, e.Now())
}

// TestEndpoint sends one signed sample of an entry that the endpoint wants, and returns the result. It is listed with the
// deliveries of the endpoint, and changes nothing else. Refusals: not_found; too_many_requests; endpoint_secret_lost.
func (e Endpoints) TestEndpoint(ctx context.Context, clientID, id int64) (Tested, error) {
	row, err := e.Queries.Endpoint(ctx, clientID, id)
	if err != nil {
		return Tested{}, err
	}
	sample, err := row.Delivery(feedrows.SampleClientEvent(row.Events(), clientID, uuid.New(), e.Now()))
	if err != nil {
		return Tested{}, err
	}
	tested, result, err := e.test(ctx, row.Receiver(), sample)
	if err != nil {
		return tested, err
	}
	sample.Secrets = nil
	return tested, e.State.KeepEndpointAttempts(ctx, []endpoint.Attempt{{
		EndpointID: id, WebhookID: tested.ID, Sample: sample, Result: result, At: e.Now(),
	}})
}

func (e Endpoints) execute(
	ctx context.Context, clientID int64, decide func(endpoint.Set) ([]domain.Event, error),
) (eventstore.Outcome[endpoint.Set], error) {
	return service.Execute(ctx, e.Core, endpoint.Aggregate, endpoint.Stream(clientID), decide)
}
