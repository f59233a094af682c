package simulator

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/jmoiron/sqlx"
	"github.com/shopspring/decimal"
)

// Void takes a whole e-wallet charge back, including its fees, as on the day of the payment. The books list the
// payment as VOIDED, and the notification ewallet.void tells the gateway. chargeID is the id of the charge;
// empty means the first one. Errors: ErrNotFound, ErrState (not paid, not an e-wallet, or partly refunded).
func (s *Simulator) Void(ctx context.Context, externalID, chargeID string) error {
	return s.transact(ctx, func(tx *sqlx.Tx) error {
		p, booked, err := lockTransfer(ctx, tx, externalID, chargeID)
		if err != nil {
			return err
		}
		left, err := leftOf(ctx, tx, booked)
		if err != nil {
			return err
		}
		if p.Product != ewallet || booked.Status != success || !left.Equal(booked.Amount) {
			return fmt.Errorf("%w: only a whole charge is voided", ErrState)
		}
		if err := s.voidTransfer(ctx, tx, booked); err != nil {
			return err
		}
		if p, err = findPayment(ctx, tx, `id = $1`, booked.ProductID); err != nil {
			return err
		}
		return s.queueNotification(ctx, tx, ewallet, externalID, s.showChargeNotification("ewallet.void", p))
	})
}

// voidTransfer undoes a transfer as a whole. A second payment of a QR code has no row of its own.
func (s *Simulator) voidTransfer(ctx context.Context, tx *sqlx.Tx, booked transaction) error {
	p, err := findPayment(ctx, tx, `(id = $1 OR payment_id = $1) FOR UPDATE`, booked.ProductID)
	if err == nil {
		p.Status, p.VoidedAt = voided, new(s.now())
		err = updatePayment(ctx, tx, p)
	}
	if err != nil && !errors.Is(err, ErrNotFound) {
		return err
	}
	return s.bookVoid(ctx, tx, booked)
}

// bookVoid books that a payment no longer counts. A fee that was charged is returned.
func (s *Simulator) bookVoid(ctx context.Context, tx *sqlx.Tx, booked transaction) error {
	fee := feeCancelled
	if booked.FeeStatus == feeFinal {
		fee = feeGivenBack
	}
	_, err := tx.ExecContext(ctx, `
		UPDATE state.simulator_transactions SET status = $2, settlement_status = NULL, fee_status = $3, updated_at = $4
		WHERE id = $1`, booked.ID, voided, fee, s.now())
	if err != nil {
		return fmt.Errorf("simulator: book void: %w", err)
	}
	return nil
}

// voidUntil is how long after midnight a charge of the day can be voided.
const voidUntil = 23*time.Hour + 50*time.Minute

// isLate reports whether it is too late to void a charge: it can be done on the day of the payment before the cut-off.
func (s *Simulator) isLate(p payment) bool {
	if p.PaidAt == nil || p.PaidAmount.Equal(decimal.NewFromInt(lateVoidAmount)) {
		return true
	}
	y, m, d := p.PaidAt.In(wib).Date()
	return !s.now().Before(time.Date(y, m, d, 0, 0, 0, 0, wib).Add(voidUntil))
}

// voidCharge serves POST /ewallets/charges/{id}/void. Like the real provider it answers before the void is
// done; the notification reports the outcome.
func (s *Simulator) voidCharge(r *http.Request) (any, error) {
	p, err := findPayment(r.Context(), s.DB, `id = $1 AND product = $2`, r.PathValue("id"), ewallet)
	switch {
	case err != nil:
		return nil, err
	case s.faults.Load().FloatEmpty:
		return nil, errRefundFloat
	case s.isLate(p):
		return nil, errIneligible
	case p.PaidAmount.Equal(decimal.NewFromInt(failedVoidAmount)):
		err = s.failVoid(r.Context(), p.ExternalID)
	default:
		err = s.Void(r.Context(), p.ExternalID, p.ID)
	}
	if err != nil {
		return nil, ineligible(err)
	}
	body := s.showCharge(p)
	body.VoidStatus = new(pending)
	return body, nil
}

// failVoid notifies that a charge was not voided after all.
func (s *Simulator) failVoid(ctx context.Context, externalID string) error {
	return s.transact(ctx, func(tx *sqlx.Tx) error {
		p, err := lockPayment(ctx, tx, externalID)
		if err != nil {
			return err
		}
		p.VoidStatus = failed
		if err := updatePayment(ctx, tx, p); err != nil {
			return err
		}
		return s.queueNotification(ctx, tx, ewallet, externalID, s.showChargeNotification("ewallet.void", p))
	})
}
