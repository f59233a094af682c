package paymentrows

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"gateway/domain/jsontext"
	"gateway/domain/payment"
	"gateway/projections/readmodel/readtable"

	"github.com/lib/pq"
	"github.com/shopspring/decimal"
)

// Transaction is a payment or a recorded transaction (API reference: Transactions).
type Transaction struct {
	ID            int64   `json:"id"`
	TransactionID string  `json:"transaction_id"`
	ExternalID    *string `json:"external_id"`
	Listed
	ClientID int64 `json:"client_id"`
	// ClientName is the client's name in answers to administrators. Queries leave it empty.
	ClientName string `json:"client_name,omitempty"`
	// Connection is Asked in answers to administrators. Queries leave it nil: merchants don't see it.
	Connection *string `json:"connection,omitempty"`
	AppID      *int64  `json:"app_id"`
	// Channel is va, ewallet, qris, invoice or recorded.
	Channel     string           `json:"channel"`
	ChannelCode *string          `json:"channel_code"`
	Total       decimal.Decimal  `json:"total"`
	Fee         *decimal.Decimal `json:"fee"`
	VAT         *decimal.Decimal `json:"vat"`
	NetPayment  *decimal.Decimal `json:"net_payment"`
	Status      string           `json:"status"`
	// PaidAmount and PaidAt describe the credited money. If none was credited, they describe the money under
	// review: its sum, and the time at which the last of it arrived.
	PaidAmount *decimal.Decimal `json:"paid_amount"`
	PaidAt     *time.Time       `json:"paid_at"`
	ExpiresAt  *time.Time       `json:"expires_at"`
	// Metadata and TransactionLog are stored as the client sent them, and are JSON null when absent.
	Metadata       json.RawMessage `json:"metadata"`
	TransactionLog json.RawMessage `json:"transaction_log"`
	// UnderReview is true while some of its money is in suspense: an amount other than the one due, or a
	// second payment.
	UnderReview bool `json:"under_review"`
	// ReversedAmount is how much of the client's credited money was taken back.
	ReversedAmount decimal.Decimal `json:"reversed_amount"`
	Reversals      ReversalList    `json:"reversals"`
	// Replaces and ReplacedBy are transaction_ids in the same chain, or nil: the older payment that this one
	// replaces, and the newest payment that replaced this one.
	Replaces   *string   `json:"replaces"`
	ReplacedBy *string   `json:"replaced_by"`
	CreatedAt  time.Time `json:"created_at"`
	UpdatedAt  time.Time `json:"updated_at"`
	// Cancelled is true when the client cancelled it and no money has come since.
	Cancelled bool `json:"cancelled,omitempty"`
	// ToReplace is true while the replacement is not yet recorded in the older payment. ToClose is true when
	// the provider must be told that the payment ended early.
	ToReplace bool `json:"-"`
	ToClose   bool `json:"-"`
	// Asked names the connection to a provider by which its money came; before it comes, the one that was asked for it
	// last. It is empty for a recorded transaction.
	Asked string `json:"-"`
	// Late is true when the payment was paid after it had expired.
	Late bool `json:"-"`
	// OpenedAt is nil until the provider has accepted the payment.
	OpenedAt *time.Time `json:"-"`
	// Position is the position of the creating event.
	Position int64 `json:"-"`
	Opening
}

// ShowConnection sets Connection, for an answer to an administrator.
func (t *Transaction) ShowConnection() { t.Connection = &t.Asked }

// Place returns the place of the transaction in the lists.
func (t Transaction) Place() readtable.Place {
	return readtable.Place{At: t.CreatedAt, Position: t.Position, Amount: t.Total}
}

// Opening has the provider's data with which the customer pays. A field is empty when the channel does not
// have it or the payment is not open yet.
type Opening struct {
	ProviderID string `json:"-"`
	VANumber   string `json:"-"`
	BankCode   string `json:"-"`
	QRString   string `json:"-"`
	PayURL     string `json:"-"`
	Deeplink   string `json:"-"`
	InvoiceURL string `json:"-"`
}

