package provider

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"gateway/domain/pricing"
	"gateway/domain/report"
)

// OpenPayment creates the payment. After a *report.Unknown it may exist, which FindPayment
// tells.
func (c *Client) OpenPayment(ctx context.Context, r report.OpenRequest) (report.Instructions, error) {
	ctx = about(ctx, r.ExternalID)
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
	return opened, unreadable(*o.err)
}

// ExpirePayment closes an invoice or a virtual account, so that it can't be paid any more.
// For the other channels it returns errors.ErrUnsupported: the provider can't close them.
func (c *Client) ExpirePayment(ctx context.Context, channel pricing.Kind, providerID string) error {
	expire := products[channel].expire
	if expire == nil {
		return fmt.Errorf("provider: expire a payment of channel %q: %w", channel, errors.ErrUnsupported)
	}
	return expire(c, ctx, providerID)
}
