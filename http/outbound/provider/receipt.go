package provider

import (
	"context"
	"net/url"

	"gateway/domain/report"
)

// FindReceipt looks up one receipt of money, which the report `of` identifies by Channel, ProviderID,
// PaymentID and TransactionID. For an invoice the provider knows only the first receipt, and returns it for
// any PaymentID. Error: report.ErrNoRecord.
//
// Calls: GET /callback_virtual_account_payments/payment_id={id}, GET /ewallets/charges/{id}, GET
// /qr_codes/payments?external_id=, GET /v2/invoices/{id}.
func (c *Client) FindReceipt(ctx context.Context, of report.Payment) (report.Payment, error) {
	ctx = about(ctx, of.TransactionID)
	p, err := productOf(of.Channel)
	if err != nil {
		return report.Payment{}, err
	}
	return p.receipt(c, ctx, of)
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
			return report.Payment{}, unreadable(*o.err)
		}
		if candidate.PaymentID == of.PaymentID {
			found, err = candidate, nil
		}
	}
	return found, err
}
