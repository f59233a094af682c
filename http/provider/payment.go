package provider

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"strings"
	"time"

	"gateway/domain/pricing"
	"gateway/domain/report"

	"github.com/shopspring/decimal"
)

// OpenRequest asks for one payment. Channel, ExternalID and Amount are always
// needed, ChannelCode (BCA, OVO) for va and ewallet, CustomerName for va,
// CustomerPhone for OVO, SuccessURL for the other wallets, CallbackURL for qris.
type OpenRequest struct {
	Channel     pricing.Kind
	ChannelCode string
	// ExternalID is ours, unique per payment: what an unknown outcome is looked up by.
	ExternalID    string
	Amount        decimal.Decimal
	CustomerName  string
	CustomerPhone string
	SuccessURL    string
	// Description is what the payer of an invoice or a charge reads.
	Description string
	// ExpiresAt is told to the provider for invoices and VAs; it has no expiry for
	// the others.
	ExpiresAt   time.Time
	CallbackURL string
}

// OpenPayment creates the payment. After an *report.Unknown it may exist: FindPayment
// tells.
func (c *Client) OpenPayment(ctx context.Context, r OpenRequest) (report.Instructions, error) {
	path, body, err := c.creation(r)
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

// unreadable makes an answer that is not as it should be an unknown outcome. The
// error is not wrapped: the refusal in it is about the provider's fields, and must
// not be shown to a client of ours as one about theirs.
func unreadable(err error) error {
	if err == nil {
		return nil
	}
	return &report.Unknown{Err: fmt.Errorf("unreadable answer: %v", err)}
}

type invoiceRequest struct {
	ExternalID  string          `json:"external_id"`
	Amount      decimal.Decimal `json:"amount"`
	Currency    string          `json:"currency"`
	Description string          `json:"description,omitempty"`
	Duration    int64           `json:"invoice_duration,omitempty"`
	SuccessURL  string          `json:"success_redirect_url,omitempty"`
}

type vaRequest struct {
	ExternalID     string          `json:"external_id"`
	BankCode       string          `json:"bank_code"`
	Name           string          `json:"name"`
	IsClosed       bool            `json:"is_closed"`
	ExpectedAmount decimal.Decimal `json:"expected_amount"`
	IsSingleUse    bool            `json:"is_single_use"`
	Expiration     *time.Time      `json:"expiration_date,omitempty"`
}

type chargeRequest struct {
	ReferenceID    string           `json:"reference_id"`
	Currency       string           `json:"currency"`
	Amount         decimal.Decimal  `json:"amount"`
	CheckoutMethod string           `json:"checkout_method"`
	ChannelCode    string           `json:"channel_code"`
	Properties     chargeProperties `json:"channel_properties"`
	Metadata       chargeMetadata   `json:"metadata,omitzero"`
}

// chargeMetadata is ours to fill; the provider gives it back as it is.
type chargeMetadata struct {
	Description string `json:"description"`
}

type chargeProperties struct {
	MobileNumber string `json:"mobile_number,omitempty"`
	SuccessURL   string `json:"success_redirect_url,omitempty"`
}

type qrRequest struct {
	ExternalID  string          `json:"external_id"`
	Type        string          `json:"type"`
	CallbackURL string          `json:"callback_url"`
	Amount      decimal.Decimal `json:"amount"`
}

func (c *Client) creation(r OpenRequest) (path string, body any, err error) {
	switch r.Channel {
	case pricing.Invoice:
		return "/v2/invoices", invoiceRequest{
			ExternalID: r.ExternalID, Amount: r.Amount, Currency: "IDR",
			Description: r.Description, Duration: c.secondsUntil(r.ExpiresAt), SuccessURL: r.SuccessURL,
		}, nil
	case pricing.VA:
		request := vaRequest{
			ExternalID: r.ExternalID, BankCode: r.ChannelCode, Name: r.CustomerName,
			IsClosed: true, ExpectedAmount: r.Amount, IsSingleUse: true,
		}
		if !r.ExpiresAt.IsZero() {
			at := r.ExpiresAt.UTC()
			request.Expiration = &at
		}
		return "/callback_virtual_accounts", request, nil
	case pricing.EWallet:
		return "/ewallets/charges", chargeRequest{
			ReferenceID: r.ExternalID, Currency: "IDR", Amount: r.Amount,
			CheckoutMethod: "ONE_TIME_PAYMENT", ChannelCode: "ID_" + r.ChannelCode,
			Properties: chargeProperties{MobileNumber: e164(r.CustomerPhone), SuccessURL: r.SuccessURL},
			Metadata:   chargeMetadata{Description: r.Description},
		}, nil
	case pricing.QRIS:
		return "/qr_codes", qrRequest{
			ExternalID: r.ExternalID, Type: "DYNAMIC", CallbackURL: r.CallbackURL, Amount: r.Amount,
		}, nil
	}
	return "", nil, fmt.Errorf("provider: no channel %q", r.Channel)
}

// secondsUntil is 0, which is left out, without an expiry; at least 1 otherwise.
func (c *Client) secondsUntil(at time.Time) int64 {
	if at.IsZero() {
		return 0
	}
	return max(1, int64(math.Ceil(at.Sub(c.now()).Seconds())))
}

// e164 gives an Indonesian number the form the provider takes: 0812... and
// 62812... become +62812...
func e164(phone string) string {
	digits := strings.NewReplacer(" ", "", "-", "").Replace(phone)
	switch {
	case strings.HasPrefix(digits, "0"):
		return "+62" + digits[1:]
	case strings.HasPrefix(digits, "62"):
		return "+" + digits
	}
	return digits
}

var instructionReaders = map[pricing.Kind]func(object) report.Instructions{
	pricing.Invoice: invoiceInstructions, pricing.VA: vaInstructions, pricing.EWallet: chargeInstructions, pricing.QRIS: qrInstructions,
}

func invoiceInstructions(o object) report.Instructions {
	return report.Instructions{
		ProviderID: o.text("id"), InvoiceURL: o.text("invoice_url"),
		ExpiresAt: o.expiry("expiry_date"), UserID: o.textOr("user_id", ""),
	}
}

func vaInstructions(o object) report.Instructions {
	return report.Instructions{
		ProviderID: o.text("id"), VANumber: o.text("account_number"), BankCode: o.text("bank_code"),
		ExpiresAt: o.expiry("expiration_date"), UserID: o.textOr("owner_id", ""),
	}
}

// chargeInstructions takes the first page that there is: OVO has none, the customer
// is asked on the telephone.
func chargeInstructions(o object) report.Instructions {
	opened := report.Instructions{ProviderID: o.text("id"), UserID: o.textOr("business_id", "")}
	if o.has("actions") {
		actions := o.object("actions")
		opened.PayURL = actions.textOr("mobile_web_checkout_url", actions.textOr("desktop_web_checkout_url", ""))
		opened.Deeplink = actions.textOr("mobile_deeplink_checkout_url", "")
		opened.QRString = actions.textOr("qr_checkout_string", "")
	}
	return opened
}

func qrInstructions(o object) report.Instructions {
	return report.Instructions{ProviderID: o.text("id"), QRString: o.text("qr_string")}
}

func (o object) expiry(name string) *time.Time {
	at := o.timeOrZero(name)
	if at.IsZero() {
		return nil
	}
	return &at
}
