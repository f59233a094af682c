package provider

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/http/outbound/exchange"
)

// OpenPayment creates the payment. After a *report.Unknown the payment may exist; FindPayment tells.
func (c *Client) OpenPayment(ctx context.Context, r report.OpenRequest) (report.Instructions, error) {
	ctx = exchange.About(ctx, r.ExternalID)
	p, err := productOf(r.Channel)
	if err != nil {
		return report.Instructions{}, err
	}
	text, err := c.call(ctx, http.MethodPost, p.path, p.body(c, r), nil)
	if err != nil {
		return report.Instructions{}, err
	}
	o := readObject(text)
	opened := p.instructions(o)
	return opened, exchange.Unreadable(*o.err)
}

// ExpirePayment closes an invoice or a virtual account by the provider's id, so that it can't be paid any more.
// For the other channels it returns errors.ErrUnsupported: the provider can't close them.
func (c *Client) ExpirePayment(ctx context.Context, of report.Lookup) error {
	expire := products[of.Channel].expire
	if expire == nil {
		return fmt.Errorf("provider: expire a payment of channel %q: %w", of.Channel, errors.ErrUnsupported)
	}
	return expire(c, exchange.About(ctx, of.TransactionID), of.ProviderID)
}

// FindPayment looks up a payment. The report describes the first receipt of money. Error: report.ErrNoRecord.
//
// Without a ProviderID, invoices and QR codes are found whether or not they are paid (GET
// /v2/invoices?external_id=, GET /qr_codes/{external_id}). Virtual accounts and e-wallet charges cannot be listed
// by our reference: they are found in the provider's books once they are paid. For them report.ErrNoRecord only
// means that nothing was paid. QR codes are always asked for by our transaction_id, the only id by which the
// provider finds one, and the payments into a virtual account are only in the provider's books.
func (c *Client) FindPayment(ctx context.Context, of report.Lookup) (report.Payment, error) {
	ctx = exchange.About(ctx, of.TransactionID)
	p, err := productOf(of.Channel)
	if err != nil {
		return report.Payment{}, err
	}
	ask, id := p.get, of.ProviderID
	if id == "" {
		ask, id = p.find, of.TransactionID
	}
	if p.byReference {
		id = of.TransactionID
	}
	return c.of(ask(c, ctx, id))
}

// of names the connection in a report.
func (c *Client) of(found report.Payment, err error) (report.Payment, error) {
	found.Connection = c.connection
	return found, err
}

// getOne gets one object.
func (c *Client) getOne(ctx context.Context, path string, read func(object) report.Payment) (report.Payment, error) {
	text, err := c.get(ctx, path)
	if err != nil {
		return report.Payment{}, err
	}
	o := readObject(text)
	found := read(o)
	return found, exchange.Unreadable(*o.err)
}

// findListed returns the paid element of a list, or else the first one. It ignores elements of other
// payments, because a provider that does not know the filter lists all.
func (c *Client) findListed(ctx context.Context, path, transactionID string, read func(object) report.Payment) (report.Payment, error) {
	list, err := c.list(ctx, path)
	if err != nil {
		return report.Payment{}, err
	}
	var found *report.Payment
	for _, o := range list {
		candidate := read(o)
		if *o.err != nil {
			return report.Payment{}, exchange.Unreadable(*o.err)
		}
		if candidate.TransactionID == transactionID && (found == nil || !found.Status.IsPaid() && candidate.Status.IsPaid()) {
			found = &candidate
		}
	}
	if found == nil {
		return report.Payment{}, report.ErrNoRecord
	}
	return *found, nil
}

// list gets an array of objects.
func (c *Client) list(ctx context.Context, path string) ([]object, error) {
	text, err := c.get(ctx, path)
	if err != nil {
		return nil, err
	}
	list, err := readList(text)
	return list, exchange.Unreadable(err)
}

