package callbackrows

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"gateway/domain/balance"
	"gateway/domain/callback"
	"gateway/domain/money"
	"gateway/domain/payment"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/readtable"

	"github.com/lib/pq"
	"github.com/shopspring/decimal"
)

// Queries queries callbacks.
type Queries struct{ readtable.DB }

// Callback is the delivery of one event to a client's URL (API reference: Admin
// callbacks).
type Callback struct {
	ID string `json:"id"`
	// Kind is one of the kinds in package callback.
	Kind     string `json:"kind"`
	ClientID int64  `json:"client_id"`
	// ClientName is the client's name in answers to administrators; queries leave it empty.
	ClientName string `json:"client_name,omitempty"`
	// Event is one of feed.Names. Resource is the object that it is about, such as `withdrawals/17`.
	Event    string `json:"event"`
	Resource string `json:"resource"`
	paymentrows.Order
	URL string `json:"url"`
	// Payload is the body of the request.
	Payload json.RawMessage `json:"payload"`
	Status  string          `json:"status"`
	// Attempts are oldest first. DueCallbacks leaves them empty.
	Attempts []CallbackAttempt `json:"attempts"`
	// NextAttemptAt is nil when no further attempt is planned.
	NextAttemptAt *time.Time `json:"next_attempt_at"`
	// CreatedAt is the time of the reported event.
	CreatedAt time.Time `json:"created_at"`
	// Subject is the transaction id or the payout's id.
	Subject string `json:"-"`
	// ReplacedBy is the transaction id of the payment that replaced one reported as EXPIRED. It is empty when
	// there is none.
	ReplacedBy string `json:"-"`
	// Failed says that the last attempt failed.
	Failed bool `json:"-"`
	// Position is the position of the reported event.
	Position int64 `json:"-"`
}

// PaymentID returns the transaction_id of the payment that the callback is about, or nothing.
func (c Callback) PaymentID() string {
	if c.Kind != callback.KindPayment {
		return ""
	}
	return c.Subject
}

