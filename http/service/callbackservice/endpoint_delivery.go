package callbackservice

import (
	"context"
	"encoding/json"
	"time"

	"gateway/domain"
	"gateway/domain/callback"
	"gateway/domain/endpoint"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/http/service/state"
	"gateway/projections/readmodel/feedrows"
	"gateway/projections/readmodel/readtable"
)

// Delivery is a delivery to an endpoint, with its last attempt.
type Delivery struct {
	// ID is the header webhook-id, the same at every attempt.
	ID         string `json:"id"`
	EndpointID int64  `json:"endpoint_id"`
	Event      string `json:"event"`
	Resource   string `json:"resource"`
	// Status is one of callback.Statuses.
	Status string `json:"status"`
	// Test is true for a sample that a person had sent.
	Test     bool `json:"test"`
	Attempts int  `json:"attempts"`
	// ResponseStatus is 0 when there was no answer, and then Error says why.
	ResponseStatus int        `json:"response_status"`
	Error          string     `json:"error"`
	DurationMS     int64      `json:"duration_ms"`
	NextAttemptAt  *time.Time `json:"next_attempt_at"`
	FirstAt        time.Time  `json:"first_attempt_at"`
	LastAt         time.Time  `json:"last_attempt_at"`

	order, ordinal int64
}

// Place returns the place of the row in the list.
func (d Delivery) Place() readtable.Place { return readtable.Place{Position: d.order} }

// SentDelivery is a delivery with what was sent and answered.
type SentDelivery struct {
	Delivery
	Payload json.RawMessage `json:"payload"`
	// Answer is the beginning of the last answer, as callback.ShownAnswer has it.
	Answer string `json:"answer"`
}

// Deliveries implements the use cases for what was delivered to the endpoints of all clients.
type Deliveries struct{ *service.Core }

// Of returns a page of the deliveries to the client's endpoint in the last callback.AnswersKept, newest first, and how many
// there are. An empty status selects all. Error: readtable.ErrNotFound.
func (d Deliveries) Of(
	ctx context.Context, clientID, id int64, status string, p readtable.Page,
) (rows []Delivery, total int64, err error) {
	to, err := d.Queries.Endpoint(ctx, clientID, id)
	if err != nil {
		return nil, 0, err
	}
	queue, err := d.queue(ctx, to)
	if err != nil {
		return nil, 0, err
	}
	filter := state.DeliveryFilter{Status: status, After: d.Now().Add(-callback.AnswersKept)}
	for _, p := range queue.Progress.Pending {
		filter.Pending = append(filter.Pending, p.Ordinal)
	}
	kept, total, err := d.State.EndpointDeliveries(ctx, id, filter, p)
	if err != nil {
		return nil, 0, err
	}
	ordinals := make([]int64, len(kept))
	for i, one := range kept {
		ordinals[i] = one.Ordinal
	}
	entries, err := d.entries(ctx, clientID, ordinals)
	rows = make([]Delivery, len(kept))
	for i, one := range kept {
		rows[i] = shown(id, one, entries[one.Ordinal], queue)
	}
	return rows, total, err
}

// queue returns the queue of the present run of an endpoint: the truth about what is to be sent again. That of an endpoint
// that is off is empty.
func (d Deliveries) queue(ctx context.Context, to feedrows.Endpoint) (endpoint.Queue, error) {
	if !to.Active {
		return endpoint.Queue{}, nil
	}
	queue, _, err := eventstore.Load(ctx, d.Log, endpoint.Queues, endpoint.QueueStream(to.ID, to.Run))
	return queue, err
}

// entries returns the entries with these ordinals, by ordinal.
func (d Deliveries) entries(ctx context.Context, clientID int64, ordinals []int64) (map[int64]feedrows.ClientEvent, error) {
	events, err := d.Queries.ClientEventsAt(ctx, clientID, ordinals)
	entries := make(map[int64]feedrows.ClientEvent, len(events))
	for _, e := range events {
		entries[e.Ordinal] = e
	}
	return entries, err
}