// withPayments adds the payments of a QR code to the report about it, which says only whether it is open. It
// reads the payments after that report, so that it misses none in between. The report describes the first
// payment.
func (c *Client) withPayments(
	ctx context.Context, found report.Payment, path string, read func(object) report.Payment,
) (report.Payment, error) {
	list, err := c.list(ctx, path+url.QueryEscape(found.TransactionID))
	var missing *notFound // even for the whole list, which the provider may not have
	if errors.As(err, &missing) {
		return found, nil
	}
	if err != nil {
		return report.Payment{}, err
	}
	due := found.Amount
	for _, o := range list {
		payment := read(o)
		if *o.err != nil {
			return report.Payment{}, exchange.Unreadable(*o.err)
		}
		first := !found.Status.IsPaid()
		settles := payment.Status == report.Settled && payment.PaymentID == found.PaymentID
		if payment.ProviderID == found.ProviderID && payment.Status.IsPaid() && (first || settles) {
			found = reportOpened(found.Instructions, payment)
		}
	}
	found.Amount = due
	return found, nil
}

// reportOpened adds the customer's instructions to the report about the same object.
func reportOpened(instructions report.Instructions, r report.Payment) report.Payment {
	r.Instructions, r.ProviderID, r.UserID = instructions, instructions.ProviderID, instructions.UserID
	if !r.Status.IsPaid() && r.FailureCode != report.Voided { // no money with an id arrived
		r.PaymentID = ""
	}
	return r
}

// findBookedCharge finds the first charge with a transaction_id in the provider's books, then asks for the
// charge itself.
func (c *Client) findBookedCharge(ctx context.Context, transactionID string) (report.Payment, error) {
	booked, err := c.firstBooked(ctx, transactionID)
	if err != nil {
		return report.Payment{}, err
	}
	return products[pricing.EWallet].get(c, ctx, booked.ProductID)
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

// withVAPayment adds the first payment into a virtual account to the report about the account, which says
// only whether it is open. It reads the books after that report, so that it misses no payment in between.
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
		if paid.ProviderID == account.ProviderID { // one order may have two virtual accounts
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

// getVAPayment looks up a payment into a virtual account that the books name. Only the books know whether it
// is settled.
func (c *Client) getVAPayment(ctx context.Context, b report.Booking) (report.Payment, error) {
	paid, err := c.FindReceipt(ctx, report.Payment{Channel: pricing.VA, PaymentID: b.ProductID})
	if errors.Is(err, report.ErrNoRecord) {
		return report.Payment{}, exchange.Unreadable(errors.New("the books name a payment that is not there"))
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

// FindReceipt looks up one receipt of money, which the report `of` identifies by Channel, ProviderID,
// PaymentID and TransactionID. For an invoice the provider knows only the first receipt, and returns it for
// any PaymentID. Error: report.ErrNoRecord.
//
// Calls: GET /callback_virtual_account_payments/payment_id={id}, GET /ewallets/charges/{id}, GET
// /qr_codes/payments?external_id=, GET /v2/invoices/{id}.
func (c *Client) FindReceipt(ctx context.Context, of report.Payment) (report.Payment, error) {
	ctx = exchange.About(ctx, of.TransactionID)
	p, err := productOf(of.Channel)
	if err != nil {
		return report.Payment{}, err
	}
	return c.of(p.receipt(c, ctx, of))
}

// findQRPayment finds a payment in the list of its QR code's payments. A record with status SETTLED is
// separate from the record of the payment.
func (c *Client) findQRPayment(ctx context.Context, of report.Payment) (found report.Payment, err error) {
	list, err := c.list(ctx, "/qr_codes/payments?external_id="+url.QueryEscape(of.TransactionID))
	if err != nil {
		return found, err
	}
	err = report.ErrNoRecord
	for _, o := range list {
		candidate := readQRPayment(o)
		if *o.err != nil {
			return report.Payment{}, exchange.Unreadable(*o.err)
		}
		if candidate.PaymentID == of.PaymentID {
			found, err = candidate, nil
		}
	}
	return found, err
}
