package merchant

import (
	"context"
	"errors"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/http/envelope"
	"gateway/http/service"
	"gateway/http/simulator"

	"github.com/gin-gonic/gin"
	"github.com/shopspring/decimal"
)

// The operations of the sandbox tell the simulated provider what a customer or a
// bank would do; it then notifies the gateway as the real one would.

// SandboxPayPayment is POST /sandbox/payments/{transaction_id}/pay.
func (a *API) SandboxPayPayment(c *gin.Context, id TransactionID) {
	var r SandboxPayRequest
	if c.Request.ContentLength != 0 { // the body is optional
		var err error
		if r, err = envelope.Bind[SandboxPayRequest](c); err != nil {
			envelope.Fail(c, err)
			return
		}
	}
	a.sandboxPayment(c, id, func(ctx context.Context, id string) error {
		var amount *decimal.Decimal
		if r.Amount.Set {
			amount = &r.Amount.Value
		}
		code := r.ChannelCode
		if channel, ok := pricing.Lookup(code); ok {
			code = channel.Code
		}
		return a.sandbox.Pay(ctx, id, amount, code)
	})
}

// SandboxSettlePayment is POST /sandbox/payments/{transaction_id}/settle.
func (a *API) SandboxSettlePayment(c *gin.Context, id TransactionID) {
	a.sandboxPayment(c, id, a.sandbox.Settle)
}

// SandboxExpirePayment is POST /sandbox/payments/{transaction_id}/expire.
func (a *API) SandboxExpirePayment(c *gin.Context, id TransactionID) {
	a.sandboxPayment(c, id, a.sandboxExpire)
}

// SandboxCompleteWithdrawal is POST /sandbox/withdrawals/{id}/complete.
func (a *API) SandboxCompleteWithdrawal(c *gin.Context, id ID) {
	a.sandboxPayout(c, id, a.sandbox.CompletePayout)
}

// SandboxFailWithdrawal is POST /sandbox/withdrawals/{id}/fail.
func (a *API) SandboxFailWithdrawal(c *gin.Context, id ID) {
	a.sandboxPayout(c, id, func(ctx context.Context, reference string) error { return a.sandbox.FailPayout(ctx, reference, "") })
}

// sandboxExpire lets a payment expire now. Of an invoice the provider notifies; of
// the others it tells when it is asked, which the gateway does at their expiry. Here
// it asks at once, so that a tester need not wait for that.
func (a *API) sandboxExpire(ctx context.Context, transactionID string) error {
	if err := a.sandbox.Expire(ctx, transactionID); err != nil {
		return err
	}
	_, err := service.Execute(ctx, a.Core, payment.Aggregate, payment.Stream(transactionID), func(s payment.State) ([]domain.Event, error) {
		if s.Channel == string(pricing.Invoice) {
			return nil, nil
		}
		return payment.Expire(s, a.Now())
	})
	return err
}

// sandboxPayment answers with the transaction as it stands: the notification is
// on its way.
func (a *API) sandboxPayment(c *gin.Context, id string, act func(ctx context.Context, transactionID string) error) {
	t, err := a.Queries.PaymentStatus(c.Request.Context(), clientOf(c), id)
	if err == nil {
		err = refused(act(c.Request.Context(), t.TransactionID))
	}
	answer(c, t, err)
}

func (a *API) sandboxPayout(c *gin.Context, id int64, act func(ctx context.Context, reference string) error) {
	p, err := a.Queries.PayoutOf(c.Request.Context(), clientOf(c), balance.Withdrawal, id)
	if err == nil {
		err = refused(act(c.Request.Context(), balance.Order{Kind: p.Kind, ClientID: p.ClientID, ID: p.ID}.ProviderReference()))
	}
	answer(c, p, err)
}

// refused tells the tester what the simulated provider can't do: its own errors
// are those of a provider and know no status.
func refused(err error) error {
	switch {
	case errors.Is(err, simulator.ErrNotFound):
		return domain.Refuse(domain.NotFound, "not_found", "the simulated provider has no record of it")
	case errors.Is(err, simulator.ErrState):
		return domain.Refuse(domain.Invalid, "not_possible", "this can't happen to it in the state it is in")
	}
	return err
}
