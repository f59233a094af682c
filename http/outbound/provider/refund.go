package provider

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

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

// refundAPI is how one of the provider's products gives money back: by a POST to send, of body. list has the refunds of
// the payment; a void has no list, because the charge itself says whether it was voided.
type refundAPI struct {
	send, list, charge string
	body               any
	key                string
}

// refundAPIOf returns the API for the payment's product. Error: errors.ErrUnsupported.
func refundAPIOf(r report.RefundOrder) (refundAPI, error) {
	charge := "/ewallets/charges/" + url.PathEscape(r.PaymentID)
	qr := "/qr_codes/payments/" + url.PathEscape(r.PaymentID) + "/refunds"
	body := refundRequest{Amount: r.Amount, Reason: refundReasons[r.Reason]}
	switch {
	case r.Channel == pricing.Invoice:
		body.InvoiceID, body.ReferenceID, body.Currency = r.ProviderID, r.Reference, "IDR"
		return refundAPI{send: "/refunds", list: "/refunds?invoice_id=" + url.QueryEscape(r.ProviderID), body: body, key: "Idempotency-Key"}, nil
	case r.Channel == pricing.EWallet && r.Void:
		return refundAPI{send: charge + "/void", charge: charge}, nil
	case r.Channel == pricing.EWallet:
		return refundAPI{send: charge + "/refunds", list: charge + "/refunds?", body: body, key: "X-Idempotency-Key"}, nil
	case r.Channel == pricing.QRIS:
		return refundAPI{send: qr, list: qr + "?", body: body, key: "X-Idempotency-Key"}, nil
	}
	return refundAPI{}, fmt.Errorf("provider: refund a payment of channel %q: %w", r.Channel, errors.ErrUnsupported)
}

// SendRefund asks for a refund. The provider undoes the whole payment if r.Void is set and it still can, and a QRIS
// payment that is given back as a whole within a day, whatever it is asked for: RefundRecord.Voided tells. After a
// *report.Unknown the refund may have been made: FindRefund tells. After a refusal that may be about what an earlier
// call for the same reference made, it asks before it says that nothing was made. Error also: errors.ErrUnsupported for
// a channel without refunds.
//
// Calls: POST /ewallets/charges/{id}/void and /refunds, POST /qr_codes/payments/{id}/refunds, POST /refunds; then those
// of FindRefund.
func (c *Client) SendRefund(ctx context.Context, r report.RefundOrder) (report.RefundRecord, error) {
	ctx = exchange.About(ctx, r.TransactionID)
	api, err := refundAPIOf(r)
	if err != nil {
		return report.RefundRecord{}, err
	}
	var keys http.Header
	if api.key != "" {
		keys = http.Header{api.key: {r.Reference}}
	}
	text, err := c.call(ctx, http.MethodPost, api.send, api.body, keys)
	if refused, ok := errors.AsType[*report.Refused](err); ok && refused.OfOrder {
		return c.afterRefusal(ctx, r, refused)
	}
	if err != nil {
		return report.RefundRecord{}, err
	}
	o := readObject(text)
	made := c.readRefund(o, api)
	if reference := o.textOr("reference_id", r.Reference); *o.err == nil && api.charge == "" && reference != r.Reference {
		return report.RefundRecord{}, exchange.Unreadable(errors.New("the answer is about another refund"))
	}
	if *o.err == nil && made.Status == "" { // a charge that is asked to be voided, and does not say so
		return report.RefundRecord{}, exchange.Unreadable(errors.New("the charge has no void_status"))
	}
	return made, exchange.Unreadable(*o.err)
}

// afterRefusal asks whether the refund was made all the same: the provider also refuses a repetition of what it did.
func (c *Client) afterRefusal(ctx context.Context, r report.RefundOrder, refused *report.Refused) (report.RefundRecord, error) {
	found, err := c.FindRefund(ctx, r)
	switch {
	case err == nil && found.Status != report.Failed:
		return found, nil
	case err != nil && !errors.Is(err, report.ErrNoRecord):
		return report.RefundRecord{}, &report.Unknown{Err: errors.New(refused.Code + ", and then: " + err.Error())}
	}
	refused.OfLateVoid = r.Void && r.Channel == pricing.EWallet && slices.Contains(aboutTheRefund, refused.Code)
	return report.RefundRecord{}, refused
}

// repeatRefundAfter is how long a refund must not be found before it is asked for again: it is not known of all products
// whether they notice a used key, and how soon their lists show a refund that was taken.
const repeatRefundAfter = 10 * time.Minute

// RepeatRefundAfter is how long FindRefund must have returned report.ErrNoRecord before the refund may be sent again.
func (c *Client) RepeatRefundAfter() time.Duration { return repeatRefundAfter }

// FindRefund looks a refund up: a void by its charge, any other among those of the payment by r.ID, by our reference
// where the provider keeps it, or else as the only one of the amount that is not r.Known. Errors: report.ErrNoRecord;
// *report.Unknown, also if several fit.
func (c *Client) FindRefund(ctx context.Context, r report.RefundOrder) (report.RefundRecord, error) {
	ctx = exchange.About(ctx, r.TransactionID)
	api, err := refundAPIOf(r)
	if err != nil {
		return report.RefundRecord{}, err
	}
	if api.charge == "" {
		return c.findListedRefund(ctx, api, r)
	}
	text, err := c.get(ctx, api.charge)
	if err != nil {
		return report.RefundRecord{}, err
	}
	o := readObject(text)
	found := c.readRefund(o, api)
	if *o.err == nil && found.Status == "" {
		return report.RefundRecord{}, report.ErrNoRecord
	}
	return found, exchange.Unreadable(*o.err)
}

