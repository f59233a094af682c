package simulator

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jmoiron/sqlx"
)

const (
	defaultFailureCode = "REJECTED_BY_BANK"
	// noFloat is the failure code of a payout for which the gateway's own money does not suffice. It is also
	// the plan of a payout that will fail for this reason.
	noFloat = "INSUFFICIENT_BALANCE"
	// reversalDelay is the time between the completion of a payout and its planned reversal.
	reversalDelay = time.Second
)

// CompletePayout completes the newest payout with that external id. The external id may lack its last part,
// which follows a hyphen and which a tester may not know. If the payout has not arrived yet, the outcome is
// remembered and applied on arrival; the last one given counts. Error: ErrState (not pending).
func (s *Simulator) CompletePayout(ctx context.Context, externalID string) error {
	return s.giveOutcome(ctx, externalID, completed, "")
}

// FailPayout makes the payout fail. Otherwise it works like CompletePayout. An empty code means REJECTED_BY_BANK.
func (s *Simulator) FailPayout(ctx context.Context, externalID, code string) error {
	return s.giveOutcome(ctx, externalID, failed, cmp.Or(code, defaultFailureCode))
}

// ReversePayout reverses a completed payout. Errors: ErrNotFound, ErrState (not completed).
func (s *Simulator) ReversePayout(ctx context.Context, externalID string) error {
	return s.transact(ctx, func(tx *sqlx.Tx) error {
		d, err := latestDisbursement(ctx, tx, externalID)
		if err != nil {
			return err
		}
		if d.Status != completed {
			return ErrState
		}
		return s.endPlan(ctx, tx, d, reversed, "")
	})
}

