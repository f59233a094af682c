package callbackrows

import (
	"context"
	"encoding/json"
	"time"

	"gateway/domain/callback"
	"gateway/projections/readmodel/readtable"

	"github.com/lib/pq"
)

// Queries queries callbacks.
type Queries struct{ readtable.DB }

// Callback is the delivery of one event to a client's URL (API reference: Admin
// callbacks).
type Callback struct {
	ID string `db:"id" json:"id"`
	// Kind is one of the kinds in package callback.
	Kind     string `db:"kind" json:"kind"`
	ClientID int64  `db:"client_id" json:"client_id"`
	// ClientName is the client's name in answers to administrators; queries leave it empty.
	ClientName string `db:"-" json:"client_name,omitempty"`
	// Event is one of feed.Names. Resource is the object that it is about, such as `withdrawals/17`.
	Event    string `db:"event" json:"event"`
	Resource string `db:"resource" json:"resource"`
	URL      string `db:"url" json:"url"`
	// Payload is the body of the request.
	Payload json.RawMessage `db:"payload" json:"payload"`
	Status  string          `db:"status" json:"status"`
	// Attempts are oldest first. DueCallbacks leaves them empty.
	Attempts []CallbackAttempt `db:"-" json:"attempts"`
	// NextAttemptAt is nil when no further attempt is planned.
	NextAttemptAt *time.Time `db:"next_attempt_at" json:"next_attempt_at"`
	// CreatedAt is the time of the reported event.
	CreatedAt time.Time `db:"created_at" json:"created_at"`
	// Subject is the transaction id or the payout's id.
	Subject string `db:"subject" json:"-"`
	// ReplacedBy is the transaction id of the payment that replaced one reported as EXPIRED. It is empty when
	// there is none.
	ReplacedBy string `db:"replaced_by" json:"-"`
	// Position is the position of the reported event.
	Position int64 `db:"position" json:"-"`
}

// CallbackAttempt is one attempt. ResponseStatus is 0 when there was no response.
type CallbackAttempt struct {
	CallbackID     string    `db:"callback_id" json:"-"`
	At             time.Time `db:"at" json:"at"`
	ResponseStatus int       `db:"response_status" json:"response_status"`
	Error          string    `db:"error" json:"error"`
	DurationMS     int64     `db:"duration_ms" json:"duration_ms"`
}

// Delivery returns the callback in the form in which it is sent, without signatures.
func (c Callback) Delivery() callback.Delivery {
	return callback.Delivery{
		ID: c.ID, URL: c.URL, Event: c.Event, Resource: c.Resource, Payload: c.Payload, ReplacedBy: c.ReplacedBy,
	}
}

// Place returns the place of the callback in the lists.
func (c Callback) Place() readtable.Place {
	return readtable.Place{At: c.CreatedAt, Position: c.Position}
}

var (
	callbackTable = readtable.Of[Callback]("callbacks")
	attemptTable  = readtable.Of[CallbackAttempt]("callback_attempts")
)

// Callback returns a callback with its attempts.
func (q Queries) Callback(ctx context.Context, id string) (Callback, error) {
	c, err := callbackTable.Get(ctx, q.DB, "WHERE id = $1", id)
	if err != nil {
		return c, err
	}
	one := []Callback{c}
	err = q.loadAttempts(ctx, one)
	return one[0], err
}

// Callbacks returns a page of the callbacks with their attempts, and their total number. It filters by
// status, unless status is empty, and by client, unless clientID is 0.
func (q Queries) Callbacks(ctx context.Context, status string, clientID int64, p readtable.Page) ([]Callback, int64, error) {
	f := new(readtable.Search).Equals("client_id", clientID).Equals("status", status)
	callbacks, total, err := callbackTable.ListPage(ctx, q.DB, "callback_counts", f, p)
	if err != nil {
		return nil, 0, err
	}
	return callbacks, total, q.loadAttempts(ctx, callbacks)
}

func (q Queries) loadAttempts(ctx context.Context, callbacks []Callback) error {
	ids := make(pq.StringArray, len(callbacks))
	at := make(map[string]*Callback, len(callbacks))
	for i := range callbacks {
		c := &callbacks[i]
		ids[i], at[c.ID], c.Attempts = c.ID, c, []CallbackAttempt{}
	}
	attempts, err := attemptTable.List(ctx, q.DB, "WHERE callback_id = ANY($1) ORDER BY callback_id, attempt", ids)
	for _, a := range attempts {
		at[a.CallbackID].Attempts = append(at[a.CallbackID].Attempts, a)
	}
	return err
}

// nextCallbacks selects the callbacks to send next: at most $1 for each client with pending callbacks,
// earliest attempt first. The limit applies per client, so that a client with a million due callbacks to a
// dead receiver does not hide the callbacks of others.
const nextCallbacks = `FROM callback_counts AS counts CROSS JOIN LATERAL (
	SELECT * FROM callbacks WHERE client_id = counts.client_id AND status = '` + callback.StatusPending + `' AND NOT waiting
		AND next_attempt_at IS NOT NULL ORDER BY next_attempt_at LIMIT $1) AS callbacks
	WHERE counts.status = '` + callback.StatusPending + `' AND counts.n > 0`

// DueCallbacks returns pending callbacks whose next attempt is due at now and that wait for no earlier
// callback of the same subject. It returns at most limit, at most perClient of each client, earliest first.
// It includes callbacks that are being sent.
func (q Queries) DueCallbacks(ctx context.Context, now time.Time, perClient, limit int) ([]Callback, error) {
	return readtable.Of[Callback]("(SELECT callbacks.* "+nextCallbacks+") AS due").List(ctx, q.DB,
		"WHERE next_attempt_at <= $2 ORDER BY due.next_attempt_at LIMIT $3", perClient, now, limit)
}

// NextCallbackAt returns the time at which DueCallbacks will next return a callback, or nil when none is
// pending.
func (q Queries) NextCallbackAt(ctx context.Context) (*time.Time, error) {
	var at *time.Time
	err := q.SQL.GetContext(ctx, &at, "SELECT min(next_attempt_at) AT TIME ZONE 'UTC' "+nextCallbacks, 1)
	return at, err
}
