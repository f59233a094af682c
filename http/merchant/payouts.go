package merchant

import (
	"context"
	"fmt"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/balance"
	"gateway/domain/pricing"
	"gateway/domain/sequence"
	"gateway/domain/settings"
	"gateway/eventstore"
	"gateway/http/envelope"
	"gateway/http/service"
	"gateway/http/service/idempotency"
	"gateway/projections/readmodel"

	"github.com/gin-gonic/gin"
)

// RequestWithdrawal is POST /withdrawals.
func (a *API) RequestWithdrawal(c *gin.Context) {
	a.create(c, idempotency.Creator{Kind: sequence.Withdrawal, Prefix: "WD", Make: a.makeWithdrawal})
}

func (a *API) makeWithdrawal(ctx context.Context, r idempotency.Creation) (any, error) {
	body, err := envelope.Parse[WithdrawalRequest](r.Body)
	if err != nil {
		return nil, err
	}
	if err := envelope.CheckURL("url", body.URL); err != nil {
		return nil, err
	}
	order := balance.Order{URL: body.URL, By: body.By, ExternalID: body.ExternalID}
	cmd, err := a.payoutCommand(ctx, r, order, body.Jumlah, body.Amount)
	if err != nil {
		return nil, err
	}
	return a.makePayout(ctx, cmd, balance.Withdrawal, balance.RequestWithdrawal)
}

// RequestClientSettlement is POST /client/settlements.
func (a *API) RequestClientSettlement(c *gin.Context) { a.RequestSettlement(c) }

// RequestSettlement is POST /settlements.
func (a *API) RequestSettlement(c *gin.Context) {
	a.create(c, idempotency.Creator{Kind: sequence.Settlement, Prefix: "ST", Make: a.makeSettlement})
}

func (a *API) makeSettlement(ctx context.Context, r idempotency.Creation) (any, error) {
	body, err := envelope.Parse[SettlementRequest](r.Body)
	if err != nil {
		return nil, err
	}
	order := balance.Order{
		Tujuan: body.Tujuan, By: body.By, ExternalID: body.ExternalID, Norek: body.Norek, Bank: body.Bank,
	}
	cmd, err := a.payoutCommand(ctx, r, order, body.Jumlah, body.Amount)
	if err != nil {
		return nil, err
	}
	return a.makePayout(ctx, cmd, balance.Settlement, balance.RequestSettlement)
}

// payoutCommand completes an order with the facts that it rests on: the account's
// status, name, bank account and approval, and the transfer fee in force.
func (a *API) payoutCommand(ctx context.Context, r idempotency.Creation, o balance.Order, jumlah, alias Amount) (balance.RequestCmd, error) {
	if !jumlah.Set {
		jumlah = alias
	}
	if !jumlah.Set {
		return balance.RequestCmd{}, domain.InvalidField("jumlah", "is required")
	}
	owner, _, err := eventstore.Load(ctx, a.Log, account.Aggregate, account.Stream(r.Client))
	if err != nil {
		return balance.RequestCmd{}, err
	}
	if err := owner.MayUseKey(); err != nil {
		return balance.RequestCmd{}, err
	}
	if o.Norek == "" && o.Bank == "" {
		o.Norek, o.Bank = owner.Norek, owner.Bank
	}
	if err := a.checkBankAccount(ctx, &o); err != nil {
		return balance.RequestCmd{}, err
	}
	table, _, err := eventstore.Load(ctx, a.Log, settings.Fees, settings.Fees.Stream(settings.FeesID))
	if err != nil {
		return balance.RequestCmd{}, err
	}
	rate, _ := table.Rate(pricing.TransferCode)
	charge := pricing.Transfer(jumlah.Value, rate, a.config.VATRate)
	o.ID, o.ClientID, o.Amount, o.AccountHolder = r.ID, r.Client, jumlah.Value, owner.Nama
	o.Fee, o.FeeVAT, o.VATRate = charge.Total, charge.VAT, a.config.VATRate
	if o.By == "" {
		o.By = "client"
	}
	if o.ExternalID == "" {
		o.ExternalID = r.Reference
	}
	return balance.RequestCmd{Order: o, AutoApprove: owner.AutoApproveWithdrawal, At: a.Now()}, nil
}

func (a *API) makePayout(
	ctx context.Context, cmd balance.RequestCmd, kind string,
	decide func(balance.State, balance.RequestCmd) ([]domain.Event, error),
) (any, error) {
	out, err := service.Do(ctx, a.Backend, balance.Aggregate, balance.Stream(cmd.ClientID),
		func(s balance.State) ([]domain.Event, error) { return decide(s, cmd) })
	if err != nil {
		return nil, err
	}
	if len(out.Events) == 0 { // a retry of one that exists: it may have moved on since
		p, err := a.Queries.PayoutOf(ctx, cmd.ClientID, kind, cmd.ID)
		if err != nil { // a refusal would free the key, and the next retry request a second one
			return nil, fmt.Errorf("%w: read a payout that exists: %v", eventstore.ErrUnavailable, err)
		}
		return p, nil
	}
	return requestedView(out.Events), nil
}

// requestedView shows a new payout as the read models will.
func requestedView(events []domain.Event) readmodel.Payout {
	var p readmodel.Payout
	for _, event := range events {
		switch e := event.(type) {
		case balance.WithdrawalRequested:
			p = orderView(e.Order)
			p.URL = &e.URL
		case balance.SettlementRequested:
			p = orderView(e.Order)
			p.Tujuan = &e.Tujuan
		case balance.PayoutApproved:
			p.Status = balance.StatusProcessing
		}
	}
	return p
}

func orderView(o balance.Order) readmodel.Payout {
	return readmodel.Payout{
		ID: o.ID, ExternalID: o.ExternalID, Jumlah: o.Amount, BiayaPenarikan: o.Fee, Total: o.Total,
		Status: balance.StatusPending, By: o.By, Bank: o.Bank, Norek: o.Norek,
		CreatedAt: o.RequestedAt, UpdatedAt: o.RequestedAt, Kind: o.Kind, ClientID: o.ClientID,
	}
}

// GetWithdrawal is GET /withdrawals/{id}.
func (a *API) GetWithdrawal(c *gin.Context, id ID) {
	p, err := a.ownWithdrawal(c, id)
	answer(c, p, err)
}

func (a *API) ownWithdrawal(c *gin.Context, id ID) (readmodel.Payout, error) {
	return a.Queries.PayoutOf(c.Request.Context(), clientOf(c), balance.Withdrawal, id)
}

// GetWithdrawalByExternalID is GET /withdrawals/external/{externalId}.
func (a *API) GetWithdrawalByExternalID(c *gin.Context, id ExternalID) {
	p, err := a.Queries.PayoutByExternal(c.Request.Context(), clientOf(c), balance.Withdrawal, id)
	answer(c, p, err)
}

// CancelWithdrawal is POST /withdrawals/{id}/cancel.
func (a *API) CancelWithdrawal(c *gin.Context, id ID) {
	p, err := a.ownWithdrawal(c, id)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	_, err = service.Do(c.Request.Context(), a.Backend, balance.Aggregate, balance.Stream(p.ClientID),
		func(s balance.State) ([]domain.Event, error) { return balance.Cancel(s, p.Kind, p.ID, a.Now()) })
	if err == nil {
		p, err = a.ownWithdrawal(c, id)
	}
	answer(c, p, err)
}
