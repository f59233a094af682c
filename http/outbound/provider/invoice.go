package provider

import (
	"math"
	"time"

	"gateway/domain/pricing"
	"gateway/domain/report"

	"github.com/shopspring/decimal"
)

// invoiceStatuses maps the provider's words for the status of an invoice.
var invoiceStatuses = map[string]report.Status{
	"PENDING": report.Pending, "PAID": report.Paid, "SETTLED": report.Settled, "EXPIRED": report.Expired,
}

// invoiceRequest is the body of POST /v2/invoices.
type invoiceRequest struct {
	ExternalID  string          `json:"external_id"`
	Amount      decimal.Decimal `json:"amount"`
	Currency    string          `json:"currency"`
	Description string          `json:"description,omitempty"`
	Duration    int64           `json:"invoice_duration,omitempty"`
	SuccessURL  string          `json:"success_redirect_url,omitempty"`
	FailureURL  string          `json:"failure_redirect_url,omitempty"`
	Customer    invoiceCustomer `json:"customer,omitzero"`
	Methods     []string        `json:"payment_methods"`
}

// invoiceCustomer is the customer named on the invoice.
type invoiceCustomer struct {
	GivenNames string `json:"given_names"`
}

// invoiceMethods returns the channels that the gateway has fees for. Without a list the provider would also
// offer cards, retail outlets and paylater.
func invoiceMethods() []string {
	var codes []string
	for _, c := range pricing.Channels() {
		if c.Kind != pricing.Invoice {
			codes = append(codes, c.Code)
		}
	}
	return codes
}

func (c *Client) newInvoice(r report.OpenRequest) invoiceRequest {
	return invoiceRequest{
		ExternalID: r.ExternalID, Amount: r.Amount, Currency: "IDR",
		Description: r.Description, Duration: c.secondsUntil(r.ExpiresAt), SuccessURL: r.SuccessURL, FailureURL: r.FailureURL,
		Customer: invoiceCustomer{r.CustomerName}, Methods: invoiceMethods(),
	}
}

// secondsUntil returns 0, which the request omits, for the zero time, and otherwise at least 1.
func (c *Client) secondsUntil(at time.Time) int64 {
	if at.IsZero() {
		return 0
	}
	return max(1, int64(math.Ceil(at.Sub(c.now()).Seconds())))
}

func invoiceInstructions(o object) report.Instructions {
	return report.Instructions{
		ProviderID: o.text("id"), InvoiceURL: o.exact("invoice_url"),
		ExpiresAt: o.expiry("expiry_date"), UserID: o.textOr("user_id", ""),
	}
}

// readInvoice reads an invoice, which is also its notification.
func readInvoice(o object) report.Payment {
	r := report.Payment{
		Channel:        pricing.Invoice,
		ProviderID:     o.text("id"),
		TransactionID:  o.text("external_id"),
		Status:         o.status("status", invoiceStatuses),
		Amount:         o.amount("amount"),
		PaymentMethod:  o.textOr("payment_method", ""),
		PaymentChannel: o.textOr("payment_channel", o.textOr("bank_code", "")),
		UserID:         o.textOr("user_id", ""),
	}
	r.PaymentID = o.textOr("payment_id", r.ProviderID)
	r.ChannelCode = channelCode(r.PaymentChannel)
	if r.Status.IsPaid() {
		r.PaidAmount, r.PaidAt = o.amount("paid_amount"), o.time("paid_at")
	}
	return r
}

func lookupInvoice(o object) report.Payment {
	return reportOpened(invoiceInstructions(o), readInvoice(o))
}
