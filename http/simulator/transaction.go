package simulator

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/jmoiron/sqlx"
	"github.com/lib/pq"
	"github.com/shopspring/decimal"
)

// Types, statuses and directions of the provider's books.
const (
	paymentType      = "PAYMENT"
	disbursementType = "DISBURSEMENT"
	topUpType        = "TOPUP"
	withdrawalType   = "WITHDRAWAL"
	success          = "SUCCESS"
	voided           = "VOIDED"
	moneyIn          = "MONEY_IN"
	moneyOut         = "MONEY_OUT"
)

// transaction is an entry of the provider's books.
type transaction struct {
	Seq        int64           `db:"seq"`
	ID         string          `db:"id"`
	Type       string          `db:"type"`
	ProductID  string          `db:"product_id"`
	Reference  string          `db:"reference_id"`
	Category   string          `db:"channel_category"`
	Channel    string          `db:"channel_code"`
	Account    string          `db:"account_identifier"`
	Status     string          `db:"status"`
	Cashflow   string          `db:"cashflow"`
	Settlement *string         `db:"settlement_status"`
	SettlesAt  *time.Time      `db:"settles_at"`
	Amount     decimal.Decimal `db:"amount"`
	Fee        decimal.Decimal `db:"fee"`
	FeeVAT     decimal.Decimal `db:"fee_vat"`
	FeeStatus  string          `db:"fee_status"`
	Reverses   string          `db:"reverses"`
	CreatedAt  time.Time       `db:"created_at"`
	UpdatedAt  time.Time       `db:"updated_at"`
}

