package readmodel

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/shopspring/decimal"
)

// Transaction is a payment or a recorded transaction. Its JSON is the `transaction`
// of the API.
type Transaction struct {
	ID            int64   `db:"id" json:"id"`
	TransactionID string  `db:"transaction_id" json:"transaction_id"`
	ExternalID    *string `db:"external_id" json:"external_id"`
	ClientID      int64   `db:"client_id" json:"client_id"`
	AppID         *int64  `db:"app_id" json:"app_id"`
	// Channel is va, ewallet, qris, invoice or recorded.
	Channel     string           `db:"channel" json:"channel"`
	ChannelCode *string          `db:"channel_code" json:"channel_code"`
	Total       decimal.Decimal  `db:"total" json:"total"`
	Fee         *decimal.Decimal `db:"fee" json:"fee"`
	VAT         *decimal.Decimal `db:"vat" json:"vat"`
	NetPayment  *decimal.Decimal `db:"net_payment" json:"net_payment"`
	Status      string           `db:"status" json:"status"`
	PaidAmount  *decimal.Decimal `db:"paid_amount" json:"paid_amount"`
	PaidAt      *time.Time       `db:"paid_at" json:"paid_at"`
	ExpiresAt   *time.Time       `db:"expires_at" json:"expires_at"`
	// Metadata and TransactionLog are as they were sent; JSON null when absent.
	Metadata       json.RawMessage `db:"metadata" json:"metadata"`
	TransactionLog json.RawMessage `db:"transaction_log" json:"transaction_log"`
	CreatedAt      time.Time       `db:"created_at" json:"created_at"`
	UpdatedAt      time.Time       `db:"updated_at" json:"updated_at"`
	// Late: it was paid after it had expired.
	Late bool `db:"late" json:"-"`
	// OpenedAt is nil until the provider took the payment.
	OpenedAt *time.Time `db:"opened_at" json:"-"`
	Opening
}

// Opening is what the provider gave for the customer to pay with; each field is
// empty where the channel has no such thing, and before the payment is open.
type Opening struct {
	ProviderID string `db:"provider_id" json:"-"`
	VANumber   string `db:"va_number" json:"-"`
	BankCode   string `db:"bank_code" json:"-"`
	QRString   string `db:"qr_string" json:"-"`
	PayURL     string `db:"pay_url" json:"-"`
	Deeplink   string `db:"deeplink" json:"-"`
	InvoiceURL string `db:"invoice_url" json:"-"`
}

var transactionTable = tableOf[Transaction]("transactions")

// The lookups by a key compare the client afterwards: a condition on it would let
// PostgreSQL take an index of all of the client's rows for the better one.

// Transaction finds one of the client's transactions by the integer id.
func (q *Queries) Transaction(ctx context.Context, clientID, id int64) (Transaction, error) {
	t, err := transactionTable.one(ctx, q, "WHERE id = $1", id)
	return t.of(clientID, err)
}

// TransactionByExternal finds the newest of the client's transactions with this
// external_id.
func (q *Queries) TransactionByExternal(ctx context.Context, clientID int64, externalID string) (Transaction, error) {
	return transactionTable.one(ctx, q,
		"WHERE client_id = $1 AND external_id = $2 ORDER BY transactions.position DESC", clientID, externalID)
}

// PaymentStatus finds one of the client's payments by its transaction_id, else by
// the provider's id, else by the client's own external_id (the newest).
func (q *Queries) PaymentStatus(ctx context.Context, clientID int64, anyID string) (Transaction, error) {
	t, err := q.PaymentByTransactionID(ctx, anyID)
	if t, err = t.of(clientID, err); !errors.Is(err, ErrNotFound) {
		return t, err
	}
	t, err = transactionTable.one(ctx, q, "WHERE provider_id = $1", anyID)
	if t, err = t.of(clientID, err); !errors.Is(err, ErrNotFound) {
		return t, err
	}
	return transactionTable.one(ctx, q, `WHERE client_id = $1 AND external_id = $2 AND channel <> 'recorded'
		ORDER BY transactions.position DESC`, clientID, anyID)
}

// of hides a transaction of another client.
func (t Transaction) of(clientID int64, err error) (Transaction, error) {
	if err == nil && t.ClientID != clientID {
		return Transaction{}, ErrNotFound
	}
	return t, err
}

// PaymentByTransactionID finds a payment, whoever's it is.
func (q *Queries) PaymentByTransactionID(ctx context.Context, transactionID string) (Transaction, error) {
	return transactionTable.one(ctx, q, "WHERE transaction_id = $1 AND channel <> 'recorded'", transactionID)
}

// Transactions lists the client's transactions, of one status unless it is empty,
// and gives their total number.
func (q *Queries) Transactions(ctx context.Context, clientID int64, status string, p Page) ([]Transaction, int64, error) {
	f := filter{}.where("client_id", clientID).where("status", status)
	return transactionTable.page(ctx, q, "transaction_counts", f, p)
}

// DuePayments gives pending payments that want looking after, at most limit of
// each sort: those that are open and past their expiry at now, oldest expiry
// first; and those requested before unopenedBefore that the provider has neither
// taken nor refused (OpenedAt is nil), oldest first.
func (q *Queries) DuePayments(ctx context.Context, now, unopenedBefore time.Time, limit int) ([]Transaction, error) {
	expired, err := transactionTable.all(ctx, q, `WHERE status = 'PENDING' AND channel <> 'recorded'
		AND opened_at IS NOT NULL AND expires_at <= $1 ORDER BY transactions.expires_at LIMIT $2`, now, limit)
	if err != nil {
		return nil, err
	}
	unopened, err := transactionTable.all(ctx, q, `WHERE status = 'PENDING' AND channel <> 'recorded'
		AND opened_at IS NULL AND created_at <= $1 ORDER BY transactions.created_at LIMIT $2`, unopenedBefore, limit)
	return append(expired, unopened...), err
}
