package provider

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/shopspring/decimal"
)

// PaymentSnapshot is a payment as the provider has it now. PaidAmount, PaidAt and
// PaymentID are those of the first payment, and zero unless Status is Paid or
// Settled.
type PaymentSnapshot struct {
	Opened
	ExternalID     string
	Status         Status
	Amount         decimal.Decimal
	PaidAmount     decimal.Decimal
	PaidAt         time.Time
	PaymentID      string
	ChannelCode    string
	PaymentMethod  string
	PaymentChannel string
}

// FindPayment looks a payment up by our own external_id, which is what is known
// after an unknown creation.
//
// The provider documents such a lookup for invoices (GET /v2/invoices?external_id=)
// and QR codes (GET /qr_codes/{external_id}). For VAs and wallets the nearest is
// used, the list of the creation's own path filtered by its own field:
// GET /callback_virtual_accounts?external_id= and
// GET /ewallets/charges?reference_id=. A provider that does not have it answers
// 404, so ErrNotFound never proves that the payment does not exist.
func (c *Client) FindPayment(ctx context.Context, channel, externalID string) (PaymentSnapshot, error) {
	id := url.QueryEscape(externalID)
	switch channel {
	case Invoice:
		return c.findListed(ctx, "/v2/invoices?external_id="+id, externalID, snapInvoice)
	case EWallet:
		return c.findListed(ctx, "/ewallets/charges?reference_id="+id, externalID, snapCharge)
	case VA:
		found, err := c.findListed(ctx, "/callback_virtual_accounts?external_id="+id, externalID, c.snapVA)
		return c.withVAPayments(ctx, found, err)
	case QRIS:
		return c.GetPayment(ctx, QRIS, externalID)
	}
	return PaymentSnapshot{}, fmt.Errorf("provider: no channel %q", channel)
}

// GetPayment asks for a payment by the provider's id: the confirmation before a
// notification is believed. A QR code is asked for by our external_id instead,
// since the provider looks it up by nothing else.
//
// The payments into VAs and QR codes are lists of their own:
// GET /qr_codes/payments?external_id= is the provider's; for VAs it documents
// only GET /callback_virtual_account_payments/payment_id=..., and
// GET /callback_virtual_account_payments?external_id= is the nearest. Where that
// one is missing, a VA is never seen as paid here, only told of by notification.
func (c *Client) GetPayment(ctx context.Context, channel, id string) (PaymentSnapshot, error) {
	escaped := url.PathEscape(id)
	switch channel {
	case Invoice:
		return c.getOne(ctx, "/v2/invoices/"+escaped, snapInvoice)
	case EWallet:
		return c.getOne(ctx, "/ewallets/charges/"+escaped, snapCharge)
	case VA:
		found, err := c.getOne(ctx, "/callback_virtual_accounts/"+escaped, c.snapVA)
		return c.withVAPayments(ctx, found, err)
	case QRIS:
		found, err := c.getOne(ctx, "/qr_codes/"+escaped, snapQR)
		if err != nil {
			return PaymentSnapshot{}, err
		}
		return c.withPayments(ctx, found, "/qr_codes/payments?external_id=", readQRPayment)
	}
	return PaymentSnapshot{}, fmt.Errorf("provider: no channel %q", channel)
}

// ExpirePayment closes a payment that nobody is to pay any more: invoices and VAs.
// The provider can't close the others, which gives errors.ErrUnsupported.
func (c *Client) ExpirePayment(ctx context.Context, channel, providerID string) error {
	id := url.PathEscape(providerID)
	switch channel {
	case Invoice:
		_, err := c.call(ctx, http.MethodPost, "/invoices/"+id+"/expire!", nil, nil)
		return err
	case VA:
		closed := map[string]time.Time{"expiration_date": c.now().UTC()}
		_, err := c.call(ctx, http.MethodPatch, "/callback_virtual_accounts/"+id, closed, nil)
		return err
	}
	return fmt.Errorf("provider: expire a payment of channel %q: %w", channel, errors.ErrUnsupported)
}

