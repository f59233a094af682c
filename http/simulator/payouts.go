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
	// noFloat is the failure code of a payout that the gateway's own money does not
	// suffice for, and the plan of one that will fail with it.
	noFloat = "INSUFFICIENT_BALANCE"
	// reversalDelay lies between the success of a payout and its return.
	reversalDelay = time.Second
)

// CompletePayout makes the newest payout of that external id succeed. The external id
// may be without its last part, which follows a hyphen and which a tester may not know.
// An instruction for a payout that has not arrived yet is remembered, the last one, and
// applied on arrival. ErrState when it is not pending.
func (s *Simulator) CompletePayout(ctx context.Context, externalID string) error {
	return s.instruct(ctx, externalID, completed, "")
}

// FailPayout makes it fail, as CompletePayout makes it succeed; the code is
// REJECTED_BY_BANK when empty.
func (s *Simulator) FailPayout(ctx context.Context, externalID, code string) error {
	return s.instruct(ctx, externalID, failed, cmp.Or(code, defaultFailureCode))
}

// ReversePayout takes back a payout that succeeded. ErrNotFound, ErrState (not
// completed).
func (s *Simulator) ReversePayout(ctx context.Context, externalID string) error {
	return s.transact(ctx, func(tx *sqlx.Tx) error {
		d, err := latestDisbursement(ctx, tx, externalID)
		if err != nil {
			return err
		}
		if d.Status != completed {
			return ErrState
		}
		return s.move(ctx, tx, d, reversed, "")
	})
}

func (s *Simulator) instruct(ctx context.Context, externalID, status, code string) error {
	return s.transact(ctx, func(tx *sqlx.Tx) error {
		if err := lockPayout(ctx, tx, externalID); err != nil {
			return err
		}
		d, err := latestDisbursement(ctx, tx, externalID)
		if errors.Is(err, ErrNotFound) {
			return rememberInstruction(ctx, tx, externalID, status, code)
		}
		if err != nil {
			return err
		}
		if d.Status != pending {
			return ErrState
		}
		return s.move(ctx, tx, d, status, code)
	})
}

// lockPayout keeps an instruction and the arrival of its payout apart, so that neither
// misses the other.
func lockPayout(ctx context.Context, tx *sqlx.Tx, externalID string) error {
	_, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock(hashtext('state.simulator_orders'), hashtext($1))`, externalID)
	if err != nil {
		return fmt.Errorf("simulator: lock payout: %w", err)
	}
	return nil
}

// lockArrival locks the two names by which an instruction may know the payout.
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
	return oneDisbursement(ctx, tx, `external_id = $1 OR starts_with(external_id, $1 || '-')
		ORDER BY created_at DESC LIMIT 1 FOR UPDATE`, externalID)
}

func rememberInstruction(ctx context.Context, tx *sqlx.Tx, externalID, status, code string) error {
	_, err := tx.ExecContext(ctx, `
		INSERT INTO state.simulator_orders (external_id, status, failure_code) VALUES ($1, $2, $3)
		ON CONFLICT (external_id) DO UPDATE SET status = excluded.status, failure_code = excluded.failure_code`,
		externalID, status, code)
	if err != nil {
		return fmt.Errorf("simulator: remember instruction: %w", err)
	}
	return nil
}

// applyInstruction carries out what was instructed before the payout arrived.
func (s *Simulator) applyInstruction(ctx context.Context, tx *sqlx.Tx, d disbursement) error {
	var status, code string
	err := tx.QueryRowContext(ctx,
		`DELETE FROM state.simulator_orders WHERE external_id IN ($1, $2) RETURNING status, failure_code`,
		d.ExternalID, withoutLastPart(d.ExternalID)).
		Scan(&status, &code)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("simulator: take instruction: %w", err)
	}
	return s.move(ctx, tx, d, status, code)
}

// move gives a payout its next status and queues the notification. An order from
// outside ends any plan; what the plan goes on with is set by step.
func (s *Simulator) move(ctx context.Context, tx *sqlx.Tx, d disbursement, status, code string) error {
	d.Plan, d.DueAt = "", nil
	return s.moveOn(ctx, tx, d, status, code)
}

func (s *Simulator) moveOn(ctx context.Context, tx *sqlx.Tx, d disbursement, status, code string) error {
	d.Status, d.FailureCode, d.UpdatedAt = status, code, s.now()
	_, err := tx.NamedExecContext(ctx, `
		UPDATE state.simulator_disbursements
		SET status = :status, failure_code = :failure_code, plan = :plan, due_at = :due_at, updated_at = :updated_at
		WHERE id = :id`, d)
	if err != nil {
		return fmt.Errorf("simulator: move disbursement: %w", err)
	}
	if err := s.bookMove(ctx, tx, d); err != nil {
		return err
	}
	return s.enqueue(ctx, tx, payout, d.ExternalID, showDisbursement(d))
}

// payOutDue moves the payouts whose time has come, some at a time. It says whether
// there may be more.
func (s *Simulator) payOutDue(ctx context.Context) (more bool, err error) {
	const atOnce = 100
	err = s.transact(ctx, func(tx *sqlx.Tx) error {
		var due []disbursement
		err := tx.SelectContext(ctx, &due, `
			SELECT * FROM state.simulator_disbursements WHERE due_at <= $1
			ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED`, s.now(), atOnce)
		if err != nil {
			return fmt.Errorf("simulator: find due disbursements: %w", err)
		}
		for _, d := range due {
			if err := s.step(ctx, tx, d); err != nil {
				return err
			}
		}
		more = len(due) == atOnce
		return nil
	})
	return more, err
}

func (s *Simulator) step(ctx context.Context, tx *sqlx.Tx, d disbursement) error {
	switch {
	case d.Plan == failed:
		return s.move(ctx, tx, d, failed, defaultFailureCode)
	case d.Plan == noFloat:
		return s.move(ctx, tx, d, failed, noFloat)
	case d.Plan == reversed && d.Status == pending:
		d.DueAt = new(s.now().Add(reversalDelay))
		s.sweepAt(d.DueAt)
		return s.moveOn(ctx, tx, d, completed, "")
	}
	return s.move(ctx, tx, d, d.Plan, "")
}

// sweepAt has Run look for due payouts then, rather than at the next poll.
func (s *Simulator) sweepAt(at *time.Time) {
	if at != nil {
		signalAfter(s.sweep, at.Sub(s.now()))
	}
}
