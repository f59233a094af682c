package provider

import (
	"context"
	"errors"
	"net/url"

	"gateway/domain/pricing"
	"gateway/domain/report"
)

// FindPayment asks for a payment by its transaction_id, the only id that is known after a
// creation of unknown outcome. Error: report.ErrNoRecord.
//
// Invoices and QR codes are found whether or not they are paid (GET /v2/invoices?external_id=,
// GET /qr_codes/{external_id}). Virtual accounts and e-wallet charges have no list by our
// reference: they are found once they are paid, in the provider's books. For them
// report.ErrNoRecord says no more than that nothing was paid.
func (c *Client) FindPayment(ctx context.Context, channel pricing.Kind, transactionID string) (report.Payment, error) {
	ctx = about(ctx, transactionID)
	p, err := productOf(channel)
	if err != nil {
		return report.Payment{}, err
	}
	return p.find(c, ctx, transactionID)
}

// GetPayment asks for a payment by the provider's id. A QR code is asked for by the
// transaction_id instead, the only id by which the provider finds it. Error:
// report.ErrNoRecord.
//
// What was paid into a QR code is a list of its own (GET /qr_codes/payments?external_id=);
// what was paid into a virtual account stands in the provider's books only. The report
// describes the first payment.
func (c *Client) GetPayment(ctx context.Context, channel pricing.Kind, id string) (report.Payment, error) {
	p, err := productOf(channel)
	if err != nil {
		return report.Payment{}, err
	}
	return p.get(c, ctx, id)
}

// getOne gets one object.
func (c *Client) getOne(ctx context.Context, path string, read func(object) report.Payment) (report.Payment, error) {
	text, err := c.get(ctx, path)
	if err != nil {
		return report.Payment{}, err
	}
	o := readObject(text)
	found := read(o)
	return found, unreadable(*o.err)
}

// findListed returns the paid element of a list, else the first one. It ignores elements of
// other payments, because a provider that does not know the filter lists all.
func (c *Client) findListed(ctx context.Context, path, transactionID string, read func(object) report.Payment) (report.Payment, error) {
	list, err := c.list(ctx, path)
	if err != nil {
		return report.Payment{}, err
	}
	var found *report.Payment
	for _, o := range list {
		candidate := read(o)
		if *o.err != nil {
			return report.Payment{}, unreadable(*o.err)
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
	return list, unreadable(err)
}

// withPayments adds the payments by a QR code to the report on it, which says only whether
// it is open. The payments are read after that report, so that none in
// between is missed. The report describes the first payment.
func (c *Client) withPayments(
	ctx context.Context, found report.Payment, path string, read func(object) report.Payment,
) (report.Payment, error) {
	list, err := c.list(ctx, path+url.QueryEscape(found.TransactionID))
	var missing *notFound // of the whole list, too: the provider may not have it
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
			return report.Payment{}, unreadable(*o.err)
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

// reportOpened adds the customer's instructions to the report on the same object.
func reportOpened(instructions report.Instructions, r report.Payment) report.Payment {
	r.Instructions, r.ProviderID, r.UserID = instructions, instructions.ProviderID, instructions.UserID
	if !r.Status.IsPaid() && r.FailureCode != report.Voided { // no money came that has an id
		r.PaymentID = ""
	}
	return r
}
