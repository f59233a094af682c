package simulator

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"gateway/domain/money"

	"github.com/jmoiron/sqlx"
	"github.com/shopspring/decimal"
)

// refund is a row of simulator_refunds. ChargeID is the id of the transfer that it gives back.
type refund struct {
	ID            string          `db:"id"`
	ChargeID      string          `db:"charge_id"`
	ExternalID    string          `db:"external_id"`
	ChannelCode   string          `db:"channel_code"`
	Amount        decimal.Decimal `db:"amount"`
	CaptureAmount decimal.Decimal `db:"capture_amount"`
	Reason        string          `db:"reason"`
	CreatedAt     time.Time       `db:"created_at"`
}

func insertRefund(ctx context.Context, tx *sqlx.Tx, r refund) error {
	_, err := tx.NamedExecContext(ctx, `
		INSERT INTO state.simulator_refunds (id, charge_id, external_id, channel_code, amount, capture_amount, reason, created_at)
		VALUES (:id, :charge_id, :external_id, :channel_code, :amount, :capture_amount, :reason, :created_at)`, r)
	if err != nil {
		return fmt.Errorf("simulator: insert refund: %w", err)
	}
	return nil
}

// createRefund serves POST /ewallets/charges/{id}/refunds. Like the real provider it answers before the refund
// is done; the notification reports the outcome.
func (s *Simulator) createRefund(r *http.Request) (any, error) {
	var asked struct {
		Amount money.Input `json:"amount"`
		Reason string      `json:"reason"`
	}
	if r.ContentLength != 0 {
		if err := readJSON(r, &asked); err != nil {
			return nil, err
		}
	}
	p, err := findPayment(r.Context(), s.DB, `id = $1 AND product = $2`, r.PathValue("id"), ewallet)
	if err != nil {
		return nil, err
	}
	reversal := Reversal{ExternalID: p.ExternalID, PaymentID: p.ID, Reason: asked.Reason}
	if asked.Amount.Set {
		reversal.Amount = &asked.Amount.Value
	}
	made, err := s.refund(r.Context(), reversal)
	if err != nil {
		return nil, ineligible(err)
	}
	body := showRefund(made)
	body.Status = pending
	return body, nil
}

// listRefunds serves GET /ewallets/charges/{id}/refunds. getRefund serves one of them.
func (s *Simulator) listRefunds(r *http.Request) (any, error) {
	made, err := s.refundsOf(r.Context(), r.PathValue("id"))
	shown := make([]refundBody, len(made))
	for i := range made {
		shown[i] = showRefund(made[i])
	}
	return map[string]any{"data": shown}, err
}

func (s *Simulator) getRefund(r *http.Request) (any, error) {
	made, err := s.refundsOf(r.Context(), r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	for _, one := range made {
		if one.ID == r.PathValue("refund") {
			return showRefund(one), nil
		}
	}
	return nil, ErrNotFound
}

func (s *Simulator) refundsOf(ctx context.Context, chargeID string) (made []refund, err error) {
	err = s.DB.SelectContext(ctx, &made, `
		SELECT * FROM state.simulator_refunds WHERE charge_id = $1 ORDER BY created_at, id LIMIT 100`, chargeID)
	if err != nil {
		return nil, fmt.Errorf("simulator: read refunds: %w", err)
	}
	return made, nil
}

// refundBody has no reference of ours.
type refundBody struct {
	ID            string          `json:"id"`
	ChargeID      string          `json:"charge_id"`
	Status        string          `json:"status"`
	Currency      string          `json:"currency"`
	ChannelCode   string          `json:"channel_code"`
	CaptureAmount decimal.Decimal `json:"capture_amount"`
	Amount        decimal.Decimal `json:"refund_amount"`
	Reason        string          `json:"reason"`
	FailureCode   *string         `json:"failure_code"`
	FeeAmount     *string         `json:"refund_fee_amount"`
	Created       time.Time       `json:"created"`
	Updated       time.Time       `json:"updated"`
}

func showRefund(r refund) refundBody {
	return refundBody{
		ID: r.ID, ChargeID: r.ChargeID, Status: "SUCCEEDED", Currency: "IDR", ChannelCode: r.ChannelCode,
		CaptureAmount: r.CaptureAmount, Amount: r.Amount, Reason: r.Reason, Created: r.CreatedAt.UTC(), Updated: r.CreatedAt.UTC(),
	}
}

type refundNotification struct {
	Event      string     `json:"event"`
	BusinessID string     `json:"business_id"`
	Created    time.Time  `json:"created"`
	Data       refundBody `json:"data"`
}

func (s *Simulator) showRefundNotification(r refund) refundNotification {
	return refundNotification{Event: "ewallet.refund", BusinessID: businessID, Created: s.now(), Data: showRefund(r)}
}
