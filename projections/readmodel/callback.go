package readmodel

import (
	"context"
	"encoding/json"
	"time"

	"gateway/domain/callback"

	"github.com/lib/pq"
)

// Statuses of a Callback.
const (
	CallbackPending   = callback.StatusPending
	CallbackDelivered = callback.StatusDelivered
	CallbackExhausted = callback.StatusExhausted
)

// Callback is one delivery to a client's URL. Its JSON is the `callback` of the
// admin API.
type Callback struct {
	ID string `db:"id" json:"id"`
	// Kind is callback.KindPayment or callback.KindWithdrawal.
	Kind     string `db:"kind" json:"kind"`
	ClientID int64  `db:"client_id" json:"client_id"`
	URL      string `db:"url" json:"url"`
	// Payload is the body of the request.
	Payload json.RawMessage `db:"payload" json:"payload"`
	Status  string          `db:"status" json:"status"`
	// Attempts are oldest first. DueCallbacks leaves them out.
	Attempts []CallbackAttempt `db:"-" json:"attempts"`
	// NextAttemptAt is nil when none is to follow.
	NextAttemptAt *time.Time `db:"next_attempt_at" json:"next_attempt_at"`
	// Subject is the transaction_id, or the id of the withdrawal.
	Subject string `db:"subject" json:"-"`
	// Position is that of the event it reports.
	Position int64 `db:"position" json:"-"`
}

// CallbackAttempt is how one attempt went.
type CallbackAttempt struct {
	CallbackID     string    `db:"callback_id" json:"-"`
	At             time.Time `db:"at" json:"at"`
	ResponseStatus int       `db:"response_status" json:"response_status"`
	Error          string    `db:"error" json:"error"`
	DurationMS     int64     `db:"duration_ms" json:"duration_ms"`
}

var (
	callbackTable = tableOf[Callback]("callbacks")
	attemptTable  = tableOf[CallbackAttempt]("callback_attempts")
)

// Callback finds a callback, with its attempts.
func (q *Queries) Callback(ctx context.Context, id string) (Callback, error) {
	c, err := callbackTable.one(ctx, q, "WHERE id = $1", id)
	if err != nil {
		return c, err
	}
	one := []Callback{c}
	err = q.loadAttempts(ctx, one)
	return one[0], err
}

// Callbacks lists callbacks with their attempts, of one status and of one client
// unless those are zero, and gives their total number.
func (q *Queries) Callbacks(ctx context.Context, status string, clientID int64, p Page) ([]Callback, int64, error) {
	f := filter{}.where("client_id", clientID).where("status", status)
	callbacks, total, err := callbackTable.page(ctx, q, "callback_counts", f, p)
	if err != nil {
		return nil, 0, err
	}
	return callbacks, total, q.loadAttempts(ctx, callbacks)
}

func (q *Queries) loadAttempts(ctx context.Context, callbacks []Callback) error {
	ids := make(pq.StringArray, len(callbacks))
	at := make(map[string]*Callback, len(callbacks))
	for i := range callbacks {
		c := &callbacks[i]
		ids[i], at[c.ID], c.Attempts = c.ID, c, []CallbackAttempt{}
	}
	attempts, err := attemptTable.all(ctx, q, "WHERE callback_id = ANY($1) ORDER BY callback_id, attempt", ids)
	for _, a := range attempts {
		at[a.CallbackID].Attempts = append(at[a.CallbackID].Attempts, a)
	}
	return err
}

// turns joins each client that has open callbacks with those whose turn it is,
// the most urgent first. It goes client by client, so that one whose receiver is
// dead, with a million callbacks due, hides nobody else's.
const turns = `FROM callback_counts AS counts CROSS JOIN LATERAL (
	SELECT * FROM callbacks WHERE client_id = counts.client_id AND status = 'pending' AND NOT waiting
		AND next_attempt_at IS NOT NULL ORDER BY next_attempt_at LIMIT $1) AS callbacks
	WHERE counts.status = 'pending' AND counts.n > 0`

// DueCallbacks gives pending callbacks whose next attempt is due at now and whose
// turn it is among those of the same subject: the most urgent, at most limit, and
// at most perClient of one client. Those under way are among them.
func (q *Queries) DueCallbacks(ctx context.Context, now time.Time, perClient, limit int) ([]Callback, error) {
	return tableOf[Callback]("(SELECT callbacks.* "+turns+") AS due").all(ctx, q,
		"WHERE next_attempt_at <= $2 ORDER BY due.next_attempt_at LIMIT $3", perClient, now, limit)
}

// NextCallbackAt is when DueCallbacks will have something next; nil when nothing
// is pending.
func (q *Queries) NextCallbackAt(ctx context.Context) (*time.Time, error) {
	var at *time.Time
	err := q.db.GetContext(ctx, &at, "SELECT min(next_attempt_at) AT TIME ZONE 'UTC' "+turns, 1)
	return at, err
}