// CallbackAttempt is one attempt. ResponseStatus is 0 when there was no response.
type CallbackAttempt struct {
	CallbackID     string    `json:"-"`
	Attempt        int       `json:"-"` // counts from 1
	At             time.Time `json:"at"`
	ResponseStatus int       `json:"response_status"`
	Error          string    `json:"error"`
	DurationMS     int64     `json:"duration_ms"`
	// Answer is the beginning of what the receiver answered, as callback.ShownAnswer writes it. Queries leave it empty.
	Answer string `json:"answer"`
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

func (c *Callback) columns(f *readtable.Fields) {
	f.At("id", &c.ID).At("position", &c.Position).At("client_id", &c.ClientID).At("kind", &c.Kind).At("subject", &c.Subject)
	f.At("event", &c.Event).At("resource", &c.Resource).At("url", &c.URL).At("payload", &c.Payload).At("created_at", &c.CreatedAt)
	f.Later("replaced_by", &c.ReplacedBy).Later("status", &c.Status).Later("next_attempt_at", &c.NextAttemptAt).Later("last_failed", &c.Failed)
}

func (a *CallbackAttempt) columns(f *readtable.Fields) {
	f.At("callback_id", &a.CallbackID).At("attempt", &a.Attempt).At("at", &a.At).At("response_status", &a.ResponseStatus)
	f.At("error", &a.Error).At("duration_ms", &a.DurationMS)
}

var (
	callbackTable = readtable.TableOf("callbacks", (*Callback).columns)
	attemptTable  = readtable.TableOf("callback_attempts", (*CallbackAttempt).columns)
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

// TroubleRetried selects the callbacks whose last attempt failed and that will be attempted again.
const TroubleRetried = "retried"

// RetriedCallbacks returns a page of the callbacks that TroubleRetried selects, newest first, with their attempts, and their total number.
// It filters by status, which is pending for each of them, unless status is empty, and by client, unless clientID is 0.
func (q Queries) RetriedCallbacks(ctx context.Context, status string, clientID int64, p readtable.Page) ([]Callback, int64, error) {
	if status != "" && status != callback.StatusPending {
		return []Callback{}, 0, nil
	}
	f := new(readtable.Search).Equals("client_id", clientID)
	f.And("retried")
	callbacks, total, err := callbackTable.ListPage(ctx, q.DB, "retried_callback_counts", f, p)
	if err != nil {
		return nil, 0, err
	}
	return callbacks, total, q.loadAttempts(ctx, callbacks)
}

// WaitingRetried is the kind of item that RetriedForPersons counts.
const WaitingRetried = "callbacks_retried"

// RetriedForPersons counts the callbacks that TroubleRetried selects, with the time of the event that the oldest reports.
func (q Queries) RetriedForPersons(ctx context.Context) (w readtable.Waiting, err error) {
	err = q.SQL.GetContext(ctx, &w, `SELECT $1::text AS kind, COALESCE(sum(n), 0)::bigint AS count,
		(SELECT created_at FROM callbacks WHERE retried ORDER BY position LIMIT 1) AS oldest FROM retried_callback_counts`, WaitingRetried)
	if err != nil {
		return w, readtable.Failed("callbacks", err)
	}
	return w, nil
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
	return readtable.TableOf("(SELECT callbacks.* "+nextCallbacks+") AS due", (*Callback).columns).List(ctx, q.DB,
		"WHERE next_attempt_at <= $2 ORDER BY due.next_attempt_at LIMIT $3", perClient, now, limit)
}

// CallbackFilter selects a client's callbacks; an empty field selects all. From and To are times of the
// reported events, both included.
type CallbackFilter struct {
	Status, Resource string
	// Trouble may be TroubleRetried.
	Trouble  string
	From, To time.Time
}

// CallbackOf returns one callback of the client, with its attempts.
func (q Queries) CallbackOf(ctx context.Context, clientID int64, id string) (Callback, error) {
	c, err := q.Callback(ctx, id)
	if err == nil && c.ClientID != clientID {
		return Callback{}, readtable.ErrNotFound
	}
	return c, err
}

// CallbacksOf returns a page of the client's callbacks that the filter selects, newest first, with their
// attempts, and their total number.
func (q Queries) CallbacksOf(ctx context.Context, clientID int64, f CallbackFilter, p readtable.Page) ([]Callback, int64, error) {
	if isPlain := f.Resource == "" && f.From.IsZero() && f.To.IsZero(); isPlain && f.Trouble != "" {
		return q.RetriedCallbacks(ctx, f.Status, clientID, p)
	} else if isPlain {
		return q.Callbacks(ctx, f.Status, clientID, p)
	}
	s := new(readtable.Search).Equals("status", f.Status).Equals("resource", f.Resource)
	s.And("client_id = ?", clientID)
	if f.Trouble != "" {
		s.And("retried")
	}
	s.Between("created_at", f.From, f.To)
	order := "created_at" // of the index that the list is read from
	if f.Resource != "" {
		order = "" // the times of events hardly differ from the order of the log
	}
	callbacks, total, err := callbackTable.ListCounted(ctx, q.DB, s, order, p)
	if err != nil {
		return nil, 0, err
	}
	return callbacks, total, q.loadAttempts(ctx, callbacks)
}

// maxCounted limits how many rows per client CallbacksToResend counts.
const maxCounted = 1_000

// ResendFilter selects ended callbacks. ClientID 0 selects all clients, and a zero time is no bound. From and
// To are times of the reported events, both included.
type ResendFilter struct {
	Status   string
	ClientID int64
	From, To time.Time
	// Seen leaves out callbacks that were attempted after it, unless it is zero.
	Seen time.Time
}

// callbacksToResend finds the rows of each client by index, so that many callbacks of one client with another
// status do not slow down the search for other clients.
const callbacksToResend = `FROM callback_counts AS counts CROSS JOIN LATERAL (
	SELECT * FROM callbacks WHERE client_id = counts.client_id AND status = $1
		AND created_at >= COALESCE($3, '-infinity'::timestamptz) AND created_at <= COALESCE($4, 'infinity'::timestamptz)
		AND %s ORDER BY created_at, position LIMIT $5) AS callbacks
	WHERE counts.status = $1 AND counts.n > 0 AND ($2 = 0 OR counts.client_id = $2)`

// notAttemptedSince keeps what no instance attempted after $6. It looks at the attempts of each callback.
const notAttemptedSince = "NOT EXISTS (SELECT 1 FROM callback_attempts a WHERE a.callback_id = callbacks.id AND a.at > $6)"

// CallbacksToResend returns the callbacks that the filter selects, oldest first, at most limit, with their
// attempts. It also returns how many there are, counting at most 1,000 per client.
func (q Queries) CallbacksToResend(ctx context.Context, f ResendFilter, limit int) (rows []Callback, total int64, err error) {
	since, seen := "TRUE", []any(nil)
	if !f.Seen.IsZero() {
		since, seen = notAttemptedSince, []any{f.Seen}
	}
	from := fmt.Sprintf(callbacksToResend, since)
	args := func(limit int) []any {
		return append([]any{
			f.Status, f.ClientID,
			sql.NullTime{Time: f.From, Valid: !f.From.IsZero()},
			sql.NullTime{Time: f.To, Valid: !f.To.IsZero()},
			limit,
		}, seen...)
	}
	if err := q.SQL.GetContext(ctx, &total, "SELECT count(*) "+from, args(maxCounted)...); err != nil {
		return nil, 0, readtable.Failed("callbacks", err)
	}
	rows, err = readtable.TableOf("(SELECT callbacks.* "+from+") AS ended", (*Callback).columns).List(ctx, q.DB,
		"ORDER BY ended.created_at, ended.position LIMIT $5", args(limit)...)
	if err != nil {
		return nil, 0, err
	}
	return rows, total, q.loadAttempts(ctx, rows)
}

// paymentPayload is the body of a payment's callback (API reference: Callbacks), with its fields in this
// order. An absent string is "", and an absent number is 0.
type paymentPayload struct {
	ID                     string          `json:"id"`
	ExternalID             string          `json:"external_id"`
	TransactionID          string          `json:"transaction_id"`
	ClientExternalID       string          `json:"client_external_id"`
	UserID                 string          `json:"user_id"`
	Status                 string          `json:"status"`
	Amount                 decimal.Decimal `json:"amount"`
	PaidAmount             decimal.Decimal `json:"paid_amount"`
	AdjustedReceivedAmount decimal.Decimal `json:"adjusted_received_amount"`
	TotalFee               decimal.Decimal `json:"biayavat"`
	PaidAt                 string          `json:"paid_at"`
	PaymentMethod          string          `json:"payment_method"`
	PaymentChannel         string          `json:"payment_channel"`
	Metadata               json.RawMessage `json:"metadata"`
}

// withdrawalPayload is the body of a withdrawal's callback (API reference: Callbacks):
// these three fields and no others.
type withdrawalPayload struct {
	Status        string `json:"status"`
	TransferredBy string `json:"di_transfer_oleh"`
	TransferAt    string `json:"transfer_at"`
}

func paidPayload(status string, i payment.Identity, r payment.Receipt, c payment.Charge) paymentPayload {
	p := identityPayload(status, i, r.ProviderID)
	p.UserID, p.PaymentMethod, p.PaymentChannel = r.UserID, r.PaymentMethod, r.PaymentChannel
	p.PaidAmount, p.TotalFee = r.PaidAmount, c.Fee.Add(c.VAT)
	p.AdjustedReceivedAmount = p.PaidAmount.Sub(p.TotalFee)
	// The transaction also shows microseconds.
	p.PaidAt = r.PaidAt.UTC().Truncate(time.Microsecond).Format(time.RFC3339Nano)
	return p
}

func expiredPayload(e payment.Expired) paymentPayload {
	return identityPayload(payment.StatusExpired, e.Identity, e.ProviderID)
}

func identityPayload(status string, i payment.Identity, providerID string) paymentPayload {
	p := paymentPayload{
		ID: providerID, ExternalID: i.TransactionID, TransactionID: i.TransactionID, ClientExternalID: i.ExternalID,
		Status: status, Amount: i.Amount, PaidAmount: money.Zero, AdjustedReceivedAmount: money.Zero, TotalFee: money.Zero,
		Metadata: i.Metadata,
	}
	if len(p.Metadata) == 0 || string(p.Metadata) == "null" {
		p.Metadata = json.RawMessage("{}")
	}
	return p
}

func completedPayload(e balance.PayoutCompleted) withdrawalPayload {
	return withdrawalPayload{Status: balance.StatusCompleted, TransferredBy: e.TransferredBy, TransferAt: withOffset(e.TransferAt)}
}

// failedPayload has the time of the failure instead of the time of the transfer.
func failedPayload(e balance.PayoutFailed) withdrawalPayload {
	return withdrawalPayload{Status: balance.StatusFailed, TransferAt: withOffset(e.Movement.At)}
}

// withOffset writes the offset as +00:00 instead of Z (API reference: Callbacks).
func withOffset(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05-07:00") }
