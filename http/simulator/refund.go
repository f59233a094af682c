package simulator

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/jmoiron/sqlx"
	"github.com/shopspring/decimal"
)

// refunded is the status of a refund that is made; voided that of one by which the whole payment was undone, with its fee.
const refunded = "SUCCEEDED"

// refund is a row of simulator_refunds. ChargeID is the id of the transfer that it gives back, ExternalID that of the
// payment. Reference and Key are the caller's: reference_id and the idempotency key. Plan is the status that the refund
// reaches by itself at DueAt.
type refund struct {
	ID            string          `db:"id"`
	Product       string          `db:"product"`
	ChargeID      string          `db:"charge_id"`
	ExternalID    string          `db:"external_id"`
	ChannelCode   string          `db:"channel_code"`
	Amount        decimal.Decimal `db:"amount"`
	CaptureAmount decimal.Decimal `db:"capture_amount"`
	Reason        string          `db:"reason"`
	Status        string          `db:"status"`
	FailureCode   string          `db:"failure_code"`
	Reference     string          `db:"reference_id"`
	Key           string          `db:"idempotency_key"`
	Plan          string          `db:"plan"`
	DueAt         *time.Time      `db:"due_at"`
	CreatedAt     time.Time       `db:"created_at"`
	UpdatedAt     *time.Time      `db:"updated_at"`
}

// refundIDs are the prefixes of the ids by product.
var refundIDs = map[string]string{ewallet: "ewr_", qris: "qrrf_", invoice: "rfd-", va: "rfd-"}

func insertRefund(ctx context.Context, tx *sqlx.Tx, r refund) error {
	_, err := tx.NamedExecContext(ctx, `
		INSERT INTO state.simulator_refunds
		       (id, product, charge_id, external_id, channel_code, amount, capture_amount, reason, status, failure_code,
		        reference_id, idempotency_key, plan, due_at, created_at, updated_at)
		VALUES (:id, :product, :charge_id, :external_id, :channel_code, :amount, :capture_amount, :reason, :status, :failure_code,
		        :reference_id, :idempotency_key, :plan, :due_at, :created_at, :updated_at)`, r)
	if err != nil {
		return fmt.Errorf("simulator: insert refund: %w", err)
	}
	return nil
}

func findRefund(ctx context.Context, db sqlx.QueryerContext, where string, args ...any) (r refund, err error) {
	err = sqlx.GetContext(ctx, db, &r, `SELECT * FROM state.simulator_refunds WHERE `+where, args...)
	if errors.Is(err, sql.ErrNoRows) {
		return r, ErrNotFound
	}
	if err != nil {
		return r, fmt.Errorf("simulator: read refund: %w", err)
	}
	return r, nil
}

// refundOrder is a refund that the caller asks for. Reference and Key may be empty.
type refundOrder struct {
	Reversal
	reference, key string
}

// orderRefund records a refund that the caller asks for. first is false if the key was used before: then it returns the
// first refund.
func (s *Simulator) orderRefund(ctx context.Context, o refundOrder) (made refund, first bool, fault refundFault, err error) {
	err = s.transact(ctx, func(tx *sqlx.Tx) error {
		p, paid, err := lockTransfer(ctx, tx, o.ExternalID, o.PaymentID)
		if err != nil {
			return err
		}
		if o.key != "" {
			if made, err = findRefund(ctx, tx, `product = $1 AND idempotency_key = $2`, p.Product, o.key); !errors.Is(err, ErrNotFound) {
				return err
			}
		}
		amount, err := refundable(ctx, tx, paid, o.Amount)
		if err != nil {
			return err
		}
		fault = refundFaults[amount.String()]
		if err := s.refundErrorBeforeRecord(paid, fault); err != nil {
			return err
		}
		first, made = true, s.newRefund(p, paid, o, amount)
		s.planRefund(&made, paid, fault)
		if err := insertRefund(ctx, tx, made); err != nil || made.DueAt != nil || made.Plan == "" {
			return err
		}
		return s.carryOutRefund(ctx, tx, &made)
	})
	if err == nil && first {
		s.sweepAt(made.DueAt)
	}
	return made, first, fault, err
}

func (s *Simulator) newRefund(p payment, paid transaction, o refundOrder, amount decimal.Decimal) refund {
	return refund{
		ID: prefixedID(refundIDs[p.Product]), Product: p.Product, ChargeID: paid.ProductID, ExternalID: paid.Reference,
		ChannelCode: cmp.Or(p.ChannelCode, paid.Channel), Amount: amount, CaptureAmount: paid.Amount,
		Reason: cmp.Or(o.Reason, "REQUESTED_BY_CUSTOMER"), Status: pending, Reference: o.reference, Key: o.key,
		CreatedAt: s.now(), UpdatedAt: new(s.now()),
	}
}

