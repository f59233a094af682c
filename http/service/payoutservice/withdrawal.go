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

// WithdrawalRequest asks for a payout to the bank account of the client's profile.
type WithdrawalRequest struct {
	// Amount is in rupiah; the transfer fee comes on top.
	Amount decimal.Decimal
	// URL gets a callback when the withdrawal ends; empty: none.
	URL string
	// By is who asked, by default `client`.
	By string
	// ExternalID is the client's own reference, by default WD-<client_id>-<nanoseconds>.
	ExternalID string
}

// RequestWithdrawal requests a withdrawal for the creation's client (API reference:
// Withdrawals). Errors are those of service.Create, account.State.MayUseKey,
// bankservice.Channels.Active and balance.RequestWithdrawal.
func (p Payouts) RequestWithdrawal(ctx context.Context, creation service.Creation, r WithdrawalRequest) (service.Created, error) {
	reserve := service.Reserve{Sequence: sequence.Withdrawal, Prefix: "WD"}
	creation.Invalid = domain.Together(creation.Invalid, checkAmount(r.Amount))
	find := p.Withdrawals().findRequested(creation.ClientID)
	return service.Create(ctx, p.Core, creation, reserve, find,
		func(ctx context.Context, reserved service.Reserved) (payoutrows.Payout, error) {
			cmd, err := p.requestCommand(ctx, reserved, balance.Order{
				ClientID: creation.ClientID, Amount: r.Amount, URL: r.URL, By: r.By, ExternalID: r.ExternalID,
			})
			if err != nil {
				return payoutrows.Payout{}, err
			}
			return p.Withdrawals().request(ctx, cmd, balance.RequestWithdrawal)
		})
}

// CancelWithdrawal cancels a pending withdrawal of the client's. Errors:
// readtable.ErrNotFound, the refusals of balance.Cancel, and eventstore.ErrBusy where the
// provider must be asked first and can't be.
func (p Payouts) CancelWithdrawal(ctx context.Context, clientID, id int64) (payoutrows.Payout, error) {
	row, err := p.rows().PayoutOf(ctx, clientID, balance.Withdrawal, id)
	if err != nil {
		return row, err
	}
	if err := p.Withdrawals().noteLost(ctx, row); err != nil {
		return row, err
	}
	return p.Withdrawals().execute(ctx, row, func(s balance.State) ([]domain.Event, error) {
		return balance.Cancel(s, balance.Withdrawal, id, p.Now())
	})
}
