package callbackrows

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/callback"
	"gateway/domain/feed"
	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"
)

// Callbacks projects the notifications to clients' URLs and their deliveries.
type Callbacks struct{}

// Name implements engine.Model.
func (Callbacks) Name() string { return "callbacks" }

// Tables implements engine.Model.
func (Callbacks) Tables() []string {
	return []string{"callbacks", "callback_counts", "retried_callback_counts", "callback_attempts"}
}

// Indexes implements engine.Indexed: updateWaiting searches callbacks by subject.
func (Callbacks) Indexes() []string { return []string{"callbacks_by_subject"} }

var (
	insertCallbacks = readtable.Insert("callbacks", (*Row).columns).OrCopy()

	// An event does not carry the callback's previous status, and the row may come from an earlier batch. So
	// the statement itself adjusts the counters.
	updateCallbacks = readtable.Custom(`WITH n AS (SELECT * FROM {rows}),
		before AS (SELECT t.client_id, t.status, t.retried FROM callbacks t JOIN n USING (id)),
		after AS (
			UPDATE callbacks t SET status = COALESCE(n.status, t.status), next_attempt_at = n.next_attempt_at,
				last_failed = COALESCE(n.last_failed, t.last_failed),
				waiting = t.waiting AND COALESCE(n.status, t.status) = '`+callback.StatusPending+`'
			FROM n WHERE t.id = n.id RETURNING t.client_id, t.status, t.retried),
		retried AS (
			INSERT INTO retried_callback_counts AS t (client_id, status, n) SELECT client_id, '`+callback.StatusPending+`', sum(d) FROM (
				SELECT client_id, -1 AS d FROM before WHERE retried UNION ALL SELECT client_id, 1 FROM after WHERE retried) AS moves
			GROUP BY client_id
			ON CONFLICT (client_id, status) DO UPDATE SET n = t.n + excluded.n)
		INSERT INTO callback_counts AS t (client_id, status, n)
		SELECT client_id, status, sum(d) FROM (
			SELECT client_id, status, -1 AS d FROM before UNION ALL SELECT client_id, status, 1 FROM after) AS moves
		GROUP BY client_id, status
		ON CONFLICT (client_id, status) DO UPDATE SET n = t.n + excluded.n`, (*Row).columns, "id", "status", "next_attempt_at", "last_failed")

	// updateWaiting sets the column waiting of all callbacks with the same subjects as the given ones. A
	// pending callback waits while an earlier one is pending.
	updateWaiting = readtable.Custom(`UPDATE callbacks t SET waiting = turn.waiting FROM (
			SELECT id, position > min(position) OVER (PARTITION BY kind, subject) AS waiting FROM callbacks
			WHERE status = '`+callback.StatusPending+`' AND (kind, subject) IN (
				SELECT kind, subject FROM callbacks WHERE id IN (SELECT id FROM {rows}))
		) AS turn
		WHERE t.id = turn.id AND t.waiting <> turn.waiting`, (*Row).columns, "id")

	countCallbacks = readtable.CounterIn("callback_counts", "client_id")
	countRetried   = readtable.CounterIn("retried_callback_counts", "client_id")

	insertAttempts = readtable.Insert("callback_attempts", (*CallbackAttempt).columns).OrCopy()
)

// Row is a callback, or a batch's changes to one, in which an empty status is unchanged.
type Row struct {
	Callback
	readtable.Changed
	// checkWaiting is true when the callback may have to wait for another one of its subject, or the other
	// way round.
	checkWaiting bool
}

// Fold folds events into rows.
type Fold struct {
	// Rows are a batch's changes to rows.
	Rows     readtable.Changes[string, Row]
	attempts []*CallbackAttempt
}

// Applies implements engine.Selective.
func (Callbacks) Applies() []domain.Event {
	return []domain.Event{
		payment.Paid{},
		payment.Settled{},
		payment.Expired{},
		balance.PayoutCompleted{},
		balance.PayoutFailed{},
		callback.Attempted{},
		callback.Delivered{},
		callback.Exhausted{},
		callback.ResendRequested{},
	}
}

// Apply implements engine.Model.
func (Callbacks) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var f Fold
	for _, e := range events {
		if err := f.Fold(e); err != nil {
			return err
		}
	}
	counts, retried := readtable.Counts{}, readtable.Counts{}
	rows := f.Rows.List
	for _, r := range rows {
		if r.New {
			r.count(counts, retried)
		}
	}
	return readtable.Run(ctx, tx, insertCallbacks.RowsIf(rows, (*Row).IsNew), updateCallbacks.RowsIf(rows, (*Row).IsKnown),
		countCallbacks.Add(counts), countRetried.Add(retried), updateWaiting.RowsIf(rows, func(r *Row) bool { return r.checkWaiting }),
		insertAttempts.Rows(f.attempts...))
}

