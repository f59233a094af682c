package api

import (
	"context"
	"errors"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/fees"
	"gateway/domain/money"
	"gateway/domain/payment"
	"gateway/http/backend"
	"gateway/http/envelope"
	"gateway/http/provider"
	"gateway/http/simulator"

	"github.com/gin-gonic/gin"
	"github.com/shopspring/decimal"
)

// sandboxRoutes tell the simulated provider what a customer or a bank would do; it
// then notifies the gateway as the real one would. Production has none of them.
func (a *API) sandboxRoutes(g gin.IRouter) {
	g.POST("/payments/:transaction_id/pay", a.sandboxPay)
	g.POST("/payments/:transaction_id/settle", a.sandboxPayment(func(ctx context.Context, id string) error { return a.sandbox.Settle(ctx, id) }))
	g.POST("/payments/:transaction_id/expire", a.sandboxPayment(a.sandboxExpire))
	g.POST("/withdrawals/:id/complete", a.sandboxPayout(func(ctx context.Context, ref string) error { return a.sandbox.CompletePayout(ctx, ref) }))
	g.POST("/withdrawals/:id/fail", a.sandboxPayout(func(ctx context.Context, ref string) error { return a.sandbox.FailPayout(ctx, ref, "") }))
}

// sandboxExpire lets a payment expire now. Of an invoice the provider notifies; of
// the others it tells when it is asked, which the gateway does at their expiry. Here
// it asks at once, so that a tester need not wait for that.
func (a *API) sandboxExpire(ctx context.Context, transactionID string) error {
	if err := a.sandbox.Expire(ctx, transactionID); err != nil {
		return err
	}
	_, err := backend.Do(ctx, a.Backend, payment.Aggregate, payment.Stream(transactionID), func(s payment.State) ([]domain.Event, error) {
		if s.Channel == provider.Invoice {
			return nil, nil
		}
		return payment.Expire(s, a.Now())
	})
	return err
}

type sandboxPayRequest struct {
	Amount      money.Input `json:"amount"`
	ChannelCode string      `json:"channel_code"`
}

func (a *API) sandboxPay(c *gin.Context) {
	var r sandboxPayRequest
	if c.Request.ContentLength != 0 { // the body is optional
		var err error
		if r, err = envelope.Bind[sandboxPayRequest](c); err != nil {
			envelope.Fail(c, err)
			return
		}
	}
	a.sandboxPayment(func(ctx context.Context, id string) error {
		var amount *decimal.Decimal
		if r.Amount.Set {
			amount = &r.Amount.Value
		}
		code := r.ChannelCode
		if channel, ok := fees.Lookup(code); ok {
			code = channel.Code
		}
		return a.sandbox.Pay(ctx, id, amount, code)
	})(c)
}

// sandboxPayment answers with the transaction as it stands: the notification is
// on its way.
func (a *API) sandboxPayment(act func(ctx context.Context, transactionID string) error) gin.HandlerFunc {
	return func(c *gin.Context) {
		id, err := envelope.Text("transaction_id", c.Param("transaction_id"))
		if err != nil {
			envelope.Fail(c, err)
			return
		}
		t, err := a.Queries.PaymentStatus(c.Request.Context(), clientOf(c), id)
		if err == nil {
			err = refused(act(c.Request.Context(), t.TransactionID))
		}
		if err != nil {
			envelope.Fail(c, err)
			return
		}
		envelope.OK(c, t)
	}
}

func (a *API) sandboxPayout(act func(ctx context.Context, reference string) error) gin.HandlerFunc {
	return func(c *gin.Context) {
		p, err := a.ownPayout(c, balance.Withdrawal)
		if err == nil {
			err = refused(act(c.Request.Context(), balance.Order{Kind: p.Kind, ClientID: p.ClientID, ID: p.ID}.ProviderReference()))
		}
		if err != nil {
			envelope.Fail(c, err)
			return
		}
		envelope.OK(c, p)
	}
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
