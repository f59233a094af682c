package merchantapi

import (
	"context"

	"gateway/http/api/auth"
	"gateway/http/api/envelope"
	"gateway/projections/readmodel/paymentrows"

	"github.com/gin-gonic/gin"
	"github.com/shopspring/decimal"
)

// SandboxPayPayment is POST /sandbox/payments/{transaction_id}/pay.
func (a *API) SandboxPayPayment(c *gin.Context, id TransactionID) {
	parse := envelope.Parse[SandboxPayRequest]
	if c.Request.ContentLength == 0 {
		parse = envelope.ParseOptional[SandboxPayRequest]
	}
	envelope.Handle(c, parse, func(ctx context.Context, r SandboxPayRequest) (paymentrows.Transaction, error) {
		var amount *decimal.Decimal
		if r.Amount.Set {
			amount = &r.Amount.Value
		}
		return a.Sandbox.Pay(ctx, auth.ClientID(c), id, amount, r.ChannelCode)
	})
}

// SandboxSettlePayment is POST /sandbox/payments/{transaction_id}/settle.
func (a *API) SandboxSettlePayment(c *gin.Context, id TransactionID) {
	t, err := a.Sandbox.Settle(c.Request.Context(), auth.ClientID(c), id)
	envelope.Respond(c, t, err)
}

// SandboxExpirePayment is POST /sandbox/payments/{transaction_id}/expire.
func (a *API) SandboxExpirePayment(c *gin.Context, id TransactionID) {
	t, err := a.Sandbox.Expire(c.Request.Context(), auth.ClientID(c), id)
	envelope.Respond(c, t, err)
}

// SandboxCompleteWithdrawal is POST /sandbox/withdrawals/{id}/complete.
func (a *API) SandboxCompleteWithdrawal(c *gin.Context, id ID) {
	p, err := a.Sandbox.CompleteWithdrawal(c.Request.Context(), auth.ClientID(c), id)
	envelope.Respond(c, p, err)
}

// SandboxFailWithdrawal is POST /sandbox/withdrawals/{id}/fail.
func (a *API) SandboxFailWithdrawal(c *gin.Context, id ID) {
	p, err := a.Sandbox.FailWithdrawal(c.Request.Context(), auth.ClientID(c), id)
	envelope.Respond(c, p, err)
}
