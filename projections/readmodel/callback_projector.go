package readmodel

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"gateway/domain/balance"
	"gateway/domain/callback"
	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/projections/engine"
)

// callbacks projects what is to be delivered to clients' URLs, and how it went.
type callbacks struct{}

func (callbacks) Name() string { return "callbacks" }
func (callbacks) Tables() []string {
	return []string{"callbacks", "callback_counts", "callback_attempts"}
}

// Indexes implements projections.Indexed: turnCallbacks looks subjects up.
func (callbacks) Indexes() []string { return []string{"callbacks_by_subject"} }

var (
	insertCallbacks = insertion("callbacks", "id text", "position bigint", "client_id bigint", "kind text",
		"subject text", "url text", "payload json", "status text", "next_attempt_at timestamptz")

	// Of a row from an earlier batch the event does not tell the status it leaves,
	// so the statement counts what it changes.
	updateCallbacks = `WITH n AS (SELECT * FROM ` + unnested("id text", "status text", "next_attempt_at timestamptz") + `),
		before AS (SELECT t.client_id, t.status FROM callbacks t JOIN n USING (id)),
		after AS (
			UPDATE callbacks t SET status = COALESCE(n.status, t.status), next_attempt_at = n.next_attempt_at,
				waiting = t.waiting AND COALESCE(n.status, t.status) = 'pending'
			FROM n WHERE t.id = n.id RETURNING t.client_id, t.status)
		INSERT INTO callback_counts AS t (client_id, status, n)
		SELECT client_id, status, sum(d) FROM (
			SELECT client_id, status, -1 AS d FROM before UNION ALL SELECT client_id, status, 1 FROM after) AS moves
		GROUP BY client_id, status
		ON CONFLICT (client_id, status) DO UPDATE SET n = t.n + excluded.n`

	// Whose turn it is among the callbacks of the subjects that these belong to.
	turnCallbacks = `UPDATE callbacks t SET waiting = turn.waiting FROM (
			SELECT id, position > min(position) OVER (PARTITION BY kind, subject) AS waiting FROM callbacks
			WHERE status = 'pending' AND (kind, subject) IN (
				SELECT kind, subject FROM callbacks WHERE id IN (SELECT id FROM ` + unnested("id text") + `))
		) AS turn
		WHERE t.id = turn.id AND t.waiting <> turn.waiting`

	countCallbacks = counting("callback_counts", "client_id bigint")

	insertAttempts = insertion("callback_attempts", "callback_id text", "attempt int", "at timestamptz",
		"response_status int", "error text", "duration_ms bigint")
)

// callbackChange is what a batch says of one callback.
type callbackChange struct {
	id string
	// created holds the values that never change when the batch creates it.
	created       []any
	clientID      int64
	status        string
	nextAttemptAt *time.Time
	// turns: it may have to wait for another one, or another one for it.
	turns bool
}

// callbackFold is a batch, folded: what becomes of each callback in it.
type callbackFold struct {
	changes  changes[string, callbackChange]
	attempts batch
}

// Apply implements projections.Model.
func (callbacks) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var f callbackFold
	for _, e := range events {
		if err := f.foldTrigger(e); err != nil {
			return err
		}
		f.foldDelivery(e)
	}
	var inserts, updates, turns batch
	counts := tally{}
	for _, c := range f.changes.list {
		if c.created != nil {
			inserts.add(append(c.created, c.status, c.nextAttemptAt)...)
			c.count(counts)
		} else {
			updates.add(c.id, orNull(c.status), c.nextAttemptAt)
		}
		if c.turns {
			turns.add(c.id)
		}
	}
	return inOrder(ctx, tx,
		step{&inserts, insertCallbacks}, step{&updates, updateCallbacks}, step{counts.batch(), countCallbacks},
		step{&turns, turnCallbacks}, step{&f.attempts, insertAttempts})
}

// count counts a new callback under the status that it has at the end of the
// batch, and makes sure that its client has a counter for each status: which ones
// it passed through depends on the batch.
func (c *callbackChange) count(t tally) {
	for _, status := range []string{CallbackPending, CallbackDelivered, CallbackExhausted} {
		t[counter{c.clientID, status}] += 0
	}
	t.move(c.clientID, "", c.status)
}

// foldTrigger creates the callbacks that an event calls for.
func (f *callbackFold) foldTrigger(env eventstore.Envelope) error {
	switch e := env.Event.(type) {
	case payment.Paid:
		return f.ofPayment(env, e.Identity, e.PreviousStatus, e.At, paidPayload(payment.StatusPaid, e.Identity, e.Receipt, e.Charge))
	case payment.Settled:
		return f.ofPayment(env, e.Identity, e.PreviousStatus, e.At, paidPayload(payment.StatusSettled, e.Identity, e.Receipt, e.Charge))
	case payment.Expired:
		return f.ofPayment(env, e.Identity, e.PreviousStatus, e.At, expiredPayload(e))
	case balance.PayoutCompleted:
		return f.ofPayout(env, e.Order, e.Movement.At, completedPayload(e))
	case balance.PayoutFailed:
		return f.ofPayout(env, e.Order, e.Movement.At, failedPayload(e))
	}
	return nil
}

// ofPayment: only the first terminal status of a payment has no callback before it.
func (f *callbackFold) ofPayment(env eventstore.Envelope, i payment.Identity, previous string, at time.Time, p paymentPayload) error {
	c, err := f.create(env, callback.KindPayment, i.ClientID, i.TransactionID, i.CallbackURL, at, p)
	if c != nil {
		c.turns = previous != payment.StatusPending
	}
	return err
}

func (f *callbackFold) ofPayout(env eventstore.Envelope, o balance.Order, at time.Time, p withdrawalPayload) error {
	if o.Kind != balance.Withdrawal {
		return nil
	}
	_, err := f.create(env, callback.KindWithdrawal, o.ClientID, strconv.FormatInt(o.ID, 10), o.URL, at, p)
	return err
}

// create adds a pending callback, due at once; none without a URL.
func (f *callbackFold) create(
	env eventstore.Envelope, kind string, clientID int64, subject, url string, at time.Time, payload any,
) (*callbackChange, error) {
	if url == "" {
		return nil, nil
	}
	body, err := json.Marshal(payload)
	if err != nil {
		return nil, err
	}
	c := f.change(callback.ID(env.ID))
	c.created = []any{c.id, env.Position.Commit, clientID, kind, subject, url, json.RawMessage(body)}
	c.clientID, c.status, c.nextAttemptAt = clientID, CallbackPending, &at
	return c, nil
}

// foldDelivery notes what became of a callback.
func (f *callbackFold) foldDelivery(env eventstore.Envelope) {
	switch e := env.Event.(type) {
	case callback.Attempted:
		f.change(e.CallbackID).nextAttemptAt = e.NextAttemptAt
		f.attempts.add(e.CallbackID, e.Attempt, e.At, e.ResponseStatus, e.Error, e.DurationMS)
	case callback.Delivered:
		f.turn(e.CallbackID, CallbackDelivered, nil)
	case callback.Exhausted:
		f.turn(e.CallbackID, CallbackExhausted, nil)
	case callback.ResendRequested:
		f.turn(e.CallbackID, CallbackPending, &e.At)
	}
}

func (f *callbackFold) turn(id, status string, next *time.Time) {
	c := f.change(id)
	c.status, c.nextAttemptAt, c.turns = status, next, true
}

func (f *callbackFold) change(id string) *callbackChange {
	c := f.changes.of(id)
	c.id = id
	return c
}
