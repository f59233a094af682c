package merchantapi

import (
	"errors"
	"slices"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/http/api/auth"
	"gateway/http/api/envelope"
	"gateway/http/api/listing"
	"gateway/http/service/payoutservice"
	"gateway/projections/readmodel/payoutrows"

	"github.com/gin-gonic/gin"
	"github.com/shopspring/decimal"
)

// RequestWithdrawal is POST /withdrawals.
func (a *API) RequestWithdrawal(c *gin.Context) {
	envelope.HandleCreation(c, auth.ClientID(c), parseWithdrawal, a.Payouts.RequestWithdrawal)
}

func parseWithdrawal(body []byte) (payoutservice.WithdrawalRequest, error) {
	r, err := envelope.Parse[WithdrawalRequest](body)
	amount, wrong := payoutAmount(r.Amount, r.AmountAlias)
	err = domain.Together(err, unlessRefused("amount", err, wrong), envelope.CheckURL("url", r.URL))
	return payoutservice.WithdrawalRequest{Amount: amount, URL: r.URL, By: r.By, ExternalID: r.ExternalID}, err
}

// unlessRefused returns the error wrong, unless err already blames the field.
func unlessRefused(field string, err, wrong error) error {
	var refusal *domain.Refusal
	if errors.As(err, &refusal) && slices.ContainsFunc(refusal.Fields(), func(r *domain.Refusal) bool { return r.Field == field }) {
		return nil
	}
	return wrong
}

// payoutAmount returns `jumlah`, or its other name `amount`. It refuses two that differ.
func payoutAmount(amount, alias Amount) (decimal.Decimal, error) {
	if amount.Set && alias.Set && !amount.Value.Equal(alias.Value) {
		return decimal.Decimal{}, domain.InvalidField("amount", "differs from jumlah")
	}
	if !amount.Set {
		amount = alias
	}
	if !amount.Set {
		return decimal.Decimal{}, domain.InvalidField("jumlah", "is required")
	}
	return amount.Value, nil
}

// ListOwnWithdrawals is GET /withdrawals.
func (a *API) ListOwnWithdrawals(c *gin.Context, params ListOwnWithdrawalsParams) {
	a.listPayouts(c, balance.Withdrawal, params)
}

// listPayouts answers with a page of the client's payouts of one kind.
func (a *API) listPayouts(c *gin.Context, kind string, params ListOwnWithdrawalsParams) {
	in, err := span(a.Balances.Calendar, params.From, params.To)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	filter := payoutrows.PayoutFilter{ClientID: auth.ClientID(c), Kind: kind, Status: params.Status, From: in.From, To: in.To}
	list, err := a.Cursors.Open(c, listing.Request{
		Name: "payouts", Filter: filter, Page: params.Page, PerPage: params.PerPage, After: params.After,
	})
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	rows, total, err := a.Queries.ClientPayouts(c.Request.Context(), filter, list.Page)
	listing.Respond(c, list, rows, rows, total, err)
}

// GetWithdrawal is GET /withdrawals/{id}.
func (a *API) GetWithdrawal(c *gin.Context, id ID) {
	p, err := a.Queries.PayoutOf(c.Request.Context(), auth.ClientID(c), balance.Withdrawal, id)
	envelope.Respond(c, p, err)
}

// GetWithdrawalByExternalID is GET /withdrawals/external/{externalId}.
func (a *API) GetWithdrawalByExternalID(c *gin.Context, id ExternalID) {
	p, err := a.Queries.PayoutByExternal(c.Request.Context(), auth.ClientID(c), balance.Withdrawal, id)
	envelope.Respond(c, p, err)
}

// CancelWithdrawal is POST /withdrawals/{id}/cancel.
func (a *API) CancelWithdrawal(c *gin.Context, id ID) {
	p, err := a.Payouts.CancelWithdrawal(c.Request.Context(), auth.ClientID(c), id)
	envelope.Respond(c, p, err)
}
