package provider

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"gateway/domain/pricing"
	"gateway/domain/report"
)

// OpenPayment creates the payment. After a *report.Unknown the payment may exist; FindPayment tells.
func (c *Client) OpenPayment(ctx context.Context, r report.OpenRequest) (report.Instructions, error) {
	ctx = about(ctx, r.ExternalID)
	path, body, err := c.newCreation(r)
	if err != nil {
		return report.Instructions{}, err
	}
	text, err := c.call(ctx, http.MethodPost, path, body, nil)
	if err != nil {
		return report.Instructions{}, err
	}
	o := readObject(text)
	opened := instructionReaders[r.Channel](o)
	return opened, unreadable(*o.err)
}

// newCreation returns the path and the body of the request that creates the payment.
func (c *Client) newCreation(r report.OpenRequest) (path string, body any, err error) {
	switch r.Channel {
	case pricing.Invoice:
		return "/v2/invoices", c.newInvoice(r), nil
	case pricing.VA:
		return "/callback_virtual_accounts", newVA(r), nil
	case pricing.EWallet:
		return "/ewallets/charges", newCharge(r), nil
	case pricing.QRIS:
		return "/qr_codes", newQR(r), nil
	}
	return "", nil, fmt.Errorf("provider: no channel %q", r.Channel)
}

var instructionReaders = map[pricing.Kind]func(object) report.Instructions{
	pricing.Invoice: invoiceInstructions, pricing.VA: vaInstructions, pricing.EWallet: chargeInstructions, pricing.QRIS: qrInstructions,
}

// ExpirePayment closes an invoice or a virtual account, so that it can no longer be paid. For the other
// channels it returns errors.ErrUnsupported, because the provider cannot close them.
func (c *Client) ExpirePayment(ctx context.Context, channel pricing.Kind, providerID string) error {
	id := url.PathEscape(providerID)
	switch channel {
	case pricing.Invoice:
		_, err := c.call(ctx, http.MethodPost, "/invoices/"+id+"/expire!", nil, nil)
		return err
	case pricing.VA:
		closed := map[string]time.Time{"expiration_date": c.now().UTC()}
		_, err := c.call(ctx, http.MethodPatch, "/callback_virtual_accounts/"+id, closed, nil)
		return err
	}
	return fmt.Errorf("provider: expire a payment of channel %q: %w", channel, errors.ErrUnsupported)
}
