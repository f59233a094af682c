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

// FindPayment looks a payment up by our own external_id, which is what is known
// after an unknown creation.
//
// The provider documents such a lookup for invoices (GET /v2/invoices?external_id=)
// and QR codes (GET /qr_codes/{external_id}). For VAs and wallets the nearest is
// used, the list of the creation's own path filtered by its own field:
// GET /callback_virtual_accounts?external_id= and
// GET /ewallets/charges?reference_id=. A provider that does not have it answers
// 404, so report.ErrNoRecord never proves that the payment does not exist.
func (c *Client) FindPayment(ctx context.Context, channel pricing.Kind, transactionID string) (report.Payment, error) {
	id := url.QueryEscape(transactionID)
	switch channel {
	case pricing.Invoice:
		return c.findListed(ctx, "/v2/invoices?external_id="+id, transactionID, lookupInvoice)
	case pricing.EWallet:
		return c.findListed(ctx, "/ewallets/charges?reference_id="+id, transactionID, lookupCharge)
	case pricing.VA:
		found, err := c.findListed(ctx, "/callback_virtual_accounts?external_id="+id, transactionID, c.lookupVA)
		return c.withVAPayments(ctx, found, err)
	case pricing.QRIS:
		return c.GetPayment(ctx, pricing.QRIS, transactionID)
	}
	return report.Payment{}, fmt.Errorf("provider: no channel %q", channel)
}

// GetPayment asks for a payment by the provider's id: the confirmation before a
// notification is believed. A QR code is asked for by our external_id instead,
// since the provider looks it up by nothing else.
//
// The payments into VAs and QR codes are lists of their own:
// GET /qr_codes/payments?external_id= is the provider's; for VAs it documents
// only GET /callback_virtual_account_payments/payment_id=..., and
// GET /callback_virtual_account_payments?external_id= is the nearest. Where that
// candidate is missing, a VA is never seen as paid here, only told of by notification.
func (c *Client) GetPayment(ctx context.Context, channel pricing.Kind, id string) (report.Payment, error) {
	escaped := url.PathEscape(id)
	switch channel {
	case pricing.Invoice:
		return c.getOne(ctx, "/v2/invoices/"+escaped, lookupInvoice)
	case pricing.EWallet:
		return c.getOne(ctx, "/ewallets/charges/"+escaped, lookupCharge)
	case pricing.VA:
		found, err := c.getOne(ctx, "/callback_virtual_accounts/"+escaped, c.lookupVA)
		return c.withVAPayments(ctx, found, err)
	case pricing.QRIS:
		found, err := c.getOne(ctx, "/qr_codes/"+escaped, lookupQR)
		if err != nil {
			return report.Payment{}, err
		}
		return c.withPayments(ctx, found, "/qr_codes/payments?external_id=", readQRPayment)
	}
	return report.Payment{}, fmt.Errorf("provider: no channel %q", channel)
}

// ExpirePayment closes a payment that nobody is to pay any more: invoices and VAs.
// The provider can't close the others, which gives errors.ErrUnsupported.
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

func (c *Client) getOne(ctx context.Context, path string, read func(object) report.Payment) (report.Payment, error) {
	text, err := c.get(ctx, path)
	if err != nil {
		return report.Payment{}, err
	}
	o := readObject(text)
	found := read(o)
	return found, unreadable(*o.err)
}

// findListed picks the paid element of a list, or else the first one. It ignores
// elements of another payment, because a provider that does not know the filter
// lists everything.
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

func (c *Client) list(ctx context.Context, path string) ([]object, error) {
	text, err := c.get(ctx, path)
	if err != nil {
		return nil, err
	}
	list, err := readList(text)
	return list, unreadable(err)
}

func (c *Client) withVAPayments(ctx context.Context, found report.Payment, err error) (report.Payment, error) {
	if err != nil {
		return report.Payment{}, err
	}
	return c.withPayments(ctx, found, "/callback_virtual_account_payments?external_id=", readVAPayment)
}

// withPayments completes a report that only says whether the VA or QR code is open
// with the payments made into it. It reads them after the report, so that a payment
// in between is seen.
func (c *Client) withPayments(ctx context.Context, found report.Payment, path string, read func(object) report.Payment) (report.Payment, error) {
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

// reportOpened joins the payer's instructions with the report on the same object.
func reportOpened(instructions report.Instructions, r report.Payment) report.Payment {
	r.Instructions, r.ProviderID, r.UserID = instructions, instructions.ProviderID, instructions.UserID
	if !r.Status.IsPaid() {
		r.PaymentID = ""
	}
	return r
}

func lookupInvoice(o object) report.Payment {
	return reportOpened(invoiceInstructions(o), readInvoice(o))
}
func lookupCharge(o object) report.Payment { return reportOpened(chargeInstructions(o), readCharge(o)) }

// lookupVA reads the VA itself. INACTIVE means paid or expired: without a payment
// it counts as expired only from its expiry on.
func (c *Client) lookupVA(o object) report.Payment {
	va := vaInstructions(o)
	r := reportOpened(va, report.Payment{
		Channel: pricing.VA, TransactionID: o.text("external_id"), Status: report.Pending,
		Amount: o.amount("expected_amount"), PaymentMethod: "BANK_TRANSFER",
		ChannelCode: va.BankCode, PaymentChannel: va.BankCode,
	})
	if o.text("status") == "INACTIVE" && va.ExpiresAt != nil && !va.ExpiresAt.After(c.now()) {
		r.Status = report.Expired
	}
	return r
}

func lookupQR(o object) report.Payment {
	r := reportOpened(qrInstructions(o), report.Payment{
		Channel: pricing.QRIS, TransactionID: o.text("external_id"), Status: report.Pending,
		Amount: o.amount("amount"), ChannelCode: "QRIS", PaymentMethod: "QR_CODE", PaymentChannel: "QRIS",
	})
	if o.text("status") == "INACTIVE" {
		r.Status = report.Expired
	}
	return r
}
