package simulator

import (
	"cmp"
	"context"
	"fmt"

	"github.com/jmoiron/sqlx"
)

// CompleteRefund completes a refund that waits for a tester. reference is that of the refund (its reference_id or
// idempotency key), which may lack its last part, or the external id of its payment: then it is the newest one. Errors:
// ErrNotFound, ErrState (not pending).
func (s *Simulator) CompleteRefund(ctx context.Context, reference string) error {
	return s.endRefund(ctx, reference, pending, refunded, "")
}

// FailRefund makes a pending refund fail. Otherwise it works like CompleteRefund. An empty code means
// INELIGIBLE_TRANSACTION.
func (s *Simulator) FailRefund(ctx context.Context, reference, code string) error {
	return s.endRefund(ctx, reference, pending, failed, cmp.Or(code, "INELIGIBLE_TRANSACTION"))
}

// BounceRefund makes a refund fail that had succeeded: the money is back at the provider. The books list it as reversed.
// An empty code means ACCOUNT_NOT_FOUND. Errors: ErrNotFound, ErrState (not succeeded, or a void).
func (s *Simulator) BounceRefund(ctx context.Context, reference, code string) error {
	return s.endRefund(ctx, reference, refunded, failed, cmp.Or(code, bounceCode))
}

func (s *Simulator) endRefund(ctx context.Context, reference, from, to, code string) error {
	return s.transact(ctx, func(tx *sqlx.Tx) error {
		r, err := findRefund(ctx, tx, `$1 <> '' AND $1 IN (external_id, reference_id, idempotency_key,
			regexp_replace(reference_id, '-[^-]*$', ''), regexp_replace(idempotency_key, '-[^-]*$', ''))
			ORDER BY created_at DESC, id LIMIT 1 FOR UPDATE`, reference)
		if err != nil {
			return err
		}
		if r.Status != from {
			return fmt.Errorf("%w: the refund is %s", ErrState, r.Status)
		}
		r.FailureCode, r.Plan, r.DueAt = code, "", nil
		return s.setRefund(ctx, tx, &r, to)
	})
}

// processDueRefunds carries out the plans of a batch of refunds that are due. It reports whether there may be more.
func (s *Simulator) processDueRefunds(ctx context.Context) (more bool, err error) {
	const batch = 100
	err = s.transact(ctx, func(tx *sqlx.Tx) error {
		var due []refund
		err := tx.SelectContext(ctx, &due, `
			SELECT * FROM state.simulator_refunds WHERE due_at <= $1 ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED`, s.now(), batch)
		if err != nil {
			return fmt.Errorf("simulator: find due refunds: %w", err)
		}
		for i := range due {
			if due[i].Status == refunded {
				due[i].FailureCode = bounceCode
			}
			if err := s.carryOutRefund(ctx, tx, &due[i]); err != nil {
				return err
			}
		}
		more = len(due) == batch
		return nil
	})
	return more, err
}
