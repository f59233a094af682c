package simulator

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jmoiron/sqlx"
	"github.com/shopspring/decimal"
)

// defaultPaidWith is the bank that pays an invoice when Pay names no channel.
const defaultPaidWith = "BCA"

// Pay pays the payment with that external id. A nil amount means the amount due. The channelCode (BCA, OVO,
// QRIS) only counts for invoices. An expired payment can be paid too. A payment that was paid before gets a
// second payment, with an id of its own. Errors: ErrNotFound, ErrState (the amount is not above 0).
func (s *Simulator) Pay(ctx context.Context, externalID string, amount *decimal.Decimal, channelCode string) error {
	return s.transact(ctx, func(tx *sqlx.Tx) error {
		p, err := lockPayment(ctx, tx, externalID)
		if err != nil {
			return err
		}
		return s.pay(ctx, tx, p, amount, channelCode)
	})
}

func (s *Simulator) pay(ctx context.Context, tx *sqlx.Tx, p payment, amount *decimal.Decimal, channelCode string) error {
	if amount == nil {
		amount = &p.Amount
	}
	if !amount.IsPositive() {
		return fmt.Errorf("%w: nothing to pay", ErrState)
	}
	again := p.isPaid()
	p.Status, p.PaidAmount, p.PaidAt = paid, *amount, new(s.now())
	p.PaymentID, p.PaidWith = newPaymentID(p.Product), p.ChannelCode
	if p.Product == invoice {
		p.PaidWith = cmp.Or(strings.TrimPrefix(channelCode, "ID_"), defaultPaidWith)
	}
	if err := recordPaid(ctx, tx, &p, again); err != nil {
		return err
	}
	if err := s.insertPaymentTransaction(ctx, tx, p); err != nil {
		return err
	}
	return s.queuePaymentNotification(ctx, tx, p)
}

func newPaymentID(product string) string {
	if product == qris {
		return prefixedID("qrpy_")
	}
	return uuid.NewString()
}

// recordPaid writes the first payment to the row. A charge is captured once, so a second
// payment is a second charge with the same reference. For the other products a second payment
// has no row; its notification and its transaction record it.
func recordPaid(ctx context.Context, tx *sqlx.Tx, p *payment, again bool) error {
	switch {
	case !again:
		return updatePayment(ctx, tx, *p)
	case p.Product == ewallet:
		p.ID, p.CreatedAt, p.SecondCharge = prefixedID("ewc_"), *p.PaidAt, true
		return insertPayment(ctx, tx, *p)
	}
	return nil
}

// Settle settles the first payment and sends a notification. The real provider does so for
// invoices only; for the other products the notification of the payment is sent again with
// the status SETTLED. Errors: ErrNotFound, ErrState (not paid, or already settled).
func (s *Simulator) Settle(ctx context.Context, externalID string) error {
	return s.transact(ctx, func(tx *sqlx.Tx) error {
		p, err := lockPayment(ctx, tx, externalID)
		if err != nil {
			return err
		}
		if p.Status != paid {
			return ErrState
		}
		p.Status = settled
		if err := updatePayment(ctx, tx, p); err != nil {
			return err
		}
		if _, err := s.bookSettlement(ctx, tx, p.productID()); err != nil {
			return err
		}
		return s.queuePaymentNotification(ctx, tx, p)
	})
}

// Expire expires the payment now. Only an invoice gets a notification; the other products
// report the status when the gateway asks. Errors: ErrNotFound, ErrState (not pending).
func (s *Simulator) Expire(ctx context.Context, externalID string) error {
	return s.transact(ctx, func(tx *sqlx.Tx) error {
		p, err := lockPayment(ctx, tx, externalID)
		if err != nil {
			return err
		}
		_, err = s.expire(ctx, tx, p)
		return err
	})
}

func (s *Simulator) expire(ctx context.Context, tx *sqlx.Tx, p payment) (payment, error) {
	if p.Status != pending {
		return p, ErrState
	}
	p.Status = expired
	if now := s.now(); p.ExpiresAt == nil || p.ExpiresAt.After(now) {
		p.ExpiresAt = &now
	}
	if err := updatePayment(ctx, tx, p); err != nil {
		return p, err
	}
	if p.Product != invoice {
		return p, nil
	}
	return p, s.queuePaymentNotification(ctx, tx, p)
}

// expireDueInvoices expires a batch of invoices that are due. It reports whether there may be more.
func (s *Simulator) expireDueInvoices(ctx context.Context) (more bool, err error) {
	const batch = 100
	err = s.transact(ctx, func(tx *sqlx.Tx) error {
		var due []payment
		err := tx.SelectContext(ctx, &due, `
			SELECT * FROM state.simulator_payments
			WHERE product = 'invoice' AND status = 'PENDING' AND expires_at <= $1
			LIMIT $2 FOR UPDATE SKIP LOCKED`, s.now(), batch)
		if err != nil {
			return fmt.Errorf("simulator: find expired invoices: %w", err)
		}
		for _, p := range due {
			if _, err := s.expire(ctx, tx, p); err != nil {
				return err
			}
		}
		more = len(due) == batch
		return nil
	})
	return more, err
}

// queuePaymentNotification queues the notification about a payment that was paid or settled, or about an
// invoice that expired.
func (s *Simulator) queuePaymentNotification(ctx context.Context, tx *sqlx.Tx, p payment) error {
	var body any
	switch p.Product {
	case invoice:
		body = s.showInvoice(p)
	case va:
		body = showVAPayment(p)
	case ewallet:
		body = s.showChargeNotification("ewallet.capture", p)
	case qris:
		body = showQRPayment(p)
	}
	return s.queueNotification(ctx, tx, p.Product, p.ExternalID, body)
}