func (t *Transaction) columns(f *readtable.Fields) {
	t.shownColumns(f)
	f.Later("to_replace", &t.ToReplace).Later("to_close", &t.ToClose).Later("late",
		&t.Late).Later("opened_at", &t.OpenedAt)
	f.Later("provider_id", &t.ProviderID).Later("va_number", &t.VANumber).Later("bank_code", &t.BankCode).Later("qr_string", &t.QRString)
	f.Later("pay_url", &t.PayURL).Later("deeplink", &t.Deeplink).Later("invoice_url", &t.InvoiceURL)
}

// shownColumns lists the columns that lists show, and the place of the row.
func (t *Transaction) shownColumns(f *readtable.Fields) {
	f.At("id", &t.ID).At("position", &t.Position).At("client_id", &t.ClientID).At("app_id", &t.AppID)
	f.At("transaction_id", &t.TransactionID).At("external_id", &t.ExternalID).At("channel", &t.Channel).At("total", &t.Total)
	f.At("metadata", &t.Metadata).At("transaction_log", &t.TransactionLog).At("created_at", &t.CreatedAt)
	f.Later("status", &t.Status).Later("channel_code", &t.ChannelCode).Later("fee", &t.Fee).Later("vat", &t.VAT)
	f.Later("net_payment", &t.NetPayment).Later("paid_amount", &t.PaidAmount).Later("paid_at", &t.PaidAt)
	f.Later("connection", &t.Asked)
	f.Later("expires_at", &t.ExpiresAt).Later("replaces", &t.Replaces).Later("replaced_by", &t.ReplacedBy)
	f.Later("updated_at", &t.UpdatedAt).Later("cancelled", &t.Cancelled)
	f.Apart("under_review", &t.UnderReview).Apart("reversed_amount", &t.ReversedAmount).Apart("reversals jsonb", &t.Reversals)
}

var transactionTable = readtable.TableOf("transactions", (*Transaction).columns).With(transactionExpressions)

// shownTransactions reads the fields that lists show, and the place of each row.
var shownTransactions = readtable.TableOf("transactions", (*Transaction).shownColumns).With(transactionExpressions)

// transactionExpressions show money in suspense as paid, while nothing else was paid.
var transactionExpressions = map[string]string{
	"under_review": "open_suspense > 0",
	"paid_amount":  "COALESCE(paid_amount, CASE WHEN open_suspense > 0 THEN suspended_amount END)",
	"paid_at":      "COALESCE(paid_at, CASE WHEN open_suspense > 0 THEN suspended_at END) AT TIME ZONE 'UTC'",
}

// Lookups by a unique id check the client afterwards: with a condition on the client in the query, PostgreSQL
// might choose the index of all the client's rows.

// Transaction returns one of the client's transactions by its integer id.
func (q Queries) Transaction(ctx context.Context, clientID, id int64) (Transaction, error) {
	t, err := transactionTable.Get(ctx, q.DB, "WHERE id = $1", id)
	return t.of(clientID, err)
}

// TransactionByExternal returns the newest of the client's transactions with this external_id. If there is
// none, it returns the recorded transaction with this transaction_id, which the client chose itself. The
// transaction_id of a payment is the gateway's own and is not searched.
func (q Queries) TransactionByExternal(ctx context.Context, clientID int64, reference string) (Transaction, error) {
	t, err := readtable.NewestOfForms(reference, Transaction.isNewer, func(form string) (Transaction, error) {
		return transactionTable.Get(ctx, q.DB,
			"WHERE client_id = $1 AND external_id = $2 ORDER BY transactions.position DESC", clientID, form)
	})
	if !errors.Is(err, readtable.ErrNotFound) {
		return t, err
	}
	return readtable.NewestOfForms(reference, Transaction.isNewer, func(form string) (Transaction, error) {
		return transactionTable.Get(ctx, q.DB, "WHERE transaction_id = $1 AND client_id = $2 AND channel = 'recorded'", form, clientID)
	})
}

// of returns ErrNotFound when the transaction belongs to another client.
func (t Transaction) of(clientID int64, err error) (Transaction, error) {
	if err == nil && t.ClientID != clientID {
		return Transaction{}, readtable.ErrNotFound
	}
	return t, err
}

// TransactionsByID returns the existing transactions among the ids, of any client, in any order.
func (q Queries) TransactionsByID(ctx context.Context, ids []int64) ([]Transaction, error) {
	return transactionTable.List(ctx, q.DB, "WHERE id = ANY($1)", pq.Array(ids))
}