// refundsPerPage is the size of a page of refunds, and refundPages how many are read: more than a payment can have, so that
// there are as many only if the provider lists those of other payments.
const (
	refundsPerPage = 50
	refundPages    = 20
)

func (c *Client) findListedRefund(ctx context.Context, api refundAPI, r report.RefundOrder) (report.RefundRecord, error) {
	var all []report.RefundRecord
	path := fmt.Sprintf("%s&limit=%d", api.list, refundsPerPage)
	for pages := 0; path != ""; pages++ {
		if pages == refundPages {
			return report.RefundRecord{}, exchange.Unreadable(errors.New("the list of refunds does not end"))
		}
		text, err := c.get(ctx, strings.Replace(path, "?&", "?", 1))
		if err != nil {
			return report.RefundRecord{}, err
		}
		list, more, err := readRefundPage(text)
		if err != nil {
			return report.RefundRecord{}, exchange.Unreadable(err)
		}
		path = ""
		for _, o := range list {
			one, reference := c.readRefund(o, api), o.textOr("reference_id", "")
			switch {
			case *o.err != nil:
				return report.RefundRecord{}, exchange.Unreadable(*o.err)
			case one.ID == r.ID, reference == r.Reference:
				return one, nil
			case reference == "" && r.Channel != pricing.Invoice:
				all = append(all, one)
			}
			if more {
				path = fmt.Sprintf("%s&limit=%d&after_id=%s", api.list, refundsPerPage, url.QueryEscape(one.ID))
			}
		}
	}
	if r.ID != "" {
		return report.RefundRecord{}, &report.Unknown{Err: errors.New("a refund is not listed that there was")}
	}
	return onlyFitting(all, r)
}

// readRefundPage reads a page of refunds, and whether there are more.
func readRefundPage(text []byte) (list []object, more bool, err error) {
	if list, err = readDataList(text); err != nil || len(list) == 0 {
		return nil, false, err
	}
	page, err := decodeMembers(text)
	return list, err == nil && string(page["has_more"]) == "true", nil // an array is the only page
}

// onlyFitting finds a refund whose reference the provider does not keep. One that failed is passed over if another
// one fits, because it must not hide one that gave money back. If all that fit failed, it is the last of them.
func onlyFitting(all []report.RefundRecord, r report.RefundOrder) (report.RefundRecord, error) {
	fitting := slices.DeleteFunc(all, func(one report.RefundRecord) bool {
		return !one.Amount.Equal(r.Amount) || slices.Contains(r.Known, one.ID)
	})
	alive := slices.DeleteFunc(slices.Clone(fitting), func(one report.RefundRecord) bool { return one.Status == report.Failed })
	switch {
	case len(fitting) == 0:
		return report.RefundRecord{}, report.ErrNoRecord
	case len(fitting) == 1:
		return fitting[0], nil
	case len(alive) == 1:
		return alive[0], nil
	case len(alive) == 0:
		return fitting[len(fitting)-1], nil
	}
	return report.RefundRecord{}, &report.Unknown{Err: errors.New("several refunds fit")}
}

// refundStatuses maps the provider's words for the status of a refund of any product. Some products say in it how the
// money went back in the end.
var refundStatuses = map[string]report.Status{
	"SUCCEEDED": report.Completed, "REFUNDED": report.Completed, "VOIDED": report.Completed, "PENDING": report.Pending,
	"FAILED": report.Failed, "CANCELLED": report.Failed,
}

// readRefund reads what the provider says of a refund.
func (c *Client) readRefund(o object, api refundAPI) report.RefundRecord {
	if api.charge != "" {
		return c.readVoid(o)
	}
	return report.RefundRecord{
		Connection: c.connection, ID: o.text("id"), Status: o.status("status", refundStatuses), Voided: o.textOr("status", "") == report.Voided,
		Amount: o.refundAmount(), FailureCode: o.textOr("failure_code", ""),
	}
}

// refundAmount reads the amount of a refund, which each product names differently.
func (o object) refundAmount() decimal.Decimal {
	if o.has("refund_amount") {
		return o.amount("refund_amount")
	}
	return o.amount("amount")
}

// voidStatuses maps the provider's words for the state of a void, which is a member of the charge.
var voidStatuses = map[string]report.Status{
	"PENDING": report.Pending, "SUCCEEDED": report.Completed, "FAILED": report.Failed,
}

// voidFailed is the failure code of a void for which the provider says none.
const voidFailed = "VOID_FAILED"

// readVoid reads a charge that was asked to be voided. The status is empty if it was not.
func (c *Client) readVoid(o object) report.RefundRecord {
	r := report.RefundRecord{Connection: c.connection, ID: voidID(o.text("id")), Voided: true, Amount: o.chargedAmount()}
	switch {
	case o.text("status") == report.Voided:
		r.Status = report.Completed
	case o.has("void_status"):
		r.Status = o.status("void_status", voidStatuses)
	}
	if r.Status == report.Failed {
		r.FailureCode = o.textOr("failure_code", voidFailed)
	}
	return r
}

// chargedAmount reads the amount of a charge.
func (o object) chargedAmount() decimal.Decimal {
	if o.has("capture_amount") {
		return o.amount("capture_amount")
	}
	return o.amount("charge_amount")
}

// voidID is the id of the void of a charge, which the provider gives none, as in the gateway's events.
func voidID(chargeID string) string { return "void-" + chargeID }
