package provider

import (
	"context"
	"errors"
	"net/url"

	"gateway/domain/pricing"
	"gateway/domain/report"
)

// findBookedCharge finds the first charge with a transaction_id in the provider's books, then asks for the
// charge itself.
func (c *Client) findBookedCharge(ctx context.Context, transactionID string) (report.Payment, error) {
	booked, err := c.firstBooked(ctx, transactionID)
	if err != nil {
		return report.Payment{}, err
	}
	return c.GetPayment(ctx, pricing.EWallet, booked.ProductID)
}

// findBookedVA finds the first payment with a transaction_id in the provider's books, then asks for the
// payment and for its virtual account.
func (c *Client) findBookedVA(ctx context.Context, transactionID string) (report.Payment, error) {
	booked, err := c.firstBooked(ctx, transactionID)
	if err != nil {
		return report.Payment{}, err
	}
	paid, err := c.getVAPayment(ctx, booked)
	if err != nil {
		return report.Payment{}, err
	}
	account, err := c.getOne(ctx, "/callback_virtual_accounts/"+url.PathEscape(paid.ProviderID), c.lookupVA)
	if err != nil {
		return report.Payment{}, err
	}
	return joinVAPayment(account, paid), nil
}

// withVAPayment adds the first payment into a virtual account to the report on it, which says
// only whether it is open. The books are read after that report, so that no payment in
// between is missed.
func (c *Client) withVAPayment(ctx context.Context, account report.Payment) (report.Payment, error) {
	booked, err := c.bookedPayments(ctx, account.TransactionID)
	if err != nil {
		return report.Payment{}, err
	}
	for _, b := range booked {
		paid, err := c.getVAPayment(ctx, b)
		if err != nil {
			return report.Payment{}, err
		}
		if paid.ProviderID == account.ProviderID { // an order may have got two virtual accounts
			return joinVAPayment(account, paid), nil
		}
	}
	return account, nil
}

// firstBooked returns the oldest payment with a transaction_id in the provider's books. Error:
// report.ErrNoRecord.
func (c *Client) firstBooked(ctx context.Context, transactionID string) (report.Booking, error) {
	booked, err := c.bookedPayments(ctx, transactionID)
	if err == nil && len(booked) == 0 {
		err = report.ErrNoRecord
	}
	if err != nil {
		return report.Booking{}, err
	}
	return booked[0], nil
}

// bookedPayments returns the payments with a transaction_id in the provider's books, oldest
// first.
func (c *Client) bookedPayments(ctx context.Context, transactionID string) (booked []report.Booking, err error) {
	q := report.BookingQuery{Kinds: []report.BookingKind{report.BookedPayment}, Reference: transactionID}
	err = c.ListBookings(ctx, q, func(b report.Booking) error {
		booked = append([]report.Booking{b}, booked...)
		return nil
	})
	return booked, err
}

// getVAPayment asks for a payment into a virtual account that the books name. Only the books
// know whether it is settled.
func (c *Client) getVAPayment(ctx context.Context, b report.Booking) (report.Payment, error) {
	paid, err := c.FindReceipt(ctx, report.Payment{Channel: pricing.VA, PaymentID: b.ProductID})
	if errors.Is(err, report.ErrNoRecord) {
		return report.Payment{}, unreadable(errors.New("the books name a payment that is not there"))
	}
	if err == nil && b.Status == report.Settled {
		paid.Status = report.Settled
	}
	return paid, err
}

func joinVAPayment(account, paid report.Payment) report.Payment {
	joined := reportOpened(account.Instructions, paid)
	joined.Amount = account.Amount
	return joined
}
