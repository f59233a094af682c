package merchantapi

import (
	"context"
	"math"
	"time"

	"gateway/http/api/auth"
	"gateway/http/api/envelope"
	"gateway/http/service/sandboxservice"
	"gateway/projections/readmodel/paymentrows"

	"github.com/gin-gonic/gin"
	"github.com/shopspring/decimal"
)

func (a *API) sandboxPayPayment(c *gin.Context, id TransactionID) {
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

func (a *API) sandboxDisputePayment(c *gin.Context, id TransactionID) {
	parse := envelope.ParseOptional[SandboxDisputeRequest]
	envelope.Handle(c, parse, func(ctx context.Context, r SandboxDisputeRequest) (paymentrows.Transaction, error) {
		// A number of seconds that no duration can hold is too long, as the longest is.
		o := sandboxservice.Objection{Reason: r.Reason, DueIn: time.Duration(max(-1, min(r.DueIn, math.MaxInt32))) * time.Second}
		if r.Amount.Set {
			o.Amount = &r.Amount.Value
		}
		return a.Sandbox.Dispute(ctx, auth.ClientID(c), id, o)
	})
}

func (a *API) sandboxChargeBackPayment(c *gin.Context, id TransactionID) {
	parse := envelope.ParseOptional[SandboxChargebackRequest]
	envelope.Handle(c, parse, func(ctx context.Context, r SandboxChargebackRequest) (paymentrows.Transaction, error) {
		var amount *decimal.Decimal
		if r.Amount.Set {
			amount = &r.Amount.Value
		}
		return a.Sandbox.ChargeBack(ctx, auth.ClientID(c), id, amount)
	})
}
