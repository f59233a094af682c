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

// defaultPaidWith is the bank an invoice is paid through when nobody says.
const defaultPaidWith = "BCA"

// Pay pays the payment of that external id: the amount due, or another. The
// channelCode (BCA, OVO, QRIS) counts for invoices alone. An expired payment is
// paid late; one that is paid already gets a second genuine payment with an id of
// its own. ErrNotFound, ErrState (an amount not above 0).
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
	if err := savePayment(ctx, tx, &p, again); err != nil {
		return err
	}
	if err := bookPayment(ctx, tx, p); err != nil {
		return err
	}
	return s.notifyOf(ctx, tx, p)
}

func newPaymentID(product string) string {
	if product == qris {
		return prefixedID("qrpy_")
	}
	return uuid.NewString()
}

// savePayment keeps the first payment in the row. A charge is captured once: who
// pays again has made a second charge of the same reference. Elsewhere a second
// payment is known from its notification alone.
func savePayment(ctx context.Context, tx *sqlx.Tx, p *payment, again bool) error {
	switch {
	case !again:
		return updatePayment(ctx, tx, *p)
	case p.Product == ewallet:
		p.ID, p.CreatedAt, p.SecondCharge = prefixedID("ewc_"), *p.PaidAt, true
		return insertPayment(ctx, tx, *p)
	}
	return nil
}

// Settle says that the money of the first payment can be withdrawn, and notifies.
// The real provider notifies of this for invoices alone; for the other products
// the notification of the payment is sent again with status SETTLED.
// ErrNotFound, ErrState (not paid, or settled already).
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
		if err := s.bookSettlement(ctx, tx, p); err != nil {
			return err
		}
		return s.notifyOf(ctx, tx, p)
	})
}

// Expire lets the payment expire now. Only of an invoice does the provider notify;
// the others tell it when they are asked. ErrNotFound, ErrState (not pending).
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
	return p, s.notifyOf(ctx, tx, p)
}

// expireDue expires invoices whose time has come, some at a time. It says whether
// there may be more.
func (s *Simulator) expireDue(ctx context.Context) (more bool, err error) {
	const atOnce = 100
	err = s.transact(ctx, func(tx *sqlx.Tx) error {
		var due []payment
		err := tx.SelectContext(ctx, &due, `
			SELECT * FROM state.simulator_payments
			WHERE product = 'invoice' AND status = 'PENDING' AND expires_at <= $1
			LIMIT $2 FOR UPDATE SKIP LOCKED`, s.now(), atOnce)
		if err != nil {
			return fmt.Errorf("simulator: find expired invoices: %w", err)
		}
		for _, p := range due {
			if _, err := s.expire(ctx, tx, p); err != nil {
				return err
			}
		}
		more = len(due) == atOnce
		return nil
	})
	return more, err
}

// notifyOf queues what the provider says of a payment that was paid or settled, or
// of an invoice that expired.
func (s *Simulator) notifyOf(ctx context.Context, tx *sqlx.Tx, p payment) error {
	var body any
	switch p.Product {
	case invoice:
		body = s.showInvoice(p)
	case va:
		body = showVAPayment(p)
	case ewallet:
		body = s.showCapture(p)
	case qris:
		body = showQRPayment(p)
	}
	return s.enqueue(ctx, tx, p.Product, p.ExternalID, body)
}