// TransactionRow is a row of the table transactions, including the columns that Transaction does not have. It
// also holds a batch's changes to a row: the columns that sum are then what the batch adds, and another column
// that is zero is unchanged.
type TransactionRow struct {
	Transaction
	OpenSuspense int
	// SuspendedAmount and SuspendedAt describe the money in suspense: its sum, and when the last of it arrived.
	SuspendedAmount decimal.Decimal
	SuspendedAt     *time.Time
	// Day is the business day on which it was created, such as 2026-01-31.
	Day string
	// CodeAsked is the bank or wallet that it was created for, nil for an invoice and a recorded transaction.
	CodeAsked *string
	readtable.Changed
}

// Columns lists the columns of the row.
func (r *TransactionRow) Columns(f *readtable.Fields) {
	r.columns(f)
	f.At("day", &r.Day).At("code_asked", &r.CodeAsked)
	f.Apart("open_suspense", &r.OpenSuspense).Apart("suspended_amount", &r.SuspendedAmount).Apart("suspended_at", &r.SuspendedAt)
}

// RememberedColumns are the columns of a payment from which its next event that a client sees makes what a GET
// shows. That event itself has the others (identify), or they are not shown.
var RememberedColumns = []string{
	"created_at", "status", "channel_code", "fee", "vat", "net_payment", "paid_amount", "paid_at", "expires_at", "opened_at",
	"va_number", "bank_code", "qr_string", "pay_url", "deeplink", "invoice_url", "replaces", "replaced_by",
	"open_suspense", "suspended_amount", "suspended_at", "under_review", "reversed_amount", "reversals",
}

// Shown returns the transaction in the form that a query returns. While money is in suspense and nothing else
// was paid, it shows that money as paid.
func (r *TransactionRow) Shown() Transaction {
	t := r.Transaction
	if r.OpenSuspense > 0 && t.PaidAmount == nil {
		amount := r.SuspendedAmount
		t.PaidAmount = &amount
	}
	if r.OpenSuspense > 0 && t.PaidAt == nil {
		t.PaidAt = r.SuspendedAt
	}
	return t
}

func (r *TransactionRow) open(e payment.Opened) {
	readtable.PointUnlessZero(&r.ExpiresAt, e.ExpiresAt)
	readtable.PointUnlessZero(&r.OpenedAt, e.At)
	readtable.SetUnlessZero(&r.ProviderID, e.ProviderID) // an earlier receipt may have brought it
	readtable.SetUnlessZero(&r.VANumber, e.VANumber)
	readtable.SetUnlessZero(&r.BankCode, e.BankCode)
	readtable.SetUnlessZero(&r.QRString, e.QRString)
	readtable.SetUnlessZero(&r.PayURL, e.PayURL)
	readtable.SetUnlessZero(&r.Deeplink, e.Deeplink)
	readtable.SetUnlessZero(&r.InvoiceURL, e.InvoiceURL)
}

// suspend moves items and an amount into suspense, or out of it. at is when the money arrived, or zero.
func (r *TransactionRow) suspend(items int, amount decimal.Decimal, at time.Time) {
	r.OpenSuspense, r.SuspendedAmount = r.OpenSuspense+items, r.SuspendedAmount.Add(amount)
	r.UnderReview = r.OpenSuspense > 0
	if !at.IsZero() && (r.SuspendedAt == nil || at.After(*r.SuspendedAt)) { // keep the latest time
		r.SuspendedAt = &at
	}
}

// changesState reports whether a batch changed what the state row of a known transaction repeats.
func (r *TransactionRow) changesState() bool {
	return !r.New && (r.Status != "" || r.ExpiresAt != nil || r.OpenedAt != nil || r.Asked != "")
}

func (r *TransactionRow) changesItems() bool { return r.OpenSuspense != 0 }
func (r *TransactionRow) isReversed() bool   { return len(r.Reversals) > 0 }

// movesSuspense reports whether a batch moved money into suspense or out of it.
func (r *TransactionRow) movesSuspense() bool {
	return r.OpenSuspense != 0 || !r.SuspendedAmount.IsZero() || r.SuspendedAt != nil
}

