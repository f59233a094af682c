package merchant

import (
	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/http/envelope"
	"gateway/projections/readmodel"

	"github.com/gin-gonic/gin"
)

// ListPaymentMethods is GET /payments/methods.
func (a *API) ListPaymentMethods(c *gin.Context) {
	methods := []PaymentMethod{}
	for _, ch := range pricing.Channels() {
		methods = append(methods, PaymentMethod{
			Channel: string(ch.Kind), ChannelCode: ch.Code, Name: ch.Name,
			MinAmount: ch.Min, MaxAmount: ch.Max, Active: true,
		})
	}
	envelope.OK(c, methods)
}

// GetPaymentStatus is GET /payments/{id}/status.
func (a *API) GetPaymentStatus(c *gin.Context, id PaymentID) {
	t, err := a.Queries.PaymentStatus(c.Request.Context(), clientOf(c), id)
	answer(c, t, err)
}

// answer gives one thing, or says why not.
func answer[T any](c *gin.Context, thing T, err error) {
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	envelope.OK(c, thing)
}

// transactionOf shows a payment as the read models will, so that the answer to a
// creation needs no read.
func transactionOf(s payment.State) readmodel.Transaction {
	t := readmodel.Transaction{
		ID: s.ID, TransactionID: s.TransactionID, ExternalID: present(s.ExternalID), ClientID: s.ClientID,
		AppID: &s.AppID, Channel: s.Channel, ChannelCode: &s.ChannelCode, Total: s.Amount,
		Fee: &s.Charge.Fee, VAT: &s.Charge.VAT, NetPayment: &s.Charge.Net, Status: s.Status,
		ExpiresAt: &s.ExpiresAt, Metadata: s.Metadata, CreatedAt: s.RequestedAt, UpdatedAt: s.RequestedAt,
	}
	if s.Opened() {
		t.UpdatedAt = s.Opening.At
	}
	if s.Paid() {
		t.PaidAmount, t.PaidAt = &s.Receipt.PaidAmount, &s.Receipt.PaidAt
	}
	return t
}

// present gives nil, which is JSON null, for the empty string.
func present(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
