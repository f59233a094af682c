package feedrows

import (
	"context"
	"encoding/json"
	"time"

	"gateway/domain"
	"gateway/domain/callback"
	"gateway/domain/endpoint"
	"gateway/domain/feed"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"

	"github.com/lib/pq"
)

// The statuses of a callback endpoint.
const (
	EndpointActive  = endpoint.StatusActive
	EndpointFailing = endpoint.StatusFailing
	EndpointOff     = endpoint.StatusOff
)

// Endpoint is a callback endpoint of a client.
type Endpoint struct {
	ID       int64
	ClientID int64
	URL      string
	// EventsJSON is decoded by Events.
	EventsJSON json.RawMessage
	Active     bool
	Run        int
	// SincePosition is the position of the event that started the run.
	SincePosition int64
	// Cursor and Pending are the state of the queue as last recorded.
	Cursor  int64
	Pending int64
	// Resends counts the requests of this run to send an entry again.
	Resends int64
	// DownSince is the first failed attempt that no success followed, or nil.
	DownSince *time.Time
	// FailingSince is the first failure since the last success, or nil when the endpoint is not failing.
	FailingSince *time.Time
	DeliveredAt  *time.Time
	Failure      json.RawMessage
	CreatedAt    time.Time
	UpdatedAt    time.Time
}

func (e *Endpoint) columns(f *readtable.Fields) {
	f.At("id", &e.ID).At("client_id", &e.ClientID).At("url", &e.URL).At("events", &e.EventsJSON).At("active", &e.Active)
	f.At("run", &e.Run).At("since_position", &e.SincePosition).At("cursor", &e.Cursor).At("pending", &e.Pending)
	f.At("down_since", &e.DownSince).At("failing_since", &e.FailingSince).At("delivered_at", &e.DeliveredAt)
	f.Later("failure", &e.Failure)
	f.Later("resends", &e.Resends)
	f.At("created_at", &e.CreatedAt).At("updated_at", &e.UpdatedAt)
}

// Events returns the names of the entries that the endpoint wants. An empty list means all.
func (e Endpoint) Events() []string {
	var events []string
	_ = json.Unmarshal(e.EventsJSON, &events) // the projector wrote it
	return events
}

// Receiver names the endpoint.
func (e Endpoint) Receiver() callback.Receiver {
	return callback.Receiver{ClientID: e.ClientID, EndpointID: e.ID}
}

// Delivery returns an entry in the form in which it is sent to the endpoint, without signatures.
func (e Endpoint) Delivery(entry ClientEvent) (callback.Delivery, error) {
	body, err := json.Marshal(entry)
	return callback.Delivery{ID: feed.ID(entry.EventID), URL: e.URL, Event: entry.Type, Resource: entry.Resource, Payload: body}, err
}

// Status returns one of the statuses of a callback endpoint.
func (e Endpoint) Status() string {
	switch {
	case !e.Active:
		return EndpointOff
	case e.FailingSince != nil:
		return EndpointFailing
	}
	return EndpointActive
}

// endpointFailure is the last failed attempt, in the form shown to merchants.
type endpointFailure struct {
	At             time.Time `json:"at"`
	Resource       string    `json:"resource"`
	ResponseStatus int       `json:"response_status"`
	Error          string    `json:"error"`
}

// MarshalJSON implements json.Marshaler. It writes the endpoint in the form shown to merchants.
func (e Endpoint) MarshalJSON() ([]byte, error) {
	var events any = e.Events()
	if len(e.Events()) == 0 {
		events = "*"
	}
	return json.Marshal(struct {
		ID           int64           `json:"id"`
		URL          string          `json:"url"`
		Events       any             `json:"events"`
		Active       bool            `json:"active"`
		Status       string          `json:"status"`
		Pending      int64           `json:"pending"`
		DownSince    *time.Time      `json:"down_since"`
		FailingSince *time.Time      `json:"failing_since"`
		DeliveredAt  *time.Time      `json:"last_delivered_at"`
		Failure      json.RawMessage `json:"last_failure"`
		CreatedAt    time.Time       `json:"created_at"`
		UpdatedAt    time.Time       `json:"updated_at"`
	}{e.ID, e.URL, events, e.Active, e.Status(), e.Pending, e.DownSince, e.FailingSince, e.DeliveredAt, e.Failure, e.CreatedAt, e.UpdatedAt})
}

var endpointTable = readtable.TableOf("callback_endpoints", (*Endpoint).columns)

// Endpoints returns the client's callback endpoints, ordered by id.
func (q Queries) Endpoints(ctx context.Context, clientID int64) ([]Endpoint, error) {
	return endpointTable.List(ctx, q.DB, "WHERE client_id = $1 ORDER BY callback_endpoints.id", clientID)
}

// Endpoint returns one of the client's callback endpoints. Error: ErrNotFound.
func (q Queries) Endpoint(ctx context.Context, clientID, id int64) (Endpoint, error) {
	return endpointTable.Get(ctx, q.DB, "WHERE client_id = $1 AND id = $2", clientID, id)
}

// EndpointOf returns a callback endpoint of any client. Error: ErrNotFound.
func (q Queries) EndpointOf(ctx context.Context, id int64) (Endpoint, error) {
	return endpointTable.Get(ctx, q.DB, "WHERE id = $1", id)
}