// insertPaymentTransaction books a payment of the customer, and its fee.
func (s *Simulator) insertPaymentTransaction(ctx context.Context, tx *sqlx.Tx, p payment) error {
	category := p.category()
	return insertTransaction(ctx, tx, s.withFee(transaction{
		Type: paymentType, Cashflow: moneyIn, ProductID: p.productID(), Reference: p.ExternalID, Category: category,
		Channel: p.PaidWith, Account: p.Token, Status: success, Amount: p.PaidAmount, CreatedAt: *p.PaidAt,
		Settlement: new(pending), SettlesAt: new(p.PaidAt.Add(s.settlementTime())),
	}))
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

func (s *Simulator) insertPayoutTransaction(ctx context.Context, tx *sqlx.Tx, d disbursement) error {
	return insertTransaction(ctx, tx, s.withFee(transaction{
		Type: disbursementType, Cashflow: moneyOut, ProductID: d.ID, Reference: d.ExternalID, Category: "BANK",
		Channel: d.BankCode, Account: d.AccountNumber, Status: pending, Amount: d.Amount, CreatedAt: d.CreatedAt,
	}))
}

// withFee adds the fee of the entry's category, which is final once the money has moved.
func (s *Simulator) withFee(t transaction) transaction {
	t.Fee, t.FeeVAT = s.Fees.of(t.Category, t.Amount)
	t.FeeStatus = feePending
	return t
}

func insertTransaction(ctx context.Context, tx sqlx.ExtContext, t transaction) error {
	t.ID, t.UpdatedAt = prefixedID("txn_"), t.CreatedAt
	_, err := sqlx.NamedExecContext(ctx, tx, `
		INSERT INTO state.simulator_transactions
		       (id, type, product_id, reference_id, channel_category, channel_code, account_identifier, status,
		        cashflow, settlement_status, settles_at, amount, fee, fee_vat, fee_status, reverses, created_at, updated_at)
		VALUES (:id, :type, :product_id, :reference_id, :channel_category, :channel_code, :account_identifier, :status,
		        :cashflow, :settlement_status, :settles_at, :amount, :fee, :fee_vat, :fee_status, :reverses, :created_at, :updated_at)`, t)
	if err != nil {
		return fmt.Errorf("simulator: book: %w", err)
	}
	return nil
}

// updatePayoutTransaction books the status of a payout, in the words of the books. The fee is charged when the
// bank has paid out; a later reversal does not return it.
func (s *Simulator) updatePayoutTransaction(ctx context.Context, tx *sqlx.Tx, d disbursement) error {
	status, fee := d.Status, feeFinal
	switch status {
	case completed:
		status = success
	case failed, cancelled:
		status, fee = failed, feeCancelled
	}
	_, err := tx.ExecContext(ctx, `
		UPDATE state.simulator_transactions SET status = $2, fee_status = $3, updated_at = $4 WHERE product_id = $1`,
		d.ID, status, fee, s.now())
	if err != nil {
		return fmt.Errorf("simulator: book: %w", err)
	}
	return nil
}

// transactionFilter selects the entries of GET /transactions.
type transactionFilter struct {
	createdFrom, createdTo, updatedFrom, updatedTo time.Time
	limit                                          int
}

// listTransactions serves GET /transactions, newest first.
func (s *Simulator) listTransactions(r *http.Request) (any, error) {
	q := r.URL.Query()
	f, err := s.readTransactionFilter(q)
	if err != nil {
		return nil, err
	}
	var rows []transaction
	err = s.DB.SelectContext(r.Context(), &rows, `
		SELECT * FROM state.simulator_transactions t
		WHERE created_at BETWEEN $1 AND $2 AND updated_at BETWEEN $3 AND $4
		  AND (cardinality($5::text[]) = 0 OR type = ANY($5)) AND (cardinality($6::text[]) = 0 OR status = ANY($6))
		  AND (cardinality($7::text[]) = 0 OR channel_category = ANY($7))
		  AND ($8 = '' OR reference_id = $8) AND ($9 = '' OR product_id = $9) AND ($10 = '' OR account_identifier = $10)
		  AND ($11 = '' OR amount::text = $11)
		  AND ($12 = '' OR (created_at, seq) < (SELECT created_at, seq FROM state.simulator_transactions WHERE id = $12))
		ORDER BY created_at DESC, seq DESC LIMIT $13`,
		f.createdFrom, f.createdTo, f.updatedFrom, f.updatedTo, many(q, "types"), many(q, "statuses"), many(q, "channel_categories"),
		q.Get("reference_id"), q.Get("product_id"), q.Get("account_identifier"), q.Get("amount"), q.Get("after_id"), f.limit+1)
	if err != nil {
		return nil, fmt.Errorf("simulator: list transactions: %w", err)
	}
	page := transactionsBody{HasMore: len(rows) > f.limit, Data: []transactionBody{}}
	for _, t := range rows[:min(f.limit, len(rows))] {
		page.Data = append(page.Data, showTransaction(t))
	}
	if page.HasMore {
		q.Set("after_id", page.Data[f.limit-1].ID)
		page.Links = []linkBody{{Href: "/transactions?" + q.Encode(), Rel: "next", Method: http.MethodGet}}
	}
	return page, nil
}

// getTransaction serves GET /transactions/{id}.
func (s *Simulator) getTransaction(r *http.Request) (any, error) {
	var rows []transaction
	err := s.DB.SelectContext(r.Context(), &rows, `SELECT * FROM state.simulator_transactions WHERE id = $1`, r.PathValue("id"))
	if err != nil {
		return nil, fmt.Errorf("simulator: read transaction: %w", err)
	}
	if len(rows) == 0 {
		return nil, ErrNotFound
	}
	return showTransaction(rows[0]), nil
}

// many returns all values of a parameter that may be repeated.
func many(q url.Values, name string) any { return pq.Array(append([]string{}, q[name]...)) }

func (s *Simulator) readTransactionFilter(q url.Values) (f transactionFilter, err error) {
	first, last := time.Unix(0, 0), s.now().AddDate(100, 0, 0)
	f.limit, err = limitOf(q)
	for _, bound := range []struct {
		name   string
		value  *time.Time
		absent time.Time
	}{
		{"created[gte]", &f.createdFrom, first},
		{"created[lte]", &f.createdTo, last},
		{"updated[gte]", &f.updatedFrom, first},
		{"updated[lte]", &f.updatedTo, last},
	} {
		*bound.value = bound.absent
		if q.Has(bound.name) {
			at, timeErr := time.Parse(time.RFC3339, q.Get(bound.name))
			if timeErr != nil {
				err = errors.Join(err, badRequest(bound.name+" must be an RFC 3339 time"))
			}
			*bound.value = at
		}
	}
	return f, err
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
	Channel    *string         `json:"channel_code"`
	Reference  string          `json:"reference_id"`
	Account    *string         `json:"account_identifier"`
	Currency   string          `json:"currency"`
	Amount     decimal.Decimal `json:"amount"`
	NetAmount  decimal.Decimal `json:"net_amount"`
	Cashflow   string          `json:"cashflow"`
	Settlement *string         `json:"settlement_status"`
	SettlesAt  *time.Time      `json:"estimated_settlement_time"`
	BusinessID string          `json:"business_id"`
	Created    time.Time       `json:"created"`
	Updated    time.Time       `json:"updated"`
	Fee        feeBody         `json:"fee"`
}

type feeBody struct {
	Amount          decimal.Decimal `json:"xendit_fee"`
	VAT             decimal.Decimal `json:"value_added_tax"`
	OwnWithholding  int             `json:"xendit_withholding_tax"`
	BankWithholding int             `json:"third_party_withholding_tax"`
	Status          string          `json:"status"`
}

func showTransaction(t transaction) transactionBody {
	net := t.Amount
	if t.Cashflow == moneyIn {
		net = net.Sub(t.Fee).Sub(t.FeeVAT)
	} else {
		net = net.Add(t.Fee).Add(t.FeeVAT)
	}
	return transactionBody{
		ID: t.ID, ProductID: t.ProductID, Type: t.Type, Status: t.Status, Category: t.Category, Channel: orNull(t.Channel),
		Reference: t.Reference, Account: orNull(t.Account), Currency: "IDR", Amount: t.Amount, NetAmount: net, Cashflow: t.Cashflow,
		Settlement: t.Settlement, SettlesAt: inUTC(t.SettlesAt), BusinessID: businessID, Created: t.CreatedAt.UTC(), Updated: t.UpdatedAt.UTC(),
		Fee: feeBody{Amount: t.Fee, VAT: t.FeeVAT, Status: t.FeeStatus},
	}
}

func orNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

func inUTC(at *time.Time) *time.Time {
	if at == nil {
		return nil
	}
	return new(at.UTC())
}