func (c *Client) getOne(ctx context.Context, path string, snap func(object) PaymentSnapshot) (PaymentSnapshot, error) {
	text, err := c.get(ctx, path)
	if err != nil {
		return PaymentSnapshot{}, err
	}
	o := readObject(text)
	found := snap(o)
	return found, unreadable(*o.err)
}

// findListed picks out of a list: the paid one, else the first. Elements of
// another external_id are passed over, as a provider that does not know the
// filter would list everything.
func (c *Client) findListed(ctx context.Context, path, externalID string, snap func(object) PaymentSnapshot) (PaymentSnapshot, error) {
	list, err := c.list(ctx, path)
	if err != nil {
		return PaymentSnapshot{}, err
	}
	var found *PaymentSnapshot
	for _, o := range list {
		one := snap(o)
		if *o.err != nil {
			return PaymentSnapshot{}, unreadable(*o.err)
		}
		if one.ExternalID == externalID && (found == nil || !found.Status.isPaid() && one.Status.isPaid()) {
			found = &one
		}
	}
	if found == nil {
		return PaymentSnapshot{}, ErrNotFound
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

func (c *Client) withVAPayments(ctx context.Context, found PaymentSnapshot, err error) (PaymentSnapshot, error) {
	if err != nil {
		return PaymentSnapshot{}, err
	}
	return c.withPayments(ctx, found, "/callback_virtual_account_payments?external_id=", readVAPayment)
}

// withPayments lays the payments made over a snapshot that only knows whether it
// is open. They are read after it: a payment in between is then seen.
func (c *Client) withPayments(ctx context.Context, found PaymentSnapshot, path string, read func(object) Notification) (PaymentSnapshot, error) {
	list, err := c.list(ctx, path+url.QueryEscape(found.ExternalID))
	if errors.Is(err, ErrNotFound) {
		return found, nil
	}
	if err != nil {
		return PaymentSnapshot{}, err
	}
	due := found.Amount
	for _, o := range list {
		n := read(o)
		if *o.err != nil {
			return PaymentSnapshot{}, unreadable(*o.err)
		}
		first := !found.Status.isPaid()
		settles := n.Status == Settled && n.PaymentID == found.PaymentID
		if n.ProviderID == found.ProviderID && n.Status.isPaid() && (first || settles) {
			found = snapshot(found.Opened, n)
		}
	}
	found.Amount = due
	return found, nil
}

func snapshot(opened Opened, n Notification) PaymentSnapshot {
	s := PaymentSnapshot{
		Opened: opened, ExternalID: n.ExternalID, Status: n.Status, Amount: n.Amount,
		PaidAmount: n.PaidAmount, PaidAt: n.PaidAt, ChannelCode: n.ChannelCode,
		PaymentMethod: n.PaymentMethod, PaymentChannel: n.PaymentChannel,
	}
	if n.Status.isPaid() {
		s.PaymentID = n.PaymentID
	}
	return s
}

func snapInvoice(o object) PaymentSnapshot { return snapshot(openedInvoice(o), readInvoice(o)) }
func snapCharge(o object) PaymentSnapshot  { return snapshot(openedCharge(o), readCharge(o)) }

// snapVA reads the VA itself. INACTIVE means paid or expired: without a payment
// it counts as expired only from its expiry on.
func (c *Client) snapVA(o object) PaymentSnapshot {
	s := PaymentSnapshot{
		Opened: openedVA(o), ExternalID: o.text("external_id"), Status: Pending,
		Amount: o.amount("expected_amount"), PaymentMethod: "BANK_TRANSFER",
	}
	s.ChannelCode, s.PaymentChannel = s.BankCode, s.BankCode
	if o.text("status") == "INACTIVE" && s.ExpiresAt != nil && !s.ExpiresAt.After(c.now()) {
		s.Status = Expired
	}
	return s
}

func snapQR(o object) PaymentSnapshot {
	s := PaymentSnapshot{
		Opened: openedQR(o), ExternalID: o.text("external_id"), Status: Pending,
		Amount: o.amount("amount"), ChannelCode: "QRIS", PaymentMethod: "QR_CODE", PaymentChannel: "QRIS",
	}
	if o.text("status") == "INACTIVE" {
		s.Status = Expired
	}
	return s
}