// refund closes an item. When the provider pays the refund, the money stays in suspense until the provider
// lists the refund as a payment.Reversed.
func (r *TransactionRow) refund(e payment.SuspenseRefunded) {
	left := e.PaidAmount
	if e.WaitsForProvider() {
		left = decimal.Decimal{}
	}
	r.suspend(-1, left.Neg(), time.Time{})
}

// reverse records the part of the client's credited money that was taken back. Money taken out of suspense
// does not concern the client.
func (r *TransactionRow) reverse(e payment.Reversed) {
	if !e.IsOfCredit() {
		closed := 0
		if e.SuspenseClosed {
			closed = 1
		}
		r.suspend(-closed, e.FromSuspense.Neg(), time.Time{})
		return
	}
	r.ReversedAmount = r.ReversedAmount.Add(e.Reversal.Amount)
	r.Reversals = append(r.Reversals, Reversal{
		ReversalID: e.ReversalID, Kind: e.Kind, Amount: e.Reversal.Amount, Reason: e.Reason, By: e.By,
		RefundID: e.RefundID, At: e.At.UTC(),
	})
}

// reversalReturned records that money that had been taken back is here again.
func (r *TransactionRow) reversalReturned(e payment.ReversalReturned) {
	r.ReversedAmount = r.ReversedAmount.Sub(e.Reversal.Amount)
	r.Reversals = append(r.Reversals, Reversal{
		ReversalID: e.ReversalID, Kind: e.Kind, Amount: e.Reversal.Amount.Neg(), Reason: e.Code, By: payment.ByProvider,
		RefundID: e.RefundID, Returned: true, At: e.At.UTC(),
	})
}

// Limits for the metadata that lists can be filtered by. Both keep an index entry well below PostgreSQL's
// limit of 2,704 bytes.
const (
	// MaxFilterable is the maximum length of a key and of a value, in characters.
	MaxFilterable = 255
	// maxMembers is the maximum number of members of one object, taken in key order.
	maxMembers = 50
)

// member is a member of the metadata of a transaction whose value is a text, a number or a boolean.
type member struct {
	id, clientID, position int64
	key, value             string
	createdAt              time.Time
}

func (m *member) columns(f *readtable.Fields) {
	f.At("id", &m.id).At("key", &m.key).At("client_id", &m.clientID).At("value", &m.value).At("created_at", &m.createdAt)
	f.At("position", &m.position)
}

var insertMembers = readtable.Insert("transaction_metadata", (*member).columns).OrCopy()

// filterableMembers returns the members of a JSON object that lists can be filtered by, in key order: texts
// as well as numbers and booleans as written. It leaves out callback_url, which is the gateway's own and the
// same for most payments of a client.
func filterableMembers(object json.RawMessage) []*member {
	var fields map[string]json.RawMessage
	if json.Unmarshal(object, &fields) != nil {
		return nil // null
	}
	var all []*member
	for key, raw := range fields {
		if value, ok := filterableValue(raw); ok && key != "callback_url" && filterable(key) && filterable(value) {
			all = append(all, &member{key: key, value: value})
		}
	}
	slices.SortFunc(all, func(a, b *member) int { return strings.Compare(a.key, b.key) })
	return all[:min(maxMembers, len(all))]
}

func filterableValue(raw json.RawMessage) (string, bool) {
	switch {
	case bytes.Equal(raw, readtable.JSONNull) || len(raw) == 0 || raw[0] == '{' || raw[0] == '[':
		return "", false
	case raw[0] == '"':
		var text string
		err := json.Unmarshal(raw, &text)
		return text, err == nil
	}
	return string(raw), true // a number or a boolean
}

// filterable also rejects what PostgreSQL's type text cannot hold.
func filterable(text string) bool {
	return utf8.RuneCountInString(text) <= MaxFilterable && !strings.ContainsRune(text, 0)
}

// transaction_states repeats the columns of transactions that change and by which lists and to-do lists
// select. Its rows are narrow and its indexes few, so a new status costs little; the wide rows of
// transactions are updated without touching their indexes.

