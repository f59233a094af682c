package provider

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"

	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/http/outbound/exchange"

	"github.com/shopspring/decimal"
)

// refundReasons are the provider's words for the reasons of a merchant.
var refundReasons = map[string]string{
	"requested_by_customer": "REQUESTED_BY_CUSTOMER", "duplicate": "DUPLICATE", "fraudulent": "FRAUDULENT", "cancelled": "CANCELLATION",
	"other": "OTHERS",
}

// refundRequest is the body of a refund of a wallet's charge and of a QRIS payment, and with InvoiceID and ReferenceID
// that of POST /refunds.
type refundRequest struct {
	InvoiceID   string          `json:"invoice_id,omitempty"`
	ReferenceID string          `json:"reference_id,omitempty"`
	Currency    string          `json:"currency,omitempty"`
	Amount      decimal.Decimal `json:"amount"`
	Reason      string          `json:"reason"`
}

// SendRefund asks for a refund. After a *report.Unknown it may have been made: FindRefund tells. Error also:
// errors.ErrUnsupported for a channel without refunds.
//
// Calls: POST /ewallets/charges/{id}/void and /refunds, POST /qr_codes/payments/{id}/refunds, POST /refunds.
func (c *Client) SendRefund(ctx context.Context, r report.RefundOrder) (report.RefundRecord, error) {
	ctx = exchange.About(ctx, r.TransactionID)
	body := refundRequest{Amount: r.Amount, Reason: refundReasons[r.Reason]}
	keys := http.Header{"X-Idempotency-Key": {r.Reference}}
	switch {
	case r.Channel == pricing.Invoice:
		body.InvoiceID, body.ReferenceID, body.Currency = r.ProviderID, r.Reference, "IDR"
		return c.sendRefund(ctx, "/refunds", body, http.Header{"Idempotency-Key": {r.Reference}}, readRefund)
	case r.Channel == pricing.EWallet && r.Void:
		return c.sendRefund(ctx, "/ewallets/charges/"+url.PathEscape(r.PaymentID)+"/void", nil, nil, readVoid)
	case r.Channel == pricing.EWallet:
		return c.sendRefund(ctx, "/ewallets/charges/"+url.PathEscape(r.PaymentID)+"/refunds", body, keys, readProductRefund)
	case r.Channel == pricing.QRIS:
		return c.sendRefund(ctx, "/qr_codes/payments/"+url.PathEscape(r.PaymentID)+"/refunds", body, keys, readProductRefund)
	}
	return report.RefundRecord{}, errors.ErrUnsupported
}

func (c *Client) sendRefund(
	ctx context.Context, path string, body any, header http.Header, read func(object) report.RefundRecord,
) (report.RefundRecord, error) {
	text, err := c.call(ctx, http.MethodPost, path, body, header)
	if err != nil {
		return report.RefundRecord{}, err
	}
	o := readObject(text)
	made := read(o)
	made.Connection = c.connection
	return made, exchange.Unreadable(*o.err)
}

// FindRefund looks a refund up: a void by its charge, that of an invoice by our reference, any other among those of the
// money, without r.Known. Errors: report.ErrNoRecord; *report.Unknown, also if several fit.
func (c *Client) FindRefund(ctx context.Context, r report.RefundOrder) (report.RefundRecord, error) {
	ctx = exchange.About(ctx, r.TransactionID)
	switch {
	case r.Channel == pricing.Invoice:
		return c.findRefund(ctx, "/refunds?invoice_id="+url.QueryEscape(r.ProviderID), r, readRefund)
	case r.Channel == pricing.EWallet && r.Void:
		text, err := c.get(ctx, "/ewallets/charges/"+url.PathEscape(r.PaymentID))
		if err != nil {
			return report.RefundRecord{}, err
		}
		o := readObject(text)
		found := readVoid(o)
		found.Connection = c.connection
		if *o.err == nil && found.Status == "" {
			return report.RefundRecord{}, report.ErrNoRecord
		}
		return found, exchange.Unreadable(*o.err)
	case r.Channel == pricing.EWallet:
		return c.findRefund(ctx, "/ewallets/charges/"+url.PathEscape(r.PaymentID)+"/refunds", r, readProductRefund)
	case r.Channel == pricing.QRIS:
		return c.findRefund(ctx, "/qr_codes/payments/"+url.PathEscape(r.PaymentID)+"/refunds", r, readProductRefund)
	}
	return report.RefundRecord{}, errors.ErrUnsupported
}

// findRefund finds the refund in a list: the one with our reference, or else the only one of the amount that is not known.
func (c *Client) findRefund(
	ctx context.Context, path string, r report.RefundOrder, read func(object) report.RefundRecord,
) (found report.RefundRecord, err error) {
	text, err := c.get(ctx, path)
	if err != nil {
		return found, err
	}
	list, err := readDataList(text)
	if err != nil {
		return found, exchange.Unreadable(err)
	}
	var fitting []report.RefundRecord
	for _, o := range list {
		one, reference := read(o), o.textOr("reference_id", "")
		if *o.err != nil {
			return found, exchange.Unreadable(*o.err)
		}
		one.Connection = c.connection
		if reference == r.Reference {
			return one, nil
		}
		if r.Channel != pricing.Invoice && one.Amount.Equal(r.Amount) && !slices.Contains(r.Known, one.ID) {
			fitting = append(fitting, one)
		}
	}
	switch len(fitting) {
	case 0:
		return found, report.ErrNoRecord
	case 1:
		return fitting[0], nil
	}
	return found, &report.Unknown{Err: errors.New("several refunds fit")}
}

// readRefund reads an object of POST /refunds. Its notification has it as the member data.
func readRefund(o object) report.RefundRecord {
	return report.RefundRecord{
		ID: o.text("id"), Status: o.status("status", refundStatuses), Amount: o.amount("amount"), FailureCode: o.textOr("failure_code", ""),
	}
}

// productRefundStatuses are those of a refund of a wallet or of QRIS, which may end as a void.
var productRefundStatuses = map[string]report.Status{
	"SUCCEEDED": report.Completed, "REFUNDED": report.Completed, "VOIDED": report.Completed, "PENDING": report.Pending, "FAILED": report.Failed,
}

func readProductRefund(o object) report.RefundRecord {
	return report.RefundRecord{
		ID: o.text("id"), Status: o.status("status", productRefundStatuses), Voided: o.textOr("status", "") == report.Voided,
		Amount: o.amountOr("refund_amount", o.amountOr("amount", decimal.Zero)), FailureCode: o.textOr("failure_code", ""),
	}
}

// readVoid reads a charge that was asked to be voided. The status is empty if it was not.
func readVoid(o object) report.RefundRecord {
	r := report.RefundRecord{ID: "void-" + o.text("id"), Voided: true, Amount: o.amountOr("capture_amount", o.amount("charge_amount"))}
	switch void := o.textOr("void_status", ""); {
	case o.text("status") == report.Voided:
		r.Status = report.Completed
	case void == "PENDING":
		r.Status = report.Pending
	case void == "FAILED":
		r.Status, r.FailureCode = report.Failed, o.textOr("failure_code", "VOID_FAILED")
	}
	return r
}
