package books

import (
	"context"
	"time"

	"gateway/domain/account"
	"gateway/domain/payment"
	"gateway/domain/statement"
)

// Order is what a merchant knows the payment behind a movement by.
type Order struct {
	// ExternalID is the merchant's own reference of the payment or payout; empty if none was sent.
	ExternalID string
	// Channel is the code of the bank or wallet by which the customer paid. It is empty for other movements than those of
	// payments.
	Channel string
}

// OrderOf finds the order of a change of the balance. It reads the payment's own stream, so that what it returns for a
// change never changes, also when the payment is paid a second time later.
func (r Reader) OrderOf(ctx context.Context, c Change) (Order, error) {
	switch c.Line {
	case statement.Payments, statement.Reversals:
	case statement.Payouts, statement.ReturnedPayouts:
		return Order{ExternalID: c.Reference}, nil
	default:
		return Order{}, nil
	}
	events, err := r.eventsOf(ctx, payment.Stream(c.Reference))
	if err != nil {
		return Order{}, err
	}
	var first Order
	for _, event := range events {
		id, charge, credits := creditOf(event)
		if !credits {
			continue
		}
		order := Order{ExternalID: id.ExternalID, Channel: id.ChannelCode}
		if charge.Net.Equal(c.Net) {
			return order, nil
		}
		if first == (Order{}) {
			first = order
		}
	}
	return first, nil
}

// NameAt returns the name that a client had at a time; the first one for a time before the client registered.
func (r Reader) NameAt(ctx context.Context, client int64, t time.Time) (name string, err error) {
	events, err := r.eventsOf(ctx, account.Stream(client))
	for _, event := range events {
		switch e := event.(type) {
		case account.Registered:
			name = e.Name
		case account.ProfileUpdated:
			if !e.At.After(t) {
				name = e.Name
			}
		}
	}
	return name, err
}

// creditOf returns who was paid, and what it brought, in an event that credits money.
func creditOf(event any) (payment.Identity, payment.Charge, bool) {
	switch e := event.(type) {
	case payment.Paid:
		return e.Identity, e.Charge, true
	case payment.SuspenseReleased:
		return e.Identity, e.Charge, true
	}
	return payment.Identity{}, payment.Charge{}, false
}
