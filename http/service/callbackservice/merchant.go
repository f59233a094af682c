package callbackservice

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"

	"gateway/domain"
	"gateway/domain/callback"
	"gateway/domain/feed"
	"gateway/domain/secret"
	"gateway/http/service/credential"
	"gateway/projections/readmodel/callbackrows"
	"gateway/projections/readmodel/memoryrows"

	"github.com/google/uuid"
)

// Own are the callbacks of one client at a time, as a merchant sees them.
type Own struct {
	Callbacks
	Sender Sender
	// Secrets gives the secrets that the client's callbacks are signed with at a time.
	Secrets func(ctx context.Context, clientID int64, at time.Time) ([]string, error)
	// Tests bounds the test callbacks, by client.
	Tests *credential.Limiter
}

// Sender makes one attempt. *callbacksender.Sender implements it.
type Sender interface {
	Send(ctx context.Context, d callback.Delivery) callback.Result
}

// ResendOwn is Resend for one of the client's callbacks: ErrNotFound for another client's.
func (o Own) ResendOwn(ctx context.Context, clientID int64, id string) (callbackrows.Callback, error) {
	if _, err := o.Queries.CallbackOf(ctx, clientID, id); err != nil {
		return callbackrows.Callback{}, err
	}
	return o.Resend(ctx, id)
}

// Tested is a test callback with its result.
type Tested struct {
	ID        string `json:"id"`
	Event     string `json:"event"`
	Resource  string `json:"resource"`
	URL       string `json:"url"`
	Delivered bool   `json:"delivered"`
	// ResponseStatus is 0, and Error says why, when there was no answer.
	ResponseStatus int             `json:"response_status"`
	Error          string          `json:"error"`
	DurationMS     int64           `json:"duration_ms"`
	Payload        json.RawMessage `json:"payload"`
}

// Test sends a signed sample of a callback to a URL, once, and says how that went. It
// reaches the same addresses as real callbacks, and is not recorded. Refusals: invalid_field event;
// too_many_requests; webhook_secret_lost.
func (o Own) Test(ctx context.Context, clientID int64, url, event string) (Tested, error) {
	now := o.Now()
	sample, known := memoryrows.SampleCallback(cmp.Or(event, feed.InvoicePaid), clientID, url, uuid.New(), now)
	if !known {
		return Tested{}, domain.InvalidField("event", "must be one of %s", strings.Join(memoryrows.SampleCallbacks, ", "))
	}
	secrets, err := o.secretsFor(ctx, clientID, now)
	if err != nil {
		return Tested{}, err
	}
	return o.send(ctx, callback.Delivery{
		ID: sample.ID, URL: sample.URL, Event: sample.Event, Resource: sample.Resource, Payload: sample.Payload, Secrets: secrets, At: now,
	}), nil
}

func (o Own) secretsFor(ctx context.Context, clientID int64, now time.Time) ([]string, error) {
	if _, err := o.Tests.Take("client:" + strconv.FormatInt(clientID, 10)); err != nil {
		return nil, err
	}
	secrets, err := o.Secrets(ctx, clientID, now)
	if _, lost := errors.AsType[*secret.UnknownError](err); lost {
		return nil, domain.Refuse(domain.Conflict, "webhook_secret_lost",
			"the secret can't be used any more: rotate it with POST /webhook-secret")
	}
	return secrets, err
}

func (o Own) send(ctx context.Context, d callback.Delivery) Tested {
	result := o.Sender.Send(ctx, d)
	return Tested{
		ID: d.ID, Event: d.Event, Resource: d.Resource, URL: d.URL, Delivered: result.Delivered(),
		ResponseStatus: result.Status, Error: result.Err, DurationMS: result.Duration.Milliseconds(), Payload: d.Payload,
	}
}
