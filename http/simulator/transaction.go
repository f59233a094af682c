package simulator

import (
	"context"
	"fmt"
	"time"

	"github.com/jmoiron/sqlx"
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