// refundable returns the amount of a refund, or the provider's error if the payment can't be given back by so much.
func refundable(ctx context.Context, tx *sqlx.Tx, paid transaction, asked *decimal.Decimal) (amount decimal.Decimal, err error) {
	left, err := leftOf(ctx, tx, paid)
	if err != nil {
		return left, err
	}
	var open decimal.Decimal
	err = tx.GetContext(ctx, &open, `
		SELECT coalesce(sum(amount), 0) FROM state.simulator_refunds WHERE charge_id = $1 AND status = $2`, paid.ProductID, pending)
	if err != nil {
		return left, fmt.Errorf("simulator: add up refunds: %w", err)
	}
	amount = left.Sub(open)
	if asked != nil {
		amount = *asked
	}
	switch {
	case paid.Status != success:
		return amount, errIneligible
	case asked != nil && (!amount.IsPositive() || !amount.IsInteger()):
		return amount, badRequest("amount must be whole rupiah above 0")
	case open.IsPositive() && amount.GreaterThan(left.Sub(open)):
		return amount, &apiError{http.StatusBadRequest, "REFUND_IN_PROGRESS", "Another refund of this payment is being made"}
	case amount.GreaterThan(left), !amount.IsPositive():
		return amount, &apiError{
			http.StatusBadRequest, "MAXIMUM_REFUND_AMOUNT_REACHED", fmt.Sprintf("At most %s can be refunded", left),
		}
	}
	return amount, nil
}

// validFor is how long after the payment a refund can be asked for, and voidedWithin how long a whole refund by QR code
// undoes the payment.
const (
	validFor     = 30 * 24 * time.Hour
	voidedWithin = 24 * time.Hour
)

func (s *Simulator) refundErrorBeforeRecord(paid transaction, fault refundFault) error {
	switch {
	case fault.answer != nil:
		return fault.answer
	case s.faults.Load().FloatEmpty:
		return errRefundFloat
	case s.now().After(paid.CreatedAt.Add(validFor)):
		return errIneligible
	}
	return fault.amountFault.errorBeforeRecord()
}

// planRefund sets the status that the refund reaches by itself: at once, or after the delay of payouts.
func (s *Simulator) planRefund(r *refund, paid transaction, fault refundFault) {
	isWhole := r.Amount.Equal(paid.Amount)
	switch {
	case fault.stays:
		return
	case fault.code != "":
		r.Plan, r.FailureCode = failed, fault.code
	case r.Product == qris && isWhole && s.now().Before(paid.CreatedAt.Add(voidedWithin)):
		r.Plan = voided
	default:
		r.Plan = refunded
	}
	if s.PayoutDelay > 0 && !fault.atOnce {
		r.DueAt = new(r.CreatedAt.Add(s.PayoutDelay))
	}
}

// carryOutRefund gives the refund its planned status. One that bounces has the plan to fail next.
func (s *Simulator) carryOutRefund(ctx context.Context, tx *sqlx.Tx, r *refund) error {
	status := r.Plan
	r.Plan, r.DueAt = "", nil
	if status == refunded && refundFaults[r.Amount.String()].bounces {
		r.Plan, r.DueAt = failed, new(s.now().Add(reversalDelay))
		s.sweepAt(r.DueAt)
	}
	return s.setRefund(ctx, tx, r, status)
}

// setRefund writes the status of the refund, books it, and queues its notification. There is none of a cancelled one.
func (s *Simulator) setRefund(ctx context.Context, tx *sqlx.Tx, r *refund, status string) error {
	before := r.Status
	r.Status, r.UpdatedAt = status, new(s.now())
	_, err := tx.NamedExecContext(ctx, `
		UPDATE state.simulator_refunds
		SET status = :status, failure_code = :failure_code, plan = :plan, due_at = :due_at, updated_at = :updated_at WHERE id = :id`, r)
	if err != nil {
		return fmt.Errorf("simulator: change refund: %w", err)
	}
	if err := s.bookRefund(ctx, tx, *r, before); err != nil || status == cancelled {
		return err
	}
	return s.notifyRefund(ctx, tx, *r)
}

// bookRefund books what has become of a refund. One that bounced is reversed in the books.
func (s *Simulator) bookRefund(ctx context.Context, tx *sqlx.Tx, r refund, before string) error {
	var paid transaction
	err := tx.GetContext(ctx, &paid, `
		SELECT * FROM state.simulator_transactions WHERE reference_id = $1 AND product_id = $2 AND type = $3`,
		r.ExternalID, r.ChargeID, paymentType)
	switch {
	case err != nil:
		return fmt.Errorf("simulator: read transaction: %w", err)
	case r.Status == refunded:
		return s.bookReversal(ctx, tx, refundType, r.ID, paid, r.Amount)
	case r.Status == voided:
		return s.voidTransfer(ctx, tx, paid)
	case before != refunded:
		return nil
	}
	_, err = tx.ExecContext(ctx, `
		UPDATE state.simulator_transactions SET status = $2, updated_at = $3 WHERE product_id = $1 AND type = $4`,
		r.ID, reversed, s.now(), refundType)
	if err != nil {
		return fmt.Errorf("simulator: book bounce: %w", err)
	}
	return nil
}

// notifyRefund queues the notification about a refund, in the form of its product.
func (s *Simulator) notifyRefund(ctx context.Context, tx *sqlx.Tx, r refund) error {
	switch r.Product {
	case ewallet, qris:
		return s.queueNotification(ctx, tx, r.Product, r.ExternalID, s.showRefundNotification(r))
	}
	p, err := findPayment(ctx, tx, `external_id = $1 AND product = $2 AND NOT second_charge`, r.ExternalID, r.Product)
	if err != nil {
		return err
	}
	return s.queueNotification(ctx, tx, refundKind, r.ExternalID, s.showUnifiedNotification(r, p))
}
