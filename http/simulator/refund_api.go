package simulator

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"gateway/domain/money"

	"github.com/jmoiron/sqlx"
	"github.com/shopspring/decimal"
)

// refundKind is the kind of notifications about the refunds of POST /refunds.
const refundKind = "refund"

// createRefund serves POST /ewallets/charges/{id}/refunds and POST /qr_codes/payments/{id}/refunds. Like the real provider
// it answers before the refund is done; the notification reports the outcome. A repetition of the idempotency key gets
// the first answer again.
func (s *Simulator) createRefund(product string) endpoint {
	return func(r *http.Request) (any, error) {
		var asked struct {
			Amount money.Input `json:"amount"`
			Reason string      `json:"reason"`
		}
		if r.ContentLength != 0 {
			if err := readJSON(r, &asked); err != nil {
				return nil, err
			}
		}
		id := r.PathValue("id")
		externalID, err := s.payer(r.Context(), product, id)
		if err != nil {
			return nil, err
		}
		o := refundOrder{Reversal: Reversal{ExternalID: externalID, PaymentID: id, Reason: asked.Reason}, key: r.Header.Get("X-Idempotency-Key")}
		if asked.Amount.Set {
			o.Amount = &asked.Amount.Value
		}
		made, _, fault, err := s.orderRefund(r.Context(), o)
		if err != nil {
			return nil, ineligible(err)
		}
		return showRefundOf(product, asAnswered(made, fault)), fault.waitAfterRecord(r.Context())
	}
}

// asAnswered is the refund in the answer to its order, which the outcome follows.
func asAnswered(r refund, fault refundFault) refund {
	if !fault.atOnce {
		r.Status, r.FailureCode, r.UpdatedAt = pending, "", &r.CreatedAt
	}
	return r
}

// payer returns the external id of the payment whose transfer has the id.
func (s *Simulator) payer(ctx context.Context, product, id string) (string, error) {
	if product == ewallet {
		p, err := findPayment(ctx, s.DB, `id = $1 AND product = $2`, id, ewallet)
		return p.ExternalID, err
	}
	var references []string
	err := s.DB.SelectContext(ctx, &references, `
		SELECT reference_id FROM state.simulator_transactions t WHERE product_id = $1 AND type = $2 AND EXISTS (
			SELECT 1 FROM state.simulator_payments p WHERE p.external_id = t.reference_id AND p.product = $3)`, id, paymentType, product)
	switch {
	case err != nil:
		return "", fmt.Errorf("simulator: find payment: %w", err)
	case len(references) == 0:
		return "", ErrNotFound
	}
	return references[0], nil
}

// listRefunds serves the refunds of a charge or a payment by QR code, oldest first. getRefund serves one of them.
func (s *Simulator) listRefunds(product string) endpoint {
	return func(r *http.Request) (any, error) {
		id := r.PathValue("id")
		if _, err := s.payer(r.Context(), product, id); err != nil {
			return nil, err
		}
		return s.refundPage(r, func(one refund) any { return showRefundOf(product, one) }, `product = $1 AND charge_id = $2`, product, id)
	}
}

func (s *Simulator) getRefund(product string) endpoint {
	return func(r *http.Request) (any, error) {
		one, err := findRefund(r.Context(), s.DB,
			`product = $1 AND charge_id = $2 AND id = $3`, product, r.PathValue("id"), r.PathValue("refund"))
		return showRefundOf(product, one), err
	}
}

// refundPage returns a page of the refunds that the condition holds for, oldest first, as the query asks for it.
func (s *Simulator) refundPage(r *http.Request, show func(refund) any, where string, args ...any) (any, error) {
	limit, err := limitOf(r.URL.Query())
	if err != nil {
		return nil, err
	}
	var rows []refund
	n := len(args)
	err = s.DB.SelectContext(r.Context(), &rows, fmt.Sprintf(`
		SELECT * FROM state.simulator_refunds WHERE %s AND ($%d = '' OR (created_at, id) > (
			SELECT created_at, id FROM state.simulator_refunds WHERE id = $%d)) ORDER BY created_at, id LIMIT $%d`, where, n+1, n+1, n+2),
		append(args, r.URL.Query().Get("after_id"), limit+1)...)
	if err != nil {
		return nil, fmt.Errorf("simulator: list refunds: %w", err)
	}
	more := len(rows) > limit
	shown := []any{}
	for _, one := range rows[:min(limit, len(rows))] {
		shown = append(shown, show(one))
	}
	return map[string]any{"data": shown, "has_more": more}, nil
}

