package actservice

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"gateway/domain/balance"
	"gateway/domain/sequence"
	"gateway/domain/treasury"
	"gateway/http/service"
	"gateway/http/service/approvalservice"
	"gateway/http/service/balanceservice"
	"gateway/http/service/treasuryservice"
	"gateway/projections/readmodel/balancerows"

	"github.com/shopspring/decimal"
)

func (a *Acts) registerMoney(approvals *approvalservice.Approvals) {
	a.adjustBalance = approvalservice.Register(approvals, approvalservice.Act[balanceservice.Adjustment, balancerows.Balance]{
		Name: "balance.adjust", Ends: []string{balance.Adjusted{}.EventType()},
		Stake: func(_ context.Context, c balanceservice.Adjustment) (approvalservice.Stake, error) {
			return approvalservice.Stake{Amount: c.Amount, ClientID: c.ClientID}, nil
		},
		Describe: func(c balanceservice.Adjustment) approvalservice.Description {
			return approvalservice.Description{
				What:    fmt.Sprintf("adjust the balance of client %d by %s rupiah", c.ClientID, c.Amount),
				Subject: fmt.Sprintf("clients/%d", c.ClientID), Reason: c.Reason,
			}
		},
		Explain: a.explainAdjustment,
		Run: func(ctx context.Context, rehearse bool, c balanceservice.Adjustment) (balancerows.Balance, error) {
			return a.on(rehearse).Balances.Adjust(ctx, c)
		},
	})
	a.writeOff = approvalservice.Register(approvals, approvalservice.Act[balanceservice.WriteOff, balancerows.Balance]{
		Name: "balance.write_off", Two: true, Ends: []string{balance.WrittenOff{}.EventType()},
		Describe: func(c balanceservice.WriteOff) approvalservice.Description {
			return approvalservice.Description{
				What:    fmt.Sprintf("write off %s rupiah that client %d owes since %s or longer", c.Amount, c.ClientID, c.Before.Format(time.RFC3339)),
				Subject: fmt.Sprintf("clients/%d", c.ClientID), Reason: c.Reason,
			}
		},
		Explain: a.explainWriteOff,
		Run: func(ctx context.Context, rehearse bool, c balanceservice.WriteOff) (balancerows.Balance, error) {
			return a.on(rehearse).Balances.MakeWriteOff(ctx, c)
		},
	})
	a.enterTreasury = approvalservice.Register(approvals, approvalservice.Act[treasuryservice.Request, balancerows.TreasuryEntry]{
		Name: "treasury.enter", Ends: []string{treasury.Entered{}.EventType()},
		Stake: func(_ context.Context, c treasuryservice.Request) (approvalservice.Stake, error) {
			return approvalservice.Stake{Amount: c.Amount}, nil
		},
		Describe: func(c treasuryservice.Request) approvalservice.Description {
			what := fmt.Sprintf("enter %s of %s rupiah, value date %s, reference %q", c.Kind, c.Amount, c.ValueDate, c.Reference)
			if c.From != "" {
				what += fmt.Sprintf(", from %s to %s", c.From, c.To)
			}
			return approvalservice.Description{What: what, Subject: "treasury", Reason: c.Note}
		},
		Explain: a.explainTreasury,
		Run: func(ctx context.Context, rehearse bool, c treasuryservice.Request) (balancerows.TreasuryEntry, error) {
			return a.on(rehearse).Treasury.Enter(ctx, c)
		},
	})
}

// AdjustBalance corrects the balance of the creation's client by an amount in rupiah, positive or negative.
// Its errors are those of service.Create and balanceservice.Balances.Adjust.
func (a *Acts) AdjustBalance(
	ctx context.Context, creation service.Creation, amount decimal.Decimal, reason string,
) (service.Created, error) {
	command := func(reserved service.Reserved) balanceservice.Adjustment {
		return balanceservice.Adjustment{ID: reserved.ID, ClientID: creation.ClientID, Amount: amount, Reason: reason}
	}
	return a.adjustBalance.Create(ctx, creation, service.Reserve{Sequence: sequence.Adjustment}, command, a.use.Balances.FindAdjustment)
}

// WriteOff gives up what the creation's client has owed for too long. Its errors are second_admin_needed, and those of
// service.Create and balanceservice.Balances.MakeWriteOff.
func (a *Acts) WriteOff(ctx context.Context, creation service.Creation, reason string) (service.Created, error) {
	if err := a.writeOff.CheckTwo(ctx); err != nil {
		return service.Created{}, err
	}
	found, err := a.use.Balances.NewWriteOff(ctx, creation.ClientID, reason)
	if err != nil {
		return service.Created{}, err
	}
	command := func(reserved service.Reserved) balanceservice.WriteOff { found.ID = reserved.ID; return found }
	return a.writeOff.Create(ctx, creation, service.Reserve{Sequence: sequence.Adjustment}, command, a.use.Balances.FindWriteOff)
}

// EnterTreasury records an entry about our own money. It chooses the id of the request, and the value date
// defaults to today. Its errors are those of service.Create and treasuryservice.Entries.Enter.
func (a *Acts) EnterTreasury(ctx context.Context, creation service.Creation, r treasuryservice.Request) (service.Created, error) {
	r.ValueDate = cmp.Or(r.ValueDate, a.use.Treasury.Today())
	command := func(reserved service.Reserved) treasuryservice.Request { r.ID = reserved.ID; return r }
	return a.enterTreasury.Create(ctx, creation, service.Reserve{Sequence: sequence.Treasury}, command, a.use.Treasury.Find)
}
