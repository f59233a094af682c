package act

import (
	"cmp"
	"context"
	"fmt"

	balances "gateway/domain/balance"
	"gateway/domain/sequence"
	entries "gateway/domain/treasury"
	"gateway/http/service"
	"gateway/http/service/approval"
	"gateway/http/service/balance"
	"gateway/http/service/treasury"
	"gateway/projections/readmodel"

	"github.com/shopspring/decimal"
)

func (a *Acts) registerMoney(approvals *approval.Approvals) {
	a.adjustBalance = approval.Register(approvals, approval.Act[balance.Adjustment, readmodel.Balance]{
		Name: "balance.adjust", Ends: []string{balances.Adjusted{}.EventType()},
		Stake: func(_ context.Context, c balance.Adjustment) (approval.Stake, error) {
			return approval.Stake{Amount: c.Amount, ClientID: c.ClientID}, nil
		},
		Describe: func(c balance.Adjustment) approval.Description {
			return approval.Description{
				What:    fmt.Sprintf("adjust the balance of client %d by %s rupiah", c.ClientID, c.Amount),
				Subject: fmt.Sprintf("clients/%d", c.ClientID), Reason: c.Reason,
			}
		},
		Run: func(ctx context.Context, c balance.Adjustment) (readmodel.Balance, error) {
			return a.use.Balances.Adjust(ctx, c)
		},
	})
	a.enterTreasury = approval.Register(approvals, approval.Act[treasury.Request, readmodel.TreasuryEntry]{
		Name: "treasury.enter", Ends: []string{entries.Entered{}.EventType()},
		Stake: func(_ context.Context, c treasury.Request) (approval.Stake, error) {
			return approval.Stake{Amount: c.Amount}, nil
		},
		Describe: func(c treasury.Request) approval.Description {
			what := fmt.Sprintf("enter %s of %s rupiah, value date %s, reference %q", c.Kind, c.Amount, c.ValueDate, c.Reference)
			if c.From != "" {
				what += fmt.Sprintf(", from %s to %s", c.From, c.To)
			}
			return approval.Description{What: what, Subject: "treasury", Reason: c.Note}
		},
		Run: func(ctx context.Context, c treasury.Request) (readmodel.TreasuryEntry, error) {
			return a.use.Treasury.Enter(ctx, c)
		},
	})
}

// AdjustBalance corrects the balance of the creation's client by an amount in rupiah of
// either sign. Errors are those of service.Create and balance.Balances.Adjust.
func (a *Acts) AdjustBalance(
	ctx context.Context, creation service.Creation, amount decimal.Decimal, reason string,
) (service.Created, error) {
	command := func(reserved service.Reserved) balance.Adjustment {
		return balance.Adjustment{ID: reserved.ID, ClientID: creation.ClientID, Amount: amount, Reason: reason}
	}
	return a.adjustBalance.Create(ctx, creation, service.Reserve{Sequence: sequence.Adjustment}, command, a.use.Balances.FindAdjustment)
}

// EnterTreasury enters our own money; the id of the request is drawn here, and an absent
// value date is today. Errors are those of service.Create and treasury.Entries.Enter.
func (a *Acts) EnterTreasury(ctx context.Context, creation service.Creation, r treasury.Request) (service.Created, error) {
	r.ValueDate = cmp.Or(r.ValueDate, a.use.Treasury.Today())
	command := func(reserved service.Reserved) treasury.Request { r.ID = reserved.ID; return r }
	return a.enterTreasury.Create(ctx, creation, service.Reserve{Sequence: sequence.Treasury}, command, a.use.Treasury.Find)
}
