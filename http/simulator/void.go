package simulator

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/jmoiron/sqlx"
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
		if p, err = findPayment(ctx, tx, `id = $1 FOR UPDATE`, booked.ProductID); err != nil {
			return err
		}
		p.Status, p.VoidedAt = voided, new(s.now())
		if err := updatePayment(ctx, tx, p); err != nil {
			return err
		}
		if err := s.bookVoid(ctx, tx, booked); err != nil {
			return err
		}
		return s.queueNotification(ctx, tx, ewallet, externalID, s.showChargeNotification("ewallet.void", p))
	})
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

// voidCharge serves POST /ewallets/charges/{id}/void. Like the real provider it answers before the void is
// done; the notification reports the outcome.
func (s *Simulator) voidCharge(r *http.Request) (any, error) {
	p, err := findPayment(r.Context(), s.DB, `id = $1 AND product = $2`, r.PathValue("id"), ewallet)
	if err != nil {
		return nil, err
	}
	if err := s.Void(r.Context(), p.ExternalID, p.ID); err != nil {
		return nil, ineligible(err)
	}
	body := s.showCharge(p)
	body.VoidStatus = new(pending)
	return body, nil
}

// ineligible is the provider's error for a charge that can't be taken back.
func ineligible(err error) error {
	if errors.Is(err, ErrState) {
		return &apiError{http.StatusForbidden, "INELIGIBLE_TRANSACTION", "The transaction is not eligible for a void or a refund"}
	}
	return err
}
