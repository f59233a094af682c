package simulator

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jmoiron/sqlx"
	"github.com/shopspring/decimal"
)

// Types in the books of entries that take a payment back.
const (
	refundType     = "REFUND"
	chargebackType = "CHARGEBACK"
)

// Reversal asks to take a payment back.
type Reversal struct {
	// ExternalID is the external id of the payment.
	ExternalID string
	// PaymentID is the id of one transfer of money, which the books list as product_id.
	// Empty means the first one.
	PaymentID string
	// Amount is in whole rupiah. Nil means all that is left of the transfer.
	Amount *decimal.Decimal
	// Reason is in the provider's words, empty for REQUESTED_BY_CUSTOMER.
	Reason string
}

// Refund gives money back to the customer. The books list it as a REFUND with an id of its own.
// An e-wallet's refund is notified (ewallet.refund, without our reference), the others are
// not. The fees stay. Errors: ErrNotFound, ErrState (not paid, voided, or more than is left).
func (s *Simulator) Refund(ctx context.Context, r Reversal) error {
	return s.takeBack(ctx, r, func(tx *sqlx.Tx, p payment, paid transaction, amount decimal.Decimal) error {
		made := s.newRefund(p, paid, refundOrder{Reversal: r}, amount)
		made.Status = refunded
		if err := insertRefund(ctx, tx, made); err != nil {
			return err
		}
		if err := s.bookReversal(ctx, tx, refundType, made.ID, paid, amount); err != nil || p.Product != ewallet {
			return err
		}
		return s.notifyRefund(ctx, tx, made)
	})
}

// Chargeback takes money back at the demand of the customer's bank. Nothing tells the gateway,
// which has to look into the books. The fees stay. Errors: as of Refund.
func (s *Simulator) Chargeback(ctx context.Context, r Reversal) error {
	return s.takeBack(ctx, r, func(tx *sqlx.Tx, _ payment, paid transaction, amount decimal.Decimal) error {
		return s.bookReversal(ctx, tx, chargebackType, prefixedID("cb_"), paid, amount)
	})
}

// takeBack runs change with the payment, the booking of one of its transfers, and the amount to take back.
func (s *Simulator) takeBack(
	ctx context.Context, r Reversal, change func(tx *sqlx.Tx, p payment, paid transaction, amount decimal.Decimal) error,
) error {
	return s.transact(ctx, func(tx *sqlx.Tx) error {
		p, paid, err := lockTransfer(ctx, tx, r.ExternalID, r.PaymentID)
		if err != nil {
			return err
		}
		left, err := leftOf(ctx, tx, paid)
		if err != nil {
			return err
		}
		amount := left
		if r.Amount != nil {
			amount = *r.Amount
		}
		if paid.Status != success || !amount.IsPositive() || !amount.IsInteger() || amount.GreaterThan(left) {
			return fmt.Errorf("%w: %s can be taken back", ErrState, left)
		}
		return change(tx, p, paid, amount)
	})
}

// lockTransfer reads the booking of one transfer, and locks its payment.
func lockTransfer(ctx context.Context, tx *sqlx.Tx, externalID, paymentID string) (p payment, paid transaction, err error) {
	if p, err = lockPayment(ctx, tx, externalID); err != nil {
		return p, paid, err
	}
	if !p.isPaid() {
		return p, paid, ErrState
	}
	err = tx.GetContext(ctx, &paid, `
		SELECT * FROM state.simulator_transactions WHERE reference_id = $1 AND product_id = $2 AND type = $3`,
		externalID, cmp.Or(paymentID, p.productID()), paymentType)
	if errors.Is(err, sql.ErrNoRows) {
		return p, paid, ErrNotFound
	}
	return p, paid, err
}

// leftOf returns the part of a transfer that has not been taken back.
func leftOf(ctx context.Context, tx *sqlx.Tx, paid transaction) (decimal.Decimal, error) {
	var back decimal.Decimal
	err := tx.GetContext(ctx, &back, `
		SELECT coalesce(sum(amount), 0) FROM state.simulator_transactions
		WHERE reference_id = $1 AND reverses = $2 AND status = $3`, paid.Reference, paid.ProductID, success)
	if err != nil {
		return back, fmt.Errorf("simulator: add up reversals: %w", err)
	}
	return paid.Amount.Sub(back), nil
}

// bookReversal books money that went back to the customer.
func (s *Simulator) bookReversal(
	ctx context.Context, tx *sqlx.Tx, kind, id string, paid transaction, amount decimal.Decimal,
) error {
	return insertTransaction(ctx, tx, transaction{
		Type: kind, Cashflow: moneyOut, ProductID: id, Reference: paid.Reference, Category: paid.Category, Channel: paid.Channel,
		Account: paid.Account, Status: success, Amount: amount, FeeStatus: noFee, Reverses: paid.ProductID, CreatedAt: s.now(),
	})
}
