package payoutservice

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/balance"
	"gateway/domain/pricing"
	"gateway/eventstore"
	"gateway/http/server/origin"
	"gateway/http/service"
	"gateway/http/service/bankservice"
	"gateway/projections/readmodel/payoutrows"
	"gateway/projections/readmodel/readtable"

	"github.com/shopspring/decimal"
)

// Request asks for a payout.
type Request struct {
	// Amount is in rupiah; the transfer fee is charged in addition.
	Amount decimal.Decimal
	// AccountNumber and Bank (a code or name) must be set together. Without both, the bank account of the
	// client's profile is used. A withdrawal never has them.
	AccountNumber string
	Bank          string
	// Purpose is what a settlement is for.
	Purpose string
	// URL receives a callback when the payout ends. If it is empty, none is sent.
	URL string
	// By is who requested it, by default `client`.
	By string
	// ExternalID is the client's own reference, by default WD-<client_id>-<nanoseconds> for a withdrawal, and
	// ST-<client_id>-<nanoseconds> for a settlement.
	ExternalID string
}

// Request requests a payout for the creation's client (API reference: Withdrawals, Settlements). Its errors are
// those of service.Create, account.State.MayUseKey, bankservice.Channels.Active, and balance.RequestWithdrawal or
// balance.RequestSettlement.
func (k Kind) Request(ctx context.Context, creation service.Creation, r Request) (service.Created, error) {
	reserve := service.Reserve{Sequence: k.sequence, Prefix: k.prefix}
	creation.Invalid = domain.Together(creation.Invalid, checkAmount(r.Amount))
	return service.Create(ctx, k.Core, creation, reserve, k.findRequested(creation.ClientID),
		func(ctx context.Context, reserved service.Reserved) (payoutrows.Payout, error) {
			cmd, err := k.requestCommand(ctx, reserved, balance.Order{
				ClientID: creation.ClientID, Amount: r.Amount, AccountNumber: r.AccountNumber, Bank: r.Bank,
				Purpose: r.Purpose, URL: r.URL, By: r.By, ExternalID: r.ExternalID,
			})
			if err != nil {
				return payoutrows.Payout{}, err
			}
			return k.request(ctx, cmd)
		})
}

// requestCommand adds to an order the facts it depends on: the status, name, bank account and auto-approval
// of the client's account, and the transfer fee in force.
func (p Payouts) requestCommand(ctx context.Context, reserved service.Reserved, o balance.Order) (balance.RequestCmd, error) {
	var none balance.RequestCmd
	owner, _, err := eventstore.Load(ctx, p.Log, account.Aggregate, account.Stream(o.ClientID))
	if err != nil {
		return none, err
	}
	if err := owner.MayUseKey(); err != nil {
		return none, err
	}
	if o.AccountNumber == "" && o.Bank == "" {
		o.AccountNumber, o.Bank = owner.AccountNumber, owner.Bank
	}
	if o.Bank, err = p.checkBankAccount(ctx, o.AccountNumber, o.Bank); err != nil {
		return none, err
	}
	table, _, err := eventstore.Load(ctx, p.Log, pricing.Aggregate, pricing.Stream())
	if err != nil {
		return none, err
	}
	rate, _ := table.Rate(pricing.TransferCode)
	exempt, err := p.IsVATExempt(ctx, o.ClientID)
	if err != nil {
		return none, err
	}
	charge := pricing.TransferFor(exempt, o.Amount, rate, p.VATRate)
	o.Fee, o.FeeVAT, o.VATRate = charge.Total, charge.VAT, charge.VATRate
	o.ID, o.AccountHolder = reserved.ID, owner.Name
	o.By = cmp.Or(o.By, "client")
	made := o.ExternalID == ""
	if made {
		o.ExternalID = reserved.Reference
	}
	now := p.Now()
	// These come from the same revision of the account as the bank account, so that a changed bank account
	// comes with its pause.
	auto := balance.AutoApproval{
		On: owner.AutoApproveWithdrawal, PausedUntil: owner.Pause.Until, DailyCap: owner.DailyPayoutCap, Day: p.Calendar.DayOf(now),
	}
	return balance.RequestCmd{Order: o, ExternalIDMade: made, Auto: auto, At: now}, nil
}

// checkAmount is balance.CheckAmount, for an amount that could be parsed.
func checkAmount(amount decimal.Decimal) error {
	if amount.IsZero() {
		return nil
	}
	return balance.CheckAmount(amount)
}

