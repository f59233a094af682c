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

	"github.com/google/uuid"
)

// Own implements the use cases for a merchant's own callbacks.
type Own struct {
	Callbacks
	Sender Sender
	// Secrets returns the secrets that sign what a receiver gets at a time (callbacksender.Secrets).
	Secrets func(ctx context.Context, to callback.Receiver, at time.Time) ([]string, error)
	// Tests limits the test callbacks per client.
	Tests *credential.Limiter
}

// Sender makes one attempt. *callbacksender.Sender implements it.
type Sender interface {
	Send(ctx context.Context, d callback.Delivery) callback.Result
}

// GetOwn is Get for one of the client's callbacks. It returns ErrNotFound for another client's.
func (o Own) GetOwn(ctx context.Context, clientID int64, id string) (callbackrows.Callback, error) {
	row, err := o.Queries.CallbackOf(ctx, clientID, id)
	if err != nil {
		return callbackrows.Callback{}, err
	}
	return o.answered(ctx, row)
}

// ResendOwn is Resend for one of the client's callbacks. It returns ErrNotFound for another client's.
func (o Own) ResendOwn(ctx context.Context, clientID int64, id string, seen *int) (callbackrows.Callback, error) {
	if _, err := o.Queries.CallbackOf(ctx, clientID, id); err != nil {
		return callbackrows.Callback{}, err
	}
	return o.Resend(ctx, id, seen)
}

// Tested is a test callback with its result.
type Tested struct {
	ID        string `json:"id"`
	Event     string `json:"event"`
	Resource  string `json:"resource"`
	URL       string `json:"url"`
	Delivered bool   `json:"delivered"`
	// ResponseStatus is 0 when there was no answer, and then Error says why.
	ResponseStatus int             `json:"response_status"`
	Error          string          `json:"error"`
	DurationMS     int64           `json:"duration_ms"`
	Payload        json.RawMessage `json:"payload"`
	// Answer is the beginning of the answer, as callback.ShownAnswer has it.
	Answer string `json:"answer"`
}

// Test sends one signed sample of a callback to a URL, and returns the result. It reaches the same addresses
// as real callbacks, and is not recorded. Refusals: invalid_field event; too_many_requests;
// webhook_secret_lost.
func (o Own) Test(ctx context.Context, clientID int64, url, event string) (Tested, error) {
	sample, known := callbackrows.SampleCallback(cmp.Or(event, feed.InvoicePaid), clientID, url, uuid.New(), o.Now())
	if !known {
		return Tested{}, domain.InvalidField("event", "must be one of %s", strings.Join(callbackrows.SampleCallbacks, ", "))
	}
	tested, _, err := o.test(ctx, callback.Receiver{ClientID: clientID}, sample.Delivery())
	return tested, err
}

// test signs a sample, sends it, and returns the result, for people and as the sender gave it.
func (o Own) test(ctx context.Context, to callback.Receiver, d callback.Delivery) (said Tested, result callback.Result, err error) {
	if _, err := o.Tests.Take("client:" + strconv.FormatInt(to.ClientID, 10)); err != nil {
		return said, result, err
	}
	d.ID, d.At = "test_"+d.ID, o.Now()
	d.Secrets, err = o.Secrets(ctx, to, d.At)
	if _, lost := errors.AsType[*secret.UnknownError](err); lost || err == nil && len(d.Secrets) == 0 {
		return said, result, secretLost(to)
	}
	if err != nil {
		return said, result, err
	}
	result = o.Sender.Send(ctx, d)
	return Tested{
		ID: d.ID, Event: d.Event, Resource: d.Resource, URL: d.URL, Delivered: result.Delivered(),
		ResponseStatus: result.Status, Error: result.Err, DurationMS: result.Duration.Milliseconds(), Payload: d.Payload,
		Answer: callback.ShownAnswer(result.Answer),
	}, result, nil
}

func secretLost(to callback.Receiver) error {
	if to.EndpointID == 0 {
		return domain.Refuse(domain.Conflict, "webhook_secret_lost",
			"the secret can't be used any more: rotate it with POST /webhook-secret")
	}
	return domain.Refuse(domain.Conflict, "endpoint_secret_lost",
		"the secret can't be used any more: rotate it with POST /callback-endpoints/{id}/rotate-secret")
}
