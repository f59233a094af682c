package paymentrows

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"gateway/projections/readmodel/readtable"

	"github.com/lib/pq"
	"github.com/shopspring/decimal"
)

// Transaction is a payment or a recorded transaction (API reference: Transactions).
type Transaction struct {
	ID            int64   `db:"id" json:"id"`
	TransactionID string  `db:"transaction_id" json:"transaction_id"`
	ExternalID    *string `db:"external_id" json:"external_id"`
	ClientID      int64   `db:"client_id" json:"client_id"`
	// ClientName is the client's name in answers to administrators. Queries leave it empty.
	ClientName string `db:"-" json:"client_name,omitempty"`
	AppID      *int64 `db:"app_id" json:"app_id"`
	// Channel is va, ewallet, qris, invoice or recorded.
	Channel     string           `db:"channel" json:"channel"`
	ChannelCode *string          `db:"channel_code" json:"channel_code"`
	Total       decimal.Decimal  `db:"total" json:"total"`
	Fee         *decimal.Decimal `db:"fee" json:"fee"`
	VAT         *decimal.Decimal `db:"vat" json:"vat"`
	NetPayment  *decimal.Decimal `db:"net_payment" json:"net_payment"`
	Status      string           `db:"status" json:"status"`
	// PaidAmount and PaidAt describe the credited money. If none was credited, they describe the money under
	// review: its sum, and the time at which the last of it arrived.
	PaidAmount *decimal.Decimal `db:"paid_amount" json:"paid_amount"`
	PaidAt     *time.Time       `db:"paid_at" json:"paid_at"`
	ExpiresAt  *time.Time       `db:"expires_at" json:"expires_at"`
	// Metadata and TransactionLog are stored as the client sent them, and are JSON null when absent.
	Metadata       json.RawMessage `db:"metadata" json:"metadata"`
	TransactionLog json.RawMessage `db:"transaction_log" json:"transaction_log"`
	// UnderReview is true while some of its money is in suspense: an amount other than the one due, or a
	// second payment.
	UnderReview bool `db:"under_review" json:"under_review"`
	// ReversedAmount is how much of the client's credited money was taken back.
	ReversedAmount decimal.Decimal `db:"reversed_amount" json:"reversed_amount"`
	Reversals      ReversalList    `db:"reversals" json:"reversals"`
	// Replaces and ReplacedBy are transaction_ids in the same chain, or nil: the older payment that this one
	// replaces, and the newest payment that replaced this one.
	Replaces   *string   `db:"replaces" json:"replaces"`
	ReplacedBy *string   `db:"replaced_by" json:"replaced_by"`
	CreatedAt  time.Time `db:"created_at" json:"created_at"`
	UpdatedAt  time.Time `db:"updated_at" json:"updated_at"`
	// ToReplace is true while the replacement is not yet recorded in the older payment. ToClose is true when
	// the provider must be told that the payment ended early.
	ToReplace bool `db:"to_replace" json:"-"`
	ToClose   bool `db:"to_close" json:"-"`
	// Late is true when the payment was paid after it had expired.
	Late bool `db:"late" json:"-"`
	// OpenedAt is nil until the provider has accepted the payment.
	OpenedAt *time.Time `db:"opened_at" json:"-"`
	// Position is the position of the creating event.
	Position int64 `db:"position" json:"-"`
	Opening
}

// Place returns the place of the transaction in the lists.
func (t Transaction) Place() readtable.Place {
	return readtable.Place{At: t.CreatedAt, Position: t.Position}
}

// Opening has the provider's data with which the customer pays. A field is empty when the channel does not
// have it or the payment is not open yet.
type Opening struct {
	ProviderID string `db:"provider_id" json:"-"`
	VANumber   string `db:"va_number" json:"-"`
	BankCode   string `db:"bank_code" json:"-"`
	QRString   string `db:"qr_string" json:"-"`
	PayURL     string `db:"pay_url" json:"-"`
	Deeplink   string `db:"deeplink" json:"-"`
	InvoiceURL string `db:"invoice_url" json:"-"`
}

var transactionTable = readtable.Of[Transaction]("transactions").With(map[string]string{
	"under_review": "open_suspense > 0",
	"paid_amount":  "COALESCE(paid_amount, CASE WHEN open_suspense > 0 THEN suspended_amount END)",
	"paid_at":      "COALESCE(paid_at, CASE WHEN open_suspense > 0 THEN suspended_at END) AT TIME ZONE 'UTC'",
})

// shownTransactions reads the fields that lists show, and the place of each row.
var shownTransactions = transactionTable.Shown("position")

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
