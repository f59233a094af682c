package simulator

import (
	"context"
	"fmt"
	"slices"

	"github.com/jmoiron/sqlx"
	"github.com/shopspring/decimal"
)

// ReviewDispute gives the network the answer to a dispute. One of an amount in the list of the package comment is decided at
// once. id is that of the notification. Errors: ErrNotFound, ErrState (it waits for no answer).
func (s *Simulator) ReviewDispute(ctx context.Context, id string) error {
	return s.moveDispute(ctx, id, []string{actionRequired}, func(tx *sqlx.Tx, d *dispute, paid transaction) error {
		if err := s.setDispute(ctx, tx, d, underReview); err != nil {
			return err
		}
		switch disputeOutcomes[d.Amount.String()] {
		case disputeWon:
			return s.setDispute(ctx, tx, d, disputeWon)
		case disputeLost:
			return s.loseDispute(ctx, tx, d, paid)
		}
		return nil
	})
}

// WinDispute has the network decide a dispute for the merchant, also one that it had lost: then the books list the chargeback
// as reversed. Errors: ErrNotFound, ErrState (it was won).
func (s *Simulator) WinDispute(ctx context.Context, id string) error {
	return s.moveDispute(ctx, id, []string{actionRequired, underReview, disputeLost}, func(tx *sqlx.Tx, d *dispute, _ transaction) error {
		_, err := tx.ExecContext(ctx, `
			UPDATE state.simulator_transactions SET status = $2, updated_at = $3 WHERE product_id = $1 AND type = $4`,
			d.ChargebackID, reversed, s.now(), chargebackType)
		if err != nil {
			return fmt.Errorf("simulator: book the end of a chargeback: %w", err)
		}
		return s.setDispute(ctx, tx, d, disputeWon)
	})
}

// LoseDispute has the network decide a dispute for the customer, and books the chargeback of what is left of the money.
// Errors: ErrNotFound, ErrState (it is decided).
func (s *Simulator) LoseDispute(ctx context.Context, id string) error {
	return s.moveDispute(ctx, id, []string{actionRequired, underReview}, func(tx *sqlx.Tx, d *dispute, paid transaction) error {
		return s.loseDispute(ctx, tx, d, paid)
	})
}

func (s *Simulator) loseDispute(ctx context.Context, tx *sqlx.Tx, d *dispute, paid transaction) error {
	left, err := leftOf(ctx, tx, paid)
	if err != nil {
		return err
	}
	if taken := decimal.Min(left, d.Amount); taken.IsPositive() && paid.Status == success {
		d.ChargebackID = prefixedID("cb_")
		if err := s.bookReversal(ctx, tx, chargebackType, d.ChargebackID, paid, taken); err != nil {
			return err
		}
	}
	return s.setDispute(ctx, tx, d, disputeLost)
}

// moveDispute runs change with the dispute and the booking of its transfer, if it has one of the statuses.
func (s *Simulator) moveDispute(
	ctx context.Context, id string, from []string, change func(tx *sqlx.Tx, d *dispute, paid transaction) error,
) error {
	return s.transact(ctx, func(tx *sqlx.Tx) error {
		d, paid, err := lockDispute(ctx, tx, id)
		if err != nil {
			return err
		}
		if !slices.Contains(from, d.Status) {
			return fmt.Errorf("%w: the dispute is %s", ErrState, d.Status)
		}
		return change(tx, &d, paid)
	})
}
