package simulator

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/jmoiron/sqlx"
	"github.com/shopspring/decimal"
)

// disputeKind is the kind of notifications about disputes.
const disputeKind = "dispute"

// The statuses of a dispute.
const (
	actionRequired = "ACTION_REQUIRED"
	underReview    = "UNDER_REVIEW"
	disputeWon     = "WON"
	disputeLost    = "LOST"
)

// disputeEvents are the events by which the provider reports a status.
var disputeEvents = map[string]string{
	actionRequired: "dispute.action_required", underReview: "dispute.under_review", disputeWon: "dispute.won", disputeLost: "dispute.lost",
}

// disputeOutcomes are the outcomes that follow at once when the network has the answer, by the amount of the dispute.
var disputeOutcomes = map[string]string{"40300": disputeWon, "40301": disputeLost}

// disputeTime is how long a dispute can be answered where its opener does not say it.
const disputeTime = 7 * 24 * time.Hour

// Dispute asks to dispute a payment.
type Dispute struct {
	// Reversal is what the customer wants back. An empty Reason means GOODS_NOT_RECEIVED.
	Reversal
	// DueIn is how long it can be answered; 0 means a week.
	DueIn time.Duration
}

// dispute is a row of simulator_disputes. ChargeID is the id of the transfer that is disputed, and ChargebackID that of its
// chargeback in the books, empty for none.
type dispute struct {
	ID           string          `db:"id"`
	ChargeID     string          `db:"charge_id"`
	ExternalID   string          `db:"external_id"`
	Amount       decimal.Decimal `db:"amount"`
	Reason       string          `db:"reason"`
	Status       string          `db:"status"`
	ChargebackID string          `db:"chargeback_id"`
	DueAt        time.Time       `db:"due_at"`
	CreatedAt    time.Time       `db:"created_at"`
}

// OpenDispute has the customer dispute one transfer of a paid payment by QRIS or a wallet. A notification reports it.
// Errors: as of Refund; ErrState also for another channel, and while another dispute about the transfer is not decided.
func (s *Simulator) OpenDispute(ctx context.Context, o Dispute) error {
	return s.takeBack(ctx, o.Reversal, func(tx *sqlx.Tx, _ payment, paid transaction, amount decimal.Decimal) error {
		if paid.Category == "VIRTUAL_ACCOUNT" {
			return fmt.Errorf("%w: a transfer to a virtual account can't be disputed", ErrState)
		}
		d := dispute{
			ID: prefixedID("dsp_"), ChargeID: paid.ProductID, ExternalID: paid.Reference, Amount: amount,
			Reason: cmp.Or(o.Reason, "GOODS_NOT_RECEIVED"), Status: actionRequired, CreatedAt: s.now(),
			DueAt: s.now().Add(cmp.Or(o.DueIn, disputeTime)),
		}
		if err := insertDispute(ctx, tx, d); err != nil {
			return err
		}
		return s.notifyDispute(ctx, tx, d)
	})
}

// insertDispute relies on the lock of the payment, so that two disputes about one transfer don't open at once.
func insertDispute(ctx context.Context, tx *sqlx.Tx, d dispute) error {
	var open bool
	err := tx.GetContext(ctx, &open, `
		SELECT EXISTS (SELECT 1 FROM state.simulator_disputes WHERE charge_id = $1 AND status IN ($2, $3))`,
		d.ChargeID, actionRequired, underReview)
	if err != nil {
		return fmt.Errorf("simulator: look for a dispute: %w", err)
	}
	if open {
		return fmt.Errorf("%w: another dispute is open", ErrState)
	}
	_, err = tx.NamedExecContext(ctx, `
		INSERT INTO state.simulator_disputes (id, charge_id, external_id, amount, reason, status, chargeback_id, due_at, created_at)
		VALUES (:id, :charge_id, :external_id, :amount, :reason, :status, :chargeback_id, :due_at, :created_at)`, d)
	if err != nil {
		return fmt.Errorf("simulator: insert dispute: %w", err)
	}
	return nil
}

// lockDispute reads a dispute and locks its payment first, as all that takes a payment back does.
func lockDispute(ctx context.Context, tx *sqlx.Tx, id string) (d dispute, paid transaction, err error) {
	const query = `SELECT * FROM state.simulator_disputes WHERE id = $1`
	if err = tx.GetContext(ctx, &d, query, id); err == nil {
		_, paid, err = lockTransfer(ctx, tx, d.ExternalID, d.ChargeID)
	}
	if err == nil {
		err = tx.GetContext(ctx, &d, query, id)
	}
	if errors.Is(err, sql.ErrNoRows) {
		return d, paid, ErrNotFound
	}
	return d, paid, err
}

// setDispute writes the status of the dispute and queues its notification.
func (s *Simulator) setDispute(ctx context.Context, tx *sqlx.Tx, d *dispute, status string) error {
	d.Status = status
	_, err := tx.NamedExecContext(ctx,
		`UPDATE state.simulator_disputes SET status = :status, chargeback_id = :chargeback_id WHERE id = :id`, d)
	if err != nil {
		return fmt.Errorf("simulator: change dispute: %w", err)
	}
	return s.notifyDispute(ctx, tx, *d)
}

// notifyDispute queues the notification of the dispute's status.
func (s *Simulator) notifyDispute(ctx context.Context, tx *sqlx.Tx, d dispute) error {
	return s.queueNotification(ctx, tx, disputeKind, d.ExternalID, map[string]any{
		"event": disputeEvents[d.Status], "business_id": businessID, "created": s.now(),
		"data": map[string]any{
			"id": d.ID, "payment_id": d.ChargeID, "reference_id": d.ExternalID, "status": d.Status, "amount": d.Amount,
			"currency": "IDR", "reason": d.Reason, "due_date": d.DueAt.UTC(), "created": d.CreatedAt.UTC(),
		},
	})
}