func shown(id int64, kept state.EndpointDelivery, entry feedrows.ClientEvent, queue endpoint.Queue) Delivery {
	row := Delivery{
		ID: kept.WebhookID, EndpointID: id, Event: entry.Type, Resource: entry.Resource, Attempts: kept.Attempts,
		Test: kept.Ordinal == 0, Status: callback.StatusExhausted, ResponseStatus: kept.ResponseStatus, Error: kept.Error,
		DurationMS: kept.DurationMS, FirstAt: kept.FirstAt.UTC(), LastAt: kept.At.UTC(), order: kept.Order, ordinal: kept.Ordinal,
	}
	if row.Test {
		row.Event, row.Resource = kept.Event, kept.Resource
	}
	if kept.Delivered {
		row.Status = callback.StatusDelivered
	}
	for _, p := range queue.Progress.Pending {
		if p.Ordinal == kept.Ordinal {
			next := p.NextAt.UTC()
			row.Status, row.NextAttemptAt = callback.StatusPending, &next
		}
	}
	return row
}

// Get returns a delivery to the client's endpoint. Error: readtable.ErrNotFound.
func (d Deliveries) Get(ctx context.Context, clientID, id int64, webhookID string) (SentDelivery, error) {
	to, err := d.Queries.Endpoint(ctx, clientID, id)
	if err != nil {
		return SentDelivery{}, err
	}
	return d.get(ctx, to, webhookID)
}

func (d Deliveries) get(ctx context.Context, to feedrows.Endpoint, webhookID string) (SentDelivery, error) {
	kept, err := d.State.EndpointDelivery(ctx, to.ID, webhookID, d.Now().Add(-callback.AnswersKept))
	if err != nil {
		return SentDelivery{}, err
	}
	queue, err := d.queue(ctx, to)
	if err != nil {
		return SentDelivery{}, err
	}
	sent := SentDelivery{Payload: json.RawMessage(kept.Payload), Answer: callback.ShownAnswer(string(kept.Answer))}
	var entry feedrows.ClientEvent
	if kept.Ordinal > 0 {
		entries, err := d.entries(ctx, to.ClientID, []int64{kept.Ordinal})
		if err != nil {
			return SentDelivery{}, err
		}
		entry = entries[kept.Ordinal]
		body, err := to.Delivery(entry)
		if err != nil {
			return SentDelivery{}, err
		}
		sent.Payload = body.Payload
	}
	sent.Delivery = shown(to.ID, kept, entry, queue)
	return sent, nil
}

// Resend makes an attempt of a delivery due at once, as endpoint.Resend does. Seen is the number of attempts that the caller
// knew of, nil if it does not say. Errors: readtable.ErrNotFound, also for a sample; endpoint_off; callback_changed; those of
// endpoint.Resend.
func (d Deliveries) Resend(ctx context.Context, clientID, id int64, webhookID string, seen *int) (SentDelivery, error) {
	to, err := d.Queries.Endpoint(ctx, clientID, id)
	if err != nil {
		return SentDelivery{}, err
	}
	sent, err := d.get(ctx, to, webhookID)
	if err == nil && sent.Test {
		err = readtable.ErrNotFound
	}
	if err != nil {
		return SentDelivery{}, err
	}
	if !to.Active {
		return SentDelivery{}, domain.Refuse(domain.Conflict, "endpoint_off", "the endpoint is switched off: switch it on first")
	}
	if seen != nil && *seen != sent.Attempts {
		return SentDelivery{}, callback.Changed()
	}
	cmd := endpoint.ResendCmd{
		EndpointID: id, ClientID: to.ClientID, Run: to.Run, Ordinal: sent.ordinal, Resource: sent.Resource,
		By: service.Actor(ctx), At: d.Now(),
	}
	_, err = service.Execute(ctx, d.Core, endpoint.Queues, endpoint.QueueStream(id, to.Run),
		func(s endpoint.Queue) ([]domain.Event, error) { return endpoint.Resend(s, cmd) })
	if err != nil {
		return SentDelivery{}, err
	}
	return d.get(ctx, to, webhookID)
}