// checkBankAccount is bankservice.Channels.Account, for an account that may be missing: the aggregate refuses a payout without one.
func (p Payouts) checkBankAccount(ctx context.Context, accountNumber, codeOrName string) (code string, err error) {
	if accountNumber == "" && codeOrName == "" {
		return "", nil
	}
	return bankservice.Channels{Core: p.Core}.Account(ctx, "", accountNumber, codeOrName)
}

// request executes the command, and returns the payout in the form of the read models.
func (k Kind) request(ctx context.Context, cmd balance.RequestCmd) (payoutrows.Payout, error) {
	ctx = origin.Recorded(ctx)
	out, err := service.ClaimReference(cmd.ExternalID, balance.ErrExternalIDTaken,
		func(externalID string) (eventstore.Outcome[balance.State], error) {
			cmd.ExternalID = externalID
			return service.Execute(ctx, k.Core, balance.Aggregate, balance.Stream(cmd.ClientID),
				func(s balance.State) ([]domain.Event, error) { return k.decide(s, cmd) })
		})
	if err != nil {
		return payoutrows.Payout{}, err
	}
	if len(out.Events) > 0 {
		return payoutOf(out.Events), k.unlessEnded(ctx, cmd)
	}
	// Another attempt with the same key requested it meanwhile.
	row, _, err := k.rowOf(ctx, cmd.ClientID, cmd.ID, true)
	return row, err
}

// unlessEnded cancels the requested payout when the caller's session or key ended during the request, because
// the end of access may have checked the payouts earlier.
func (k Kind) unlessEnded(ctx context.Context, cmd balance.RequestCmd) error {
	return service.UnlessEnded(ctx, func(ctx context.Context) error {
		_, err := service.Execute(ctx, k.Core, balance.Aggregate, balance.Stream(cmd.ClientID), func(s balance.State) ([]domain.Event, error) {
			return balance.CancelUnsent(s, cmd.At, cmd.At, k.Now())
		})
		return err
	})
}

// findRequested finds the payout that an earlier attempt with the same key requested, in its present state.
// It looks in the stream, or in the read model if the stream has forgotten the payout.
func (k Kind) findRequested(clientID int64) func(context.Context, service.Reserved) (payoutrows.Payout, bool, error) {
	return func(ctx context.Context, reserved service.Reserved) (payoutrows.Payout, bool, error) {
		nothing := func(balance.State) ([]domain.Event, error) { return nil, nil }
		out, err := service.Execute(ctx, k.Core, balance.Aggregate, balance.Stream(clientID), nothing)
		if err != nil {
			return payoutrows.Payout{}, false, err
		}
		return k.rowOf(ctx, clientID, reserved.ID, out.State.StatusOf(k.kind, reserved.ID) != "")
	}
}

// rowOf returns a payout in the form of the read models. For one that exists and is not shown yet, it returns
// eventstore.ErrUnavailable instead of a refusal, so that the key stays reserved for it.
func (k Kind) rowOf(ctx context.Context, clientID, id int64, exists bool) (payoutrows.Payout, bool, error) {
	row, err := k.rows().PayoutOf(ctx, clientID, k.kind, id)
	switch {
	case err == nil:
		return row, true, nil
	case exists:
		return row, true, fmt.Errorf("%w: read a payout that exists: %v", eventstore.ErrUnavailable, err)
	case errors.Is(err, readtable.ErrNotFound):
		return row, false, nil
	}
	return row, false, err
}

// payoutOf returns the row that a request's events produce.
func payoutOf(events []domain.Event) payoutrows.Payout {
	var p payoutrows.Payout
	for _, event := range events {
		switch e := event.(type) {
		case balance.WithdrawalRequested:
			p = pendingPayout(e.Order)
			p.URL = service.NilIfEmpty(e.URL)
		case balance.SettlementRequested:
			p = pendingPayout(e.Order)
			p.Purpose, p.URL = &e.Purpose, service.NilIfEmpty(e.URL)
		case balance.PayoutApproved:
			p.Status = balance.StatusProcessing
		}
	}
	return p
}

func pendingPayout(o balance.Order) payoutrows.Payout {
	return payoutrows.Payout{
		ID: o.ID, ExternalID: o.ExternalID, Amount: o.Amount, TransferFee: o.Fee, Total: o.Total,
		Status: balance.StatusPending, By: o.By, Bank: o.Bank, AccountNumber: o.AccountNumber,
		CreatedAt: o.RequestedAt, UpdatedAt: o.RequestedAt, Kind: o.Kind, ClientID: o.ClientID,
	}
}
