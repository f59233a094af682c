package simulator

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/jmoiron/sqlx"
	"github.com/lib/pq"
	"github.com/shopspring/decimal"
)

// Types and statuses of the provider's books.
const (
	moneyIn  = "PAYMENT"
	moneyOut = "DISBURSEMENT"
	success  = "SUCCESS"
)

// transaction is an entry of the provider's books: a payment that was made, or a payout.
type transaction struct {
	Seq        int64           `db:"seq"`
	ID         string          `db:"id"`
	Type       string          `db:"type"`
	ProductID  string          `db:"product_id"`
	Reference  string          `db:"reference_id"`
	Category   string          `db:"channel_category"`
	Channel    string          `db:"channel_code"`
	Status     string          `db:"status"`
	Settlement *string         `db:"settlement_status"`
	Amount     decimal.Decimal `db:"amount"`
	CreatedAt  time.Time       `db:"created_at"`
	UpdatedAt  time.Time       `db:"updated_at"`
}

// insertPaymentTransaction books a payment that was made.
func insertPaymentTransaction(ctx context.Context, tx *sqlx.Tx, p payment) error {
	return insertTransaction(ctx, tx, transaction{
		Type: moneyIn, ProductID: p.productID(), Reference: p.ExternalID, Category: p.category(), Channel: p.PaidWith,
		Status: success, Settlement: new(pending), Amount: p.PaidAmount, CreatedAt: *p.PaidAt,
	})
}

// productID is the id of the payment in the books. A charge is captured once, so its own id is
// used.
func (p payment) productID() string {
	if p.Product == ewallet {
		return p.ID
	}
	return p.PaymentID
}

func (p payment) category() string {
	switch {
	case p.Product == qris || p.PaidWith == "QRIS":
		return "QR_CODE"
	case p.Product == ewallet || methodOf(p.PaidWith) == "EWALLET":
		return "EWALLET"
	}
	return "VIRTUAL_ACCOUNT"
}

func insertPayoutTransaction(ctx context.Context, tx *sqlx.Tx, d disbursement) error {
	return insertTransaction(ctx, tx, transaction{
		Type: moneyOut, ProductID: d.ID, Reference: d.ExternalID, Category: "BANK", Channel: d.BankCode,
		Status: pending, Amount: d.Amount, CreatedAt: d.CreatedAt,
	})
}

func insertTransaction(ctx context.Context, tx *sqlx.Tx, t transaction) error {
	t.ID, t.UpdatedAt = prefixedID("txn_"), t.CreatedAt
	_, err := tx.NamedExecContext(ctx, `
		INSERT INTO state.simulator_transactions
		       (id, type, product_id, reference_id, channel_category, channel_code, status, settlement_status, amount, created_at, updated_at)
		VALUES (:id, :type, :product_id, :reference_id, :channel_category, :channel_code, :status,
			:settlement_status, :amount, :created_at, :updated_at)`, t)
	if err != nil {
		return fmt.Errorf("simulator: book: %w", err)
	}
	return nil
}

func (s *Simulator) updateSettlement(ctx context.Context, tx *sqlx.Tx, p payment) error {
	return s.updateTransaction(ctx, tx, `settlement_status`, p.productID(), settled)
}

// updatePayoutTransaction books the status of a payout, in the words of the books.
func (s *Simulator) updatePayoutTransaction(ctx context.Context, tx *sqlx.Tx, d disbursement) error {
	status := d.Status
	if status == completed {
		status = success
	}
	return s.updateTransaction(ctx, tx, `status`, d.ID, status)
}

func (s *Simulator) updateTransaction(ctx context.Context, tx *sqlx.Tx, column, productID, value string) error {
	_, err := tx.ExecContext(ctx, `UPDATE state.simulator_transactions SET `+column+` = $2, updated_at = $3 WHERE product_id = $1`,
		productID, value, s.now())
	if err != nil {
		return fmt.Errorf("simulator: book: %w", err)
	}
	return nil
}

