package provider

import (
	"context"
	"errors"
	"net/url"

	"gateway/domain/pricing"
	"gateway/domain/report"
)

// FindPayment looks up a payment by its transaction_id, the only id that is known after a creation with
// unknown outcome. Error: report.ErrNoRecord.
//
// Invoices and QR codes are found whether or not they are paid (GET /v2/invoices?external_id=, GET
// /qr_codes/{external_id}). Virtual accounts and e-wallet charges cannot be listed by our reference: they are
// found in the provider's books once they are paid. For them report.ErrNoRecord only means that nothing was
// paid.
func (c *Client) FindPayment(ctx context.Context, channel pricing.Kind, transactionID string) (report.Payment, error) {
	ctx = about(ctx, transactionID)
	p, err := productOf(channel)
	if err != nil {
		return report.Payment{}, err
	}
	return p.find(c, ctx, transactionID)
}

// GetPayment looks up a payment by the provider's id. For a QR code, id is the transaction_id, the only id by
// which the provider finds it. Error: report.ErrNoRecord.
//
// Payments of a QR code are in a separate list (GET /qr_codes/payments?external_id=). Payments into a virtual
// account are only in the provider's books. The report describes the first payment.
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

// reportOpened adds the customer's instructions to the report about the same object.
func reportOpened(instructions report.Instructions, r report.Payment) report.Payment {
	r.Instructions, r.ProviderID, r.UserID = instructions, instructions.ProviderID, instructions.UserID
	if !r.Status.IsPaid() && r.FailureCode != report.Voided { // no money with an id arrived
		r.PaymentID = ""
	}
	return r
}
