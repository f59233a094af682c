package payoutservice

import (
	"context"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/sequence"
	"gateway/http/service"
	"gateway/projections/readmodel/payoutrows"

	"github.com/shopspring/decimal"
)

// SettlementRequest asks for a payout to any bank account.
type SettlementRequest struct {
	// Amount is in rupiah; the transfer fee comes on top.
	Amount decimal.Decimal
	// AccountNumber and Bank (its code or name) go together. Without both, the bank
	// account of the client's profile is used.
	AccountNumber string
	Bank          string
	Purpose       string
	// URL gets a callback when the settlement ends; empty: none.
	URL string
	// By is who asked, by default `client`.
	By string
	// ExternalID is the client's own reference, by default ST-<client_id>-<nanoseconds>.
	ExternalID string
}

// RequestSettlement requests a settlement for the creation's client (API reference:
// Settlements). Errors are those of service.Create, account.State.MayUseKey,
// bankservice.Channels.Active and balance.RequestSettlement.
func (p Payouts) RequestSettlement(ctx context.Context, creation service.Creation, r SettlementRequest) (service.Created, error) {
	reserve := service.Reserve{Sequence: sequence.Settlement, Prefix: "ST"}
	creation.Invalid = domain.Together(creation.Invalid, checkAmount(r.Amount))
	find := p.Settlements().findRequested(creation.ClientID)
	return service.Create(ctx, p.Core, creation, reserve, find,
		func(ctx context.Context, reserved service.Reserved) (payoutrows.Payout, error) {
			cmd, err := p.requestCommand(ctx, reserved, balance.Order{
				ClientID: creation.ClientID, Amount: r.Amount, AccountNumber: r.AccountNumber, Bank: r.Bank,
				Purpose: r.Purpose, URL: r.URL, By: r.By, ExternalID: r.ExternalID,
			})
			if err != nil {
				return payoutrows.Payout{}, err
			}
			return p.Settlements().request(ctx, cmd, balance.RequestSettlement)
		})
}
