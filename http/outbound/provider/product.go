package provider

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"

	"gateway/domain/pricing"
	"gateway/domain/report"
)

// product is what the provider makes for a payment of one kind of channel, and how its protocol speaks of it.
type product struct {
	// path takes a POST of what body makes of a request.
	path string
	body func(c *Client, r report.OpenRequest) any
	// instructions reads the answer to it, notification the body of a notification.
	instructions func(object) report.Instructions
	notification func(object) report.Payment
	// get asks by the provider's id, or by ours if byReference is true; find by our transaction_id.
	get, find   func(c *Client, ctx context.Context, id string) (report.Payment, error)
	byReference bool
	// receipt asks for one receipt of money.
	receipt func(c *Client, ctx context.Context, of report.Payment) (report.Payment, error)
	// expire closes it before its expiry; nil where the provider can't.
	expire func(c *Client, ctx context.Context, id string) error
}

// products is the table of the provider's products. It is filled by init, because its functions use it.
var products map[pricing.Kind]product

func init() {
	products = map[pricing.Kind]product{
		pricing.Invoice: {
			path: "/v2/invoices",
			body: func(c *Client, r report.OpenRequest) any { return c.newInvoice(r) }, instructions: invoiceInstructions,
			notification: readInvoice,
			get: func(c *Client, ctx context.Context, id string) (report.Payment, error) {
				return c.getOne(ctx, "/v2/invoices/"+url.PathEscape(id), lookupInvoice)
			},
			find: func(c *Client, ctx context.Context, transactionID string) (report.Payment, error) {
				return c.findListed(ctx, "/v2/invoices?external_id="+url.QueryEscape(transactionID), transactionID, lookupInvoice)
			},
			receipt: func(c *Client, ctx context.Context, of report.Payment) (report.Payment, error) {
				return c.getOne(ctx, "/v2/invoices/"+url.PathEscape(of.ProviderID), readInvoice)
			},
			expire: func(c *Client, ctx context.Context, id string) error {
				_, err := c.call(ctx, http.MethodPost, "/invoices/"+url.PathEscape(id)+"/expire!", nil, nil)
				return err
			},
		},
		pricing.VA: {
			path: "/callback_virtual_accounts",
			body: func(_ *Client, r report.OpenRequest) any { return newVA(r) }, instructions: vaInstructions,
			notification: readVAPayment,
			get: func(c *Client, ctx context.Context, id string) (report.Payment, error) {
				found, err := c.getOne(ctx, "/callback_virtual_accounts/"+url.PathEscape(id), c.lookupVA)
				if err != nil {
					return report.Payment{}, err
				}
				return c.withVAPayment(ctx, found)
			},
			find: (*Client).findBookedVA,
			receipt: func(c *Client, ctx context.Context, of report.Payment) (report.Payment, error) {
				return c.getOne(ctx, "/callback_virtual_account_payments/payment_id="+url.PathEscape(of.PaymentID), readVAPayment)
			},
			expire: func(c *Client, ctx context.Context, id string) error {
				closed := map[string]time.Time{"expiration_date": c.now().UTC()}
				_, err := c.call(ctx, http.MethodPatch, "/callback_virtual_accounts/"+url.PathEscape(id), closed, nil)
				return err
			},
		},
		pricing.EWallet: {
			path: "/ewallets/charges",
			body: func(_ *Client, r report.OpenRequest) any { return newCharge(r) }, instructions: chargeInstructions,
			notification: readChargeEvent,
			get: func(c *Client, ctx context.Context, id string) (report.Payment, error) {
				return c.getOne(ctx, "/ewallets/charges/"+url.PathEscape(id), lookupCharge)
			},
			find: (*Client).findBookedCharge,
			receipt: func(c *Client, ctx context.Context, of report.Payment) (report.Payment, error) {
				return c.getOne(ctx, "/ewallets/charges/"+url.PathEscape(of.PaymentID), readCharge)
			},
		},
		pricing.QRIS: {
			path: "/qr_codes",
			body: func(_ *Client, r report.OpenRequest) any { return newQR(r) }, instructions: qrInstructions,
			notification: readQRPayment,
			byReference:  true,
			get:          (*Client).getQR, find: (*Client).getQR, receipt: (*Client).findQRPayment,
		},
	}
}

// Channels lists the codes of the channels that the connection takes payments by, sorted.
func (c *Client) Channels() (codes []string) {
	for _, channel := range pricing.Channels() {
		if _, ok := products[channel.Kind]; ok && (c.offered == nil || slices.Contains(c.offered, channel.Code)) {
			codes = append(codes, channel.Code)
		}
	}
	slices.Sort(codes)
	return codes
}

// productOf is the product of a kind of channel.
func productOf(channel pricing.Kind) (product, error) {
	p, ok := products[channel]
	if !ok {
		return p, fmt.Errorf("provider: no channel %q", channel)
	}
	return p, nil
}

// getQR asks for a QR code by our transaction_id, and for what was paid by it.
func (c *Client) getQR(ctx context.Context, transactionID string) (report.Payment, error) {
	found, err := c.getOne(ctx, "/qr_codes/"+url.PathEscape(transactionID), lookupQR)
	if err != nil {
		return report.Payment{}, err
	}
	return c.withPayments(ctx, found, "/qr_codes/payments?external_id=", readQRPayment)
}
