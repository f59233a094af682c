package provider

import (
	"context"
	"net/url"

	"gateway/domain/report"
)

// FindReceipt asks for one receipt of money, which a report names by its Channel,
// ProviderID, PaymentID and TransactionID. Of an invoice the provider knows the first
// receipt only, and gives that one whatever the PaymentID. Error: report.ErrNoRecord.
//
// Calls: GET /callback_virtual_account_payments/payment_id={id}, GET /ewallets/charges/{id},
// GET /qr_codes/payments?external_id=, GET /v2/invoices/{id}.
func (c *Client) FindReceipt(ctx context.Context, of report.Payment) (report.Payment, error) {
	ctx = about(ctx, of.TransactionID)
	p, err := productOf(of.Channel)
	if err != nil {
		return report.Payment{}, err
	}
	return p.receipt(c, ctx, of)
}

// findQRPayment finds a payment in the list of the payments of its QR code. A record that
// says SETTLED stands beside the one of the payment.
func (c *Client) findQRPayment(ctx context.Context, of report.Payment) (found report.Payment, err error) {
	list, err := c.list(ctx, "/qr_codes/payments?external_id="+url.QueryEscape(of.TransactionID))
	if err != nil {
		return found, err
	}
	err = report.ErrNoRecord
	for _, o := range list {
		candidate := readQRPayment(o)
		if *o.err != nil {
			return report.Payment{}, unreadable(*o.err)
		}
		if candidate.PaymentID == of.PaymentID {
			found, err = candidate, nil
		}
	}
	return found, err
}