// listTransactions serves GET /transactions, newest first.
func (s *Simulator) listTransactions(r *http.Request) (any, error) {
	q := r.URL.Query()
	limit, err := limitOf(q)
	if err != nil {
		return nil, err
	}
	from, fromErr := timeOf(q, "created[gte]", time.Unix(0, 0))
	to, toErr := timeOf(q, "created[lte]", s.now().AddDate(100, 0, 0))
	if fromErr != nil || toErr != nil {
		return nil, badRequest("created[gte] and created[lte] must be RFC 3339 times")
	}
	var rows []transaction
	err = s.DB.SelectContext(r.Context(), &rows, `
		SELECT * FROM state.simulator_transactions t
		WHERE created_at BETWEEN $1 AND $2
		  AND (cardinality($3::text[]) = 0 OR type = ANY($3)) AND (cardinality($4::text[]) = 0 OR status = ANY($4))
		  AND ($5 = '' OR reference_id = $5)
		  AND ($6 = '' OR (created_at, seq) < (SELECT created_at, seq FROM state.simulator_transactions WHERE id = $6))
		ORDER BY created_at DESC, seq DESC LIMIT $7`,
		from, to, pq.Array(append([]string{}, q["types"]...)), pq.Array(append([]string{}, q["statuses"]...)),
		q.Get("reference_id"), q.Get("after_id"), limit+1)
	if err != nil {
		return nil, fmt.Errorf("simulator: list transactions: %w", err)
	}
	page := transactionsBody{HasMore: len(rows) > limit, Data: []transactionBody{}}
	for _, t := range rows[:min(limit, len(rows))] {
		page.Data = append(page.Data, showTransaction(t))
	}
	if page.HasMore {
		q.Set("after_id", page.Data[limit-1].ID)
		page.Links = []linkBody{{Href: "/transactions?" + q.Encode(), Rel: "next", Method: http.MethodGet}}
	}
	return page, nil
}

func limitOf(q url.Values) (int, error) {
	const usual, most = 10, 50
	if !q.Has("limit") {
		return usual, nil
	}
	n, err := strconv.Atoi(q.Get("limit"))
	if err != nil || n < 1 || n > most {
		return 0, badRequest("limit must be from 1 to 50")
	}
	return n, nil
}

func timeOf(q url.Values, name string, absent time.Time) (time.Time, error) {
	if !q.Has(name) {
		return absent, nil
	}
	return time.Parse(time.RFC3339, q.Get(name))
}

type transactionsBody struct {
	HasMore bool              `json:"has_more"`
	Data    []transactionBody `json:"data"`
	Links   []linkBody        `json:"links,omitempty"`
}

type linkBody struct {
	Href   string `json:"href"`
	Rel    string `json:"rel"`
	Method string `json:"method"`
}

type transactionBody struct {
	ID         string          `json:"id"`
	ProductID  string          `json:"product_id"`
	Type       string          `json:"type"`
	Status     string          `json:"status"`
	Category   string          `json:"channel_category"`
	Channel    string          `json:"channel_code"`
	Reference  string          `json:"reference_id"`
	Currency   string          `json:"currency"`
	Amount     decimal.Decimal `json:"amount"`
	Cashflow   string          `json:"cashflow"`
	Settlement *string         `json:"settlement_status"`
	BusinessID string          `json:"business_id"`
	Created    time.Time       `json:"created"`
	Updated    time.Time       `json:"updated"`
}

func showTransaction(t transaction) transactionBody {
	flow := "MONEY_IN"
	if t.Type == moneyOut {
		flow = "MONEY_OUT"
	}
	return transactionBody{
		ID: t.ID, ProductID: t.ProductID, Type: t.Type, Status: t.Status, Category: t.Category, Channel: t.Channel,
		Reference: t.Reference, Currency: "IDR", Amount: t.Amount, Cashflow: flow, Settlement: t.Settlement,
		BusinessID: businessID, Created: t.CreatedAt.UTC(), Updated: t.UpdatedAt.UTC(),
	}
}