// count counts a new callback under its status at the end of the batch. It touches the client's counters for
// all statuses and of the retried ones, because the intermediate statuses depend on the batch.
func (r *Row) count(to, retried readtable.Counts) {
	scope := readtable.Scope{ClientID: r.ClientID}
	for _, status := range []string{callback.StatusPending, callback.StatusDelivered, callback.StatusExhausted} {
		to[readtable.Count{Scope: scope, Status: status}] += 0
	}
	to.Move(scope, "", r.Status)
	waiting := readtable.Count{Scope: scope, Status: callback.StatusPending}
	if retried[waiting] += 0; r.Failed && r.Status == callback.StatusPending {
		retried[waiting]++
	}
}

// Fold adds an event to the rows: the callback that it triggers, or the change of a delivery.
func (f *Fold) Fold(env eventstore.Envelope) error {
	f.foldDelivery(env)
	return f.foldTrigger(env)
}

// foldTrigger creates the callbacks that an event triggers.
func (f *Fold) foldTrigger(env eventstore.Envelope) error {
	switch e := env.Event.(type) {
	case payment.Paid:
		return f.createForPayment(env, e.Identity, e.PreviousStatus, e.At, paidPayload(payment.StatusPaid, e.Identity, e.Receipt, e.Charge))
	case payment.Settled:
		return f.createForPayment(env, e.Identity, e.PreviousStatus, e.At, paidPayload(payment.StatusSettled, e.Identity, e.Receipt, e.Charge))
	case payment.Expired:
		if e.CallbackURL != "" {
			f.row(callback.ID(env.ID)).ReplacedBy = e.ReplacedBy
		}
		return f.createForPayment(env, e.Identity, e.PreviousStatus, e.At, expiredPayload(e))
	case balance.PayoutCompleted:
		return f.createForPayout(env, e.Order, e.Movement.At, completedPayload(e))
	case balance.PayoutFailed:
		return f.createForPayout(env, e.Order, e.Movement.At, failedPayload(e))
	}
	return nil
}

// createForPayment creates the callback for a payment's status. No other callback can come before the one for
// the first terminal status.
func (f *Fold) createForPayment(
	env eventstore.Envelope, i payment.Identity, previous string, at time.Time, p paymentPayload,
) error {
	r, err := f.create(env, callback.KindPayment, i.ClientID, i.TransactionID, i.CallbackURL, at, p)
	if r != nil {
		r.checkWaiting = previous != payment.StatusPending
	}
	return err
}

func (f *Fold) createForPayout(env eventstore.Envelope, o balance.Order, at time.Time, p withdrawalPayload) error {
	// The kinds of payout callbacks have the same names as the kinds of payouts.
	_, err := f.create(env, o.Kind, o.ClientID, strconv.FormatInt(o.ID, 10), o.URL, at, p)
	return err
}

// create adds a pending callback that is due at once, unless the URL is empty.
func (f *Fold) create(
	env eventstore.Envelope, kind string, clientID int64, subject, url string, at time.Time, payload any,
) (*Row, error) {
	if url == "" {
		return nil, nil
	}
	body, err := json.Marshal(payload)
	if err != nil {
		return nil, err
	}
	r := f.row(callback.ID(env.ID))
	entry, _ := feed.Of(env.Event)
	r.Position, r.ClientID, r.Kind, r.Subject, r.URL, r.Payload, r.CreatedAt = env.Position.Commit, clientID, kind, subject, url, body, at
	r.Event, r.Resource, r.Status, r.NextAttemptAt, r.New = entry.Type, entry.Resource, callback.StatusPending, &at, true
	return r, nil
}

// foldDelivery applies the events of a delivery.
func (f *Fold) foldDelivery(env eventstore.Envelope) {
	switch e := env.Event.(type) {
	case callback.Attempted:
		r := f.row(e.CallbackID)
		r.NextAttemptAt = e.NextAttemptAt
		readtable.Assign(&r.Changed, &r.Failed, !callback.Result{Status: e.ResponseStatus, Err: e.Error}.Delivered())
		f.attempts = append(f.attempts, &CallbackAttempt{
			CallbackID: e.CallbackID, Attempt: e.Attempt, At: e.At, ResponseStatus: e.ResponseStatus, Error: e.Error, DurationMS: e.DurationMS,
		})
	case callback.Delivered:
		f.changeStatus(e.CallbackID, callback.StatusDelivered, nil)
	case callback.Exhausted:
		f.changeStatus(e.CallbackID, callback.StatusExhausted, nil)
	case callback.ResendRequested:
		f.changeStatus(e.CallbackID, callback.StatusPending, &e.At)
	}
}

func (f *Fold) changeStatus(id, status string, next *time.Time) {
	r := f.row(id)
	r.Status, r.NextAttemptAt, r.checkWaiting = status, next, true
}

func (f *Fold) row(id string) *Row {
	r := f.Rows.ForKey(id)
	r.ID = id
	return r
}