// HasPayout reports whether a payout with that external id, or one that begins with it and a
// hyphen, has arrived.
func (s *Simulator) HasPayout(ctx context.Context, externalID string) (bool, error) {
	_, err := findDisbursement(ctx, s.DB, `external_id = $1 OR starts_with(external_id, $1 || '-') LIMIT 1`, externalID)
	if errors.Is(err, ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// giveOutcome ends a pending payout, or remembers the outcome of one that has not arrived.
func (s *Simulator) giveOutcome(ctx context.Context, externalID, status, code string) error {
	return s.transact(ctx, func(tx *sqlx.Tx) error {
		if err := lockPayout(ctx, tx, externalID); err != nil {
			return err
		}
		d, err := latestDisbursement(ctx, tx, externalID)
		if errors.Is(err, ErrNotFound) {
			return rememberOutcome(ctx, tx, externalID, status, code)
		}
		if err != nil {
			return err
		}
		if d.Status != pending {
			return ErrState
		}
		return s.endPlan(ctx, tx, d, status, code)
	})
}

// lockPayout locks the external id, so that a remembered outcome and the arrival of its payout
// do not miss each other.
func lockPayout(ctx context.Context, tx *sqlx.Tx, externalID string) error {
	_, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock(hashtext('state.simulator_orders'), hashtext($1))`, externalID)
	if err != nil {
		return fmt.Errorf("simulator: lock payout: %w", err)
	}
	return nil
}

// lockArrival locks the two names by which a remembered outcome may know the payout.
func lockArrival(ctx context.Context, tx *sqlx.Tx, externalID string) error {
	for _, name := range []string{externalID, withoutLastPart(externalID)} {
		if err := lockPayout(ctx, tx, name); err != nil {
			return err
		}
	}
	return nil
}

func withoutLastPart(externalID string) string {
	return externalID[:max(0, strings.LastIndexByte(externalID, '-'))]
}

func latestDisbursement(ctx context.Context, tx *sqlx.Tx, externalID string) (disbursement, error) {
	return findDisbursement(ctx, tx, `external_id = $1 OR starts_with(external_id, $1 || '-')
		ORDER BY created_at DESC LIMIT 1 FOR UPDATE`, externalID)
}

func rememberOutcome(ctx context.Context, tx *sqlx.Tx, externalID, status, code string) error {
	_, err := tx.ExecContext(ctx, `
		INSERT INTO state.simulator_orders (external_id, status, failure_code) VALUES ($1, $2, $3)
		ON CONFLICT (external_id) DO UPDATE SET status = excluded.status, failure_code = excluded.failure_code`,
		externalID, status, code)
	if err != nil {
		return fmt.Errorf("simulator: remember outcome: %w", err)
	}
	return nil
}

// applyRememberedOutcome applies the outcome that was given before the payout arrived.
func (s *Simulator) applyRememberedOutcome(ctx context.Context, tx *sqlx.Tx, d disbursement) error {
	var status, code string
	err := tx.QueryRowContext(ctx,
		`DELETE FROM state.simulator_orders WHERE external_id IN ($1, $2) RETURNING status, failure_code`,
		d.ExternalID, withoutLastPart(d.ExternalID)).
		Scan(&status, &code)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("simulator: take remembered outcome: %w", err)
	}
	return s.endPlan(ctx, tx, d, status, code)
}

// endPlan sets the status of the payout and removes its plan.
func (s *Simulator) endPlan(ctx context.Context, tx *sqlx.Tx, d disbursement, status, code string) error {
	d.Plan, d.DueAt = "", nil
	return s.setStatus(ctx, tx, d, status, code)
}

// setStatus writes the status, books it and queues the notification.
func (s *Simulator) setStatus(ctx context.Context, tx *sqlx.Tx, d disbursement, status, code string) error {
	d.Status, d.FailureCode, d.UpdatedAt = status, code, s.now()
	_, err := tx.NamedExecContext(ctx, `
		UPDATE state.simulator_disbursements
		SET status = :status, failure_code = :failure_code, plan = :plan, due_at = :due_at, updated_at = :updated_at
		WHERE id = :id`, d)
	if err != nil {
		return fmt.Errorf("simulator: move disbursement: %w", err)
	}
	if err := s.updatePayoutTransaction(ctx, tx, d); err != nil {
		return err
	}
	if d.API == apiV2 {
		return s.queueNotification(ctx, tx, disbursementKind, d.ExternalID, s.showPayoutNotification(d))
	}
	return s.queueNotification(ctx, tx, disbursementKind, d.ExternalID, showDisbursement(d))
}

// processDuePayouts carries out the plans of a batch of payouts that are due. It reports whether
// there may be more.
func (s *Simulator) processDuePayouts(ctx context.Context) (more bool, err error) {
	const batch = 100
	err = s.transact(ctx, func(tx *sqlx.Tx) error {
		var due []disbursement
		err := tx.SelectContext(ctx, &due, `
			SELECT * FROM state.simulator_disbursements WHERE due_at <= $1
			ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED`, s.now(), batch)
		if err != nil {
			return fmt.Errorf("simulator: find due disbursements: %w", err)
		}
		for _, d := range due {
			if err := s.carryOutPlan(ctx, tx, d); err != nil {
				return err
			}
		}
		more = len(due) == batch
		return nil
	})
	return more, err
}

// carryOutPlan sets the planned status. A payout that will be reversed completes first.
func (s *Simulator) carryOutPlan(ctx context.Context, tx *sqlx.Tx, d disbursement) error {
	switch {
	case d.Plan == failed:
		return s.endPlan(ctx, tx, d, failed, defaultFailureCode)
	case d.Plan == noFloat:
		return s.endPlan(ctx, tx, d, failed, noFloat)
	case d.Plan == reversed && d.Status == pending:
		d.DueAt = new(s.now().Add(reversalDelay))
		s.sweepAt(d.DueAt)
		return s.setStatus(ctx, tx, d, completed, "")
	}
	return s.endPlan(ctx, tx, d, d.Plan, "")
}

// sweepAt makes Run look for due payouts at that time, without waiting for the next poll.
func (s *Simulator) sweepAt(at *time.Time) {
	if at != nil {
		signalAfter(s.sweep, at.Sub(s.now()))
	}
}