// LongestDown returns the endpoint that has accepted nothing for the longest time. Error: ErrNotFound when the last
// attempt of none failed.
func (q Queries) LongestDown(ctx context.Context) (Endpoint, error) {
	return endpointTable.Get(ctx, q.DB, "WHERE down_since IS NOT NULL ORDER BY callback_endpoints.down_since")
}

// Trouble says for people where deliveries fail, and how: the host of the URL and the error of the last failure. Path and
// query of the URL may hold secrets.
func (e Endpoint) Trouble() string {
	var last endpointFailure
	_ = json.Unmarshal(e.Failure, &last) // the projector wrote it
	return endpoint.Host(e.URL) + ": " + last.Error
}

// EndpointWork is a callback endpoint with the last ordinal of its client's entries.
type EndpointWork struct {
	Endpoint
	Head int64
}

func (w *EndpointWork) columns(f *readtable.Fields) {
	w.Endpoint.columns(f)
	f.Apart("head", &w.Head)
}

// EndpointsWithWork returns the active endpoints that have pending entries, or whose client
// has entries after the recorded cursor.
func (q Queries) EndpointsWithWork(ctx context.Context) ([]EndpointWork, error) {
	return readtable.TableOf(`(SELECT e.*, COALESCE(h.ordinal, 0) AS head FROM callback_endpoints e
			LEFT JOIN client_event_heads h ON h.client_id = e.client_id
			WHERE e.active AND (e.pending > 0 OR h.ordinal > e.cursor)) AS work`, (*EndpointWork).columns).List(ctx, q.DB, "ORDER BY work.id")
}

// OrdinalAt returns the client's last ordinal at or before a position of the log, or 0 when there is none.
// Ordinals rise with positions, so it reads backwards from the newest entry.
func (q Queries) OrdinalAt(ctx context.Context, clientID, position int64) (int64, error) {
	var ordinal int64
	err := q.SQL.GetContext(ctx, &ordinal, `SELECT COALESCE((SELECT ordinal FROM client_events
		WHERE client_id = $1 AND position <= $2 ORDER BY ordinal DESC LIMIT 1), 0)`, clientID, position)
	if err != nil {
		return 0, readtable.Failed("client_events", err)
	}
	return ordinal, nil
}

// ClientEventsAt returns the client's entries with these ordinals, oldest first.
func (q Queries) ClientEventsAt(ctx context.Context, clientID int64, ordinals []int64) ([]ClientEvent, error) {
	return clientEventTable.List(ctx, q.DB, "WHERE client_id = $1 AND ordinal = ANY($2) ORDER BY client_events.ordinal",
		clientID, pq.Int64Array(ordinals))
}

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
			resends = CASE WHEN run = $5 THEN resends ELSE 0 END,
			since_position = CASE WHEN run = $5 THEN since_position ELSE $6 END,
			failing_since = CASE WHEN run = $5 AND $4 THEN failing_since END,
			down_since = CASE WHEN run = $5 AND $4 THEN down_since END,
			run = $5
		WHERE id = $1`
	removeEndpoint = `DELETE FROM callback_endpoints WHERE id = $1`
	// resendOfEndpoint ignores a queue that has ended, as progressEndpoints does.
	resendOfEndpoint = `UPDATE callback_endpoints SET pending = $3, resends = resends + 1 WHERE id = $1 AND run = $2 AND active`
	touchEndpoint    = `UPDATE callback_endpoints SET updated_at = $2 WHERE id = $1`
)

// progressEndpoints ignores a queue other than the endpoint's present one, because it has ended. A Progressed
// of a delivery that was under way at the end therefore changes nothing.
var progressEndpoints = readtable.Custom(`UPDATE callback_endpoints AS t SET cursor = n.cursor, pending = n.pending,
		down_since = n.down_since, failing_since = n.failing_since, delivered_at = COALESCE(n.delivered_at, t.delivered_at),
			failure = COALESCE(n.failure, t.failure)
	FROM {rows} WHERE t.id = n.id AND t.run = n.run AND t.active`,
	(*Endpoint).columns, "id", "run", "cursor", "pending", "down_since", "failing_since", "delivered_at", "failure")

// Applies implements engine.Selective.
func (Endpoints) Applies() []domain.Event {
	return []domain.Event{
		endpoint.Added{},
		endpoint.Changed{},
		endpoint.Removed{},
		endpoint.SecretRotated{},
		endpoint.Progressed{},
		endpoint.ResendRequested{},
	}
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
	case endpoint.ResendRequested:
		_, err = tx.Exec(ctx, resendOfEndpoint, e.EndpointID, e.Run, len(e.Pending))
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
	var rows []*Endpoint
	for _, c := range queues.List {
		e, failingSince := c.last, c.last.DownSince
		if !e.Failing {
			failingSince = nil
		}
		rows = append(rows, &Endpoint{
			ID: e.EndpointID, Run: e.Run, Cursor: e.Cursor, Pending: int64(len(e.Pending)), DownSince: e.DownSince, FailingSince: failingSince,
			DeliveredAt: e.DeliveredAt, Failure: c.failure,
		})
	}
	*queues = readtable.Changes[queueKey, queueChange]{}
	return readtable.Run(ctx, tx, progressEndpoints.Rows(rows...))
}