var (
	insertStates = readtable.Insert("transaction_states", (*TransactionRow).Columns,
		"id", "position", "client_id", "channel", "total", "created_at", "status", "expires_at", "opened_at", "connection").OrCopy()
	// The state row is found by the key and status in the transactions row, which is therefore updated
	// afterwards.
	updateStates = readtable.Custom(`UPDATE transaction_states AS s SET status = COALESCE(n.status, s.status),
		expires_at = COALESCE(n.expires_at, s.expires_at), opened_at = COALESCE(n.opened_at, s.opened_at),
		connection = COALESCE(n.connection, s.connection) FROM {rows}`+ofTransaction,
		(*TransactionRow).Columns, "id", "status", "expires_at", "opened_at", "connection")
	suspendStates = readtable.Custom("UPDATE transaction_states AS s SET open_suspense = s.open_suspense + n.open_suspense FROM {rows}"+
		ofTransaction, (*TransactionRow).Columns, "id", "open_suspense")
)

const ofTransaction = ` JOIN transactions AS t ON t.id = n.id
	WHERE s.client_id = t.client_id AND s.status = t.status AND s.created_at = t.created_at AND s.position = t.position`

var emptyArray = json.RawMessage("[]")

// AppendJSON implements jsontext.Appender. It writes the same bytes as encoding/json.
func (t Transaction) AppendJSON(b []byte) ([]byte, error) {
	o := jsontext.Begin(b)
	t.appendFields(&o)
	return o.End()
}

// AppendJSON implements jsontext.Appender. Without it, the promoted method of Transaction would be used,
// which leaves out the instructions.
func (t SingleTransaction) AppendJSON(b []byte) ([]byte, error) {
	o := jsontext.Begin(b)
	t.appendFields(&o)
	for _, f := range [...]struct {
		name  string
		value *string
	}{
		{"bank_code", t.Instructions.BankCode},
		{"deeplink", t.Instructions.Deeplink},
		{"invoice_url", t.Instructions.InvoiceURL},
		{"pay_url", t.Instructions.PayURL},
		{"qr_string", t.Instructions.QRString},
		{"va_number", t.Instructions.VANumber},
	} {
		if f.value != nil {
			o.String(f.name, *f.value)
		}
	}
	return o.End()
}

func (t Transaction) appendFields(o *jsontext.Object) {
	o.Int("id", t.ID)
	o.String("transaction_id", t.TransactionID)
	jsontext.Optional(o, "external_id", t.ExternalID, (*jsontext.Object).String)
	for _, f := range [...]struct{ name, value string }{
		{"customer_name", t.CustomerName}, {"customer_phone", t.CustomerPhone}, {"va_number", t.ListedVANumber},
	} {
		if f.value != "" {
			o.String(f.name, f.value)
		}
	}
	o.Int("client_id", t.ClientID)
	if t.ClientName != "" {
		o.String("client_name", t.ClientName)
	}
	if t.Connection != nil {
		o.String("connection", *t.Connection)
	}
	jsontext.Optional(o, "app_id", t.AppID, (*jsontext.Object).Int)
	o.String("channel", t.Channel)
	jsontext.Optional(o, "channel_code", t.ChannelCode, (*jsontext.Object).String)
	o.Decimal("total", t.Total)
	jsontext.Optional(o, "fee", t.Fee, (*jsontext.Object).Decimal)
	jsontext.Optional(o, "vat", t.VAT, (*jsontext.Object).Decimal)
	jsontext.Optional(o, "net_payment", t.NetPayment, (*jsontext.Object).Decimal)
	o.String("status", t.Status)
	jsontext.Optional(o, "paid_amount", t.PaidAmount, (*jsontext.Object).Decimal)
	jsontext.Optional(o, "paid_at", t.PaidAt, (*jsontext.Object).Time)
	jsontext.Optional(o, "expires_at", t.ExpiresAt, (*jsontext.Object).Time)
	o.Raw("metadata", t.Metadata)
	o.Raw("transaction_log", t.TransactionLog)
	o.Bool("under_review", t.UnderReview)
	o.Decimal("reversed_amount", t.ReversedAmount)
	if len(t.Reversals) == 0 {
		o.Raw("reversals", emptyArray)
	} else {
		o.Other("reversals", t.Reversals)
	}
	jsontext.Optional(o, "replaces", t.Replaces, (*jsontext.Object).String)
	jsontext.Optional(o, "replaced_by", t.ReplacedBy, (*jsontext.Object).String)
	o.Time("created_at", t.CreatedAt)
	o.Time("updated_at", t.UpdatedAt)
	if t.Cancelled {
		o.Bool("cancelled", true)
	}
}