// refundBody is a refund of a charge or of a payment by QR code, which has no reference of ours.
type refundBody struct {
	ID            string           `json:"id"`
	ChargeID      string           `json:"charge_id,omitempty"`
	QRPaymentID   string           `json:"qrpy_id,omitempty"`
	Status        string           `json:"status"`
	Currency      string           `json:"currency"`
	ChannelCode   string           `json:"channel_code"`
	CaptureAmount *decimal.Decimal `json:"capture_amount,omitempty"`
	PaymentAmount *decimal.Decimal `json:"payment_amount,omitempty"`
	Amount        decimal.Decimal  `json:"refund_amount"`
	Reason        string           `json:"reason"`
	FailureCode   *string          `json:"failure_code"`
	FeeAmount     *string          `json:"refund_fee_amount"`
	Created       time.Time        `json:"created"`
	Updated       time.Time        `json:"updated"`
}

func showRefundOf(product string, r refund) refundBody {
	body := refundBody{
		ID: r.ID, Status: r.Status, Currency: "IDR", ChannelCode: r.ChannelCode, Amount: r.Amount, Reason: r.Reason,
		FailureCode: orNull(r.shownFailure()), Created: r.CreatedAt.UTC(), Updated: r.updated(),
	}
	if product == qris {
		body.QRPaymentID, body.PaymentAmount = r.ChargeID, &r.CaptureAmount
	} else {
		body.ChargeID, body.CaptureAmount = r.ChargeID, &r.CaptureAmount
	}
	return body
}

// shownFailure is empty until the refund has failed.
func (r refund) shownFailure() string {
	if r.Status == failed {
		return r.FailureCode
	}
	return ""
}

func (r refund) updated() time.Time {
	if r.UpdatedAt == nil { // of an older simulator
		return r.CreatedAt.UTC()
	}
	return r.UpdatedAt.UTC()
}

// envelope is a notification of the newer kind.
type envelope struct {
	Event      string    `json:"event"`
	BusinessID string    `json:"business_id"`
	Created    time.Time `json:"created"`
	Data       any       `json:"data"`
}

func (s *Simulator) wrap(event string, data any) envelope {
	return envelope{Event: event, BusinessID: businessID, Created: s.now(), Data: data}
}

func (s *Simulator) showRefundNotification(r refund) envelope {
	event := map[string]string{ewallet: "ewallet.refund", qris: "qr.refund"}[r.Product]
	return s.wrap(event, showRefundOf(r.Product, r))
}

func (s *Simulator) showUnifiedNotification(r refund, p payment) envelope {
	event := "refund." + strings.ToLower(r.Status)
	body := s.wrap(event, showUnified(r, p))
	if refundFaults[r.Amount.String()].twice {
		return s.wrap(event, body)
	}
	return body
}

// unifiedRefundBody is a refund of POST /refunds.
type unifiedRefundBody struct {
	ID               string          `json:"id"`
	PaymentID        string          `json:"payment_id"`
	PaymentRequestID *string         `json:"payment_request_id"`
	InvoiceID        string          `json:"invoice_id"`
	Amount           decimal.Decimal `json:"amount"`
	MethodType       string          `json:"payment_method_type"`
	ChannelCode      string          `json:"channel_code"`
	Currency         string          `json:"currency"`
	Country          string          `json:"country"`
	Status           string          `json:"status"`
	Reason           string          `json:"reason"`
	ReferenceID      *string         `json:"reference_id"`
	FailureCode      *string         `json:"failure_code"`
	FeeAmount        *string         `json:"refund_fee_amount"`
	Created          time.Time       `json:"created"`
	Updated          time.Time       `json:"updated"`
	Metadata         any             `json:"metadata"`
}

func showUnified(r refund, p payment) unifiedRefundBody {
	return unifiedRefundBody{
		ID: r.ID, PaymentID: r.ChargeID, InvoiceID: p.ID, Amount: r.Amount, MethodType: methodOf(p.PaidWith), ChannelCode: p.PaidWith,
		Currency: "IDR", Country: "ID", Status: r.Status, Reason: r.Reason,
		ReferenceID: orNull(r.Reference), FailureCode: orNull(r.shownFailure()),
		Created: r.CreatedAt.UTC(), Updated: r.updated(),
	}
}

