package simulator

import (
	"context"
	"fmt"
	"time"

	"github.com/jmoiron/sqlx"
)

// usualSettlementTime is the estimate in the books if payments are only settled by hand.
const usualSettlementTime = 48 * time.Hour

func (s *Simulator) settlementTime() time.Duration {
	if s.SettlementDelay > 0 {
		return s.SettlementDelay
	}
	return usualSettlementTime
}

// bookSettlement books the settlement of one transfer: from now on it is part of the balance, less its fee. It
// reports whether the transfer was unsettled before.
func (s *Simulator) bookSettlement(ctx context.Context, tx *sqlx.Tx, productID string) (bool, error) {
	result, err := tx.ExecContext(ctx, `
		UPDATE state.simulator_transactions
		SET settlement_status = $2, settles_at = $3, fee_status = $4, updated_at = $3
		WHERE product_id = $1 AND type = $5 AND status = $6 AND settlement_status = $7`,
		productID, settled, s.now(), feeFinal, paymentType, success, pending)
	if err != nil {
		return false, fmt.Errorf("simulator: book settlement: %w", err)
	}
	n, err := result.RowsAffected()
	return n == 1, err
}

// settleDuePayments settles a batch of payments that are due. Nothing notifies the gateway, which has to look
// into the books. It reports whether there may be more.
func (s *Simulator) settleDuePayments(ctx context.Context) (more bool, err error) {
	if s.SettlementDelay <= 0 {
		return false, nil
	}
	const batch = 100
	var due []transaction
	err = s.DB.SelectContext(ctx, &due, `
		SELECT * FROM state.simulator_transactions
		WHERE settlement_status = 'PENDING' AND settles_at <= $1 ORDER BY settles_at LIMIT $2`, s.now(), batch)
	if err != nil {
		return false, fmt.Errorf("simulator: find payments to settle: %w", err)
	}
	for _, t := range due {
		if err := s.settleTransfer(ctx, t); err != nil {
			return false, err
		}
	}
	return len(due) == batch, nil
}

// settleTransfer settles one transfer. Only the first transfer of a payment, and each charge of an e-wallet,
// has a row that shows it.
func (s *Simulator) settleTransfer(ctx context.Context, t transaction) error {
	return s.transact(ctx, func(tx *sqlx.Tx) error {
		if _, err := lockPayment(ctx, tx, t.Reference); err != nil {
			return err
		}
		if done, err := s.bookSettlement(ctx, tx, t.ProductID); err != nil || !done {
			return err
		}
		_, err := tx.ExecContext(ctx, `
			UPDATE state.simulator_payments SET status = $3
			WHERE external_id = $1 AND status = $4 AND (payment_id = $2 OR id = $2)`, t.Reference, t.ProductID, settled, paid)
		if err != nil {
			return fmt.Errorf("simulator: settle payment: %w", err)
		}
		return nil
	})
}
