package feedrows

import (
	"context"
	"encoding/json"

	"gateway/domain"
	"gateway/domain/endpoint"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"
)

// Endpoints projects the callback endpoints of clients.
type Endpoints struct{}

// Name implements engine.Model.
func (Endpoints) Name() string { return "callback_endpoints" }

// Tables implements engine.Model.
func (Endpoints) Tables() []string { return []string{"callback_endpoints"} }

const (
	addEndpoint = `INSERT INTO callback_endpoints (id, client_id, url, events, active, run,
			since_position, cursor, pending, created_at, updated_at)
		VALUES ($1, $2, $3, $4, true, 1, $5, 0, 0, $6, $6)`
	// changeEndpoint resets the queue, because another run starts with an empty one.
	changeEndpoint = `UPDATE callback_endpoints SET url = $2, events = $3, active = $4, updated_at = $7,
			pending = CASE WHEN run = $5 AND $4 THEN pending ELSE 0 END,
			cursor = CASE WHEN run = $5 THEN cursor ELSE 0 END,
			since_position = CASE WHEN run = $5 THEN since_position ELSE $6 END,
			failing_since = CASE WHEN run = $5 AND $4 THEN failing_since END,
			run = $5
		WHERE id = $1`
	removeEndpoint = `DELETE FROM callback_endpoints WHERE id = $1`
	touchEndpoint  = `UPDATE callback_endpoints SET updated_at = $2 WHERE id = $1`
)

// progressEndpoints ignores a queue other than the endpoint's present one, because it has ended. A Progressed
// of a delivery that was under way at the end therefore changes nothing.
var progressEndpoints = `UPDATE callback_endpoints AS t SET cursor = n.cursor, pending = n.pending, failing_since = n.failing_since,
		delivered_at = COALESCE(n.delivered_at, t.delivered_at), failure = COALESCE(n.failure, t.failure)
	FROM ` + readtable.Unnested("id bigint", "run bigint", "cursor bigint", "pending bigint", "failing_since timestamptz",
	"delivered_at timestamptz",
	"failure json") + ` WHERE t.id = n.id AND t.run = n.run AND t.active`

// Applies implements engine.Selective.
func (Endpoints) Applies() []domain.Event {
	return []domain.Event{endpoint.Added{}, endpoint.Changed{}, endpoint.Removed{}, endpoint.SecretRotated{}, endpoint.Progressed{}}
}

// Apply implements engine.Model. Endpoints change seldom, so each change takes one statement. Progress is
// folded over the batch, since only the last progress of a queue shows.
func (Endpoints) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var queues readtable.Changes[queueKey, queueChange]
	for _, env := range events {
		if e, ok := env.Event.(endpoint.Progressed); ok {
			if err := queues.ForKey(queueKey{e.EndpointID, e.Run}).fold(e); err != nil {
				return err
			}
			continue
		}
		// A queue's progress before an endpoint changes must be written before the change.
		if err := writeQueues(ctx, tx, &queues); err != nil {
			return err
		}
		if err := applyEndpoint(ctx, tx, env); err != nil {
			return err
		}
	}
	return writeQueues(ctx, tx, &queues)
}

func applyEndpoint(ctx context.Context, tx *engine.Tx, env eventstore.Envelope) (err error) {
	switch e := env.Event.(type) {
	case endpoint.Added:
		_, err = tx.Exec(ctx, addEndpoint, e.EndpointID, e.ClientID, e.URL, jsonList(e.Events), env.Position.Commit, e.At)
	case endpoint.Changed:
		_, err = tx.Exec(ctx, changeEndpoint, e.EndpointID, e.URL, jsonList(e.Events), e.Active, e.Run, env.Position.Commit, e.At)
	case endpoint.Removed:
		_, err = tx.Exec(ctx, removeEndpoint, e.EndpointID)
	case endpoint.SecretRotated:
		_, err = tx.Exec(ctx, touchEndpoint, e.EndpointID, e.At)
	}
	return err
}

// jsonList returns the texts as a JSON array, [] for nil.
func jsonList(texts []string) string {
	if len(texts) == 0 {
		return "[]"
	}
	list, _ := json.Marshal(texts) // strings always marshal
	return string(list)
}

type queueKey struct {
	endpoint int64
	run      int
}

// queueChange holds a batch's changes to a queue.
type queueChange struct {
	last    endpoint.Progressed
	failure json.RawMessage
}

func (c *queueChange) fold(e endpoint.Progressed) (err error) {
	c.last = e
	if n := len(e.Failures); n > 0 {
		f := e.Failures[n-1]
		c.failure, err = json.Marshal(endpointFailure{f.At.UTC(), f.Resource, f.ResponseStatus, f.Error})
	}
	return err
}

func writeQueues(ctx context.Context, tx *engine.Tx, queues *readtable.Changes[queueKey, queueChange]) error {
	var rows readtable.Batch
	for _, c := range queues.List {
		e, failingSince := c.last, c.last.DownSince
		if !e.Failing {
			failingSince = nil
		}
		rows.Add(e.EndpointID, e.Run, e.Cursor, len(e.Pending), failingSince, e.DeliveredAt, rawOrNull(c.failure))
	}
	*queues = readtable.Changes[queueKey, queueChange]{}
	return rows.Exec(ctx, tx, progressEndpoints)
}

func rawOrNull(raw json.RawMessage) any {
	if raw == nil {
		return nil
	}
	return raw
}