// createUnifiedRefund serves POST /refunds, of invoices only. Money that came into a virtual account of the invoice can't
// be refunded. A used idempotency key is a 409.
func (s *Simulator) createUnifiedRefund(r *http.Request) (any, error) {
	var asked struct {
		InvoiceID   string      `json:"invoice_id"`
		ReferenceID string      `json:"reference_id"`
		Amount      money.Input `json:"amount"`
		Currency    string      `json:"currency"`
		Reason      string      `json:"reason"`
	}
	if err := readJSON(r, &asked); err != nil {
		return nil, err
	}
	const longest = 255
	if asked.InvoiceID == "" || len(asked.ReferenceID) > longest || asked.Currency != "" && asked.Currency != "IDR" {
		return nil, badRequest("invoice_id is required, currency must be IDR, and reference_id has at most 255 characters")
	}
	p, err := findPayment(r.Context(), s.DB, `id = $1 AND product = $2`, asked.InvoiceID, invoice)
	if err != nil {
		return nil, err
	}
	if p.isPaid() && p.category() == "VIRTUAL_ACCOUNT" {
		return nil, &apiError{http.StatusBadRequest, "REFUND_NOT_SUPPORTED", "Payments of this channel can't be refunded"}
	}
	o := refundOrder{
		Reversal: Reversal{ExternalID: p.ExternalID, Reason: asked.Reason}, reference: asked.ReferenceID, key: r.Header.Get("Idempotency-Key"),
	}
	if asked.Amount.Set {
		o.Amount = &asked.Amount.Value
	}
	made, first, fault, err := s.orderRefund(r.Context(), o)
	switch {
	case err != nil:
		return nil, ineligible(err)
	case !first:
		return nil, duplicate("the idempotency key was used before")
	}
	return showUnified(asAnswered(made, fault), p), fault.waitAfterRecord(r.Context())
}

// listUnifiedRefunds serves GET /refunds. There is no filter by the caller's reference.
func (s *Simulator) listUnifiedRefunds(r *http.Request) (any, error) {
	q := r.URL.Query()
	invoices := map[string]payment{}
	var rows []payment
	err := s.DB.SelectContext(r.Context(), &rows, `
		SELECT p.* FROM state.simulator_payments p WHERE product = $1 AND ($2 = '' OR id = $2) AND NOT second_charge AND EXISTS (
			SELECT 1 FROM state.simulator_refunds f WHERE f.external_id = p.external_id AND f.product = $1)`, invoice, q.Get("invoice_id"))
	if err != nil {
		return nil, fmt.Errorf("simulator: find invoices: %w", err)
	}
	for _, p := range rows {
		invoices[p.ExternalID] = p
	}
	return s.refundPage(r, func(one refund) any { return showUnified(one, invoices[one.ExternalID]) }, `product = $1 AND external_id IN (
		SELECT p.external_id FROM state.simulator_payments p WHERE product = $1 AND ($2 = '' OR p.id = $2)
		   AND ($3 = '' OR p.paid_with = $3))`, invoice, q.Get("invoice_id"), q.Get("channel_code"))
}

// getUnifiedRefund serves GET /refunds/{id}.
func (s *Simulator) getUnifiedRefund(r *http.Request) (any, error) {
	one, err := findRefund(r.Context(), s.DB, `id = $1 AND product = $2`, r.PathValue("id"), invoice)
	if err != nil {
		return nil, err
	}
	p, err := findPayment(r.Context(), s.DB, `external_id = $1 AND product = $2 AND NOT second_charge`, one.ExternalID, invoice)
	return showUnified(one, p), err
}

// cancelUnifiedRefund serves POST /refunds/{id}/cancel, of a refund that is not made yet.
func (s *Simulator) cancelUnifiedRefund(r *http.Request) (any, error) {
	err := s.transact(r.Context(), func(tx *sqlx.Tx) error {
		one, err := findRefund(r.Context(), tx, `id = $1 AND product = $2 FOR UPDATE`, r.PathValue("id"), invoice)
		if err == nil && one.Status != pending {
			err = &apiError{http.StatusConflict, "INVALID_STATE_ERROR", "The refund can't be cancelled any more"}
		}
		if err != nil {
			return err
		}
		one.Plan, one.DueAt = "", nil
		return s.setRefund(r.Context(), tx, &one, cancelled)
	})
	if err != nil {
		return nil, err
	}
	return s.getUnifiedRefund(r)
}

// ineligible is the provider's error for a charge that can't be taken back.
func ineligible(err error) error {
	if errors.Is(err, ErrState) {
		return errIneligible
	}
	return err
}
