package actservice

import (
	"context"
	"fmt"

	"gateway/domain/balance"
	"gateway/http/service/approvalservice"
	"gateway/http/service/payoutservice"
	"gateway/projections/readmodel/payoutrows"
)

// payoutID identifies a payout by its kind, balance.Withdrawal or balance.Settlement, and its id.
type payoutID struct {
	Kind string `json:"kind"`
	ID   int64  `json:"id"`
}

func (p payoutID) subject() string { return fmt.Sprintf("%ss/%d", p.Kind, p.ID) }

type approvePayout struct {
	payoutID
	Manual bool `json:"manual"`
}

type completePayout struct {
	payoutID
	TransferredBy string `json:"transferred_by"`
}

type adoptPayout struct {
	payoutID
	ProviderID string `json:"provider_id"`
}

type failPayout struct {
	payoutID
	Reason string `json:"reason"`
}

func (a *Acts) registerPayouts(approvals *approvalservice.Approvals) {
	a.approvePayout = approvalservice.Register(approvals, approvalservice.Act[approvePayout, payoutrows.AdminPayout]{
		Name: "payout.approve", Ends: []string{balance.PayoutApproved{}.EventType()},
		Stake: func(ctx context.Context, c approvePayout) (approvalservice.Stake, error) {
			return a.stakeOf(ctx, c.payoutID)
		},
		// Amounts do not add up, because payouts are the client's own money and an administrator approves
		// many of them per day.
		Single: true,
		Describe: func(c approvePayout) approvalservice.Description {
			what := fmt.Sprintf("approve %s %d", c.Kind, c.ID)
			if c.Manual {
				what += ", which a person then transfers"
			}
			return approvalservice.Description{What: what, Subject: c.subject()}
		},
		Explain: a.explainApprovePayout,
		Run: func(ctx context.Context, rehearse bool, c approvePayout) (payoutrows.AdminPayout, error) {
			return a.payouts(rehearse, c.payoutID).Approve(ctx, c.ID, c.Manual)
		},
	})
	a.completePayout = approvalservice.Register(approvals, approvalservice.Act[completePayout, payoutrows.AdminPayout]{
		Name: "payout.complete", Ends: []string{balance.PayoutCompleted{}.EventType()},
		Stake: func(ctx context.Context, c completePayout) (approvalservice.Stake, error) {
			return a.stakeOf(ctx, c.payoutID)
		},
		Describe: func(c completePayout) approvalservice.Description {
			return approvalservice.Description{
				What: fmt.Sprintf("record that %q transferred %s %d", c.TransferredBy, c.Kind, c.ID), Subject: c.subject(),
			}
		},
		Explain: a.explainCompletePayout,
		Run: func(ctx context.Context, rehearse bool, c completePayout) (payoutrows.AdminPayout, error) {
			return a.payouts(rehearse, c.payoutID).Complete(ctx, c.ID, c.TransferredBy)
		},
	})
	a.adoptPayout = approvalservice.Register(approvals, approvalservice.Act[adoptPayout, payoutrows.AdminPayout]{
		Name: "payout.adopt", Ends: []string{balance.PayoutAdopted{}.EventType()},
		Stake: func(ctx context.Context, c adoptPayout) (approvalservice.Stake, error) {
			return a.stakeOf(ctx, c.payoutID)
		},
		Describe: func(c adoptPayout) approvalservice.Description {
			return approvalservice.Description{
				What: fmt.Sprintf("adopt the provider's order %q for %s %d", c.ProviderID, c.Kind, c.ID), Subject: c.subject(),
			}
		},
		Explain: a.explainAdoptPayout,
		Run: func(ctx context.Context, rehearse bool, c adoptPayout) (payoutrows.AdminPayout, error) {
			return a.payouts(rehearse, c.payoutID).Adopt(ctx, c.ID, c.ProviderID)
		},
	})
	a.failPayout = approvalservice.Register(approvals, approvalservice.Act[failPayout, payoutrows.AdminPayout]{
		Name: "payout.fail", Ends: []string{balance.PayoutFailed{}.EventType()},
		Stake: func(ctx context.Context, c failPayout) (approvalservice.Stake, error) {
			return a.stakeOf(ctx, c.payoutID)
		},
		Describe: func(c failPayout) approvalservice.Description {
			return approvalservice.Description{What: fmt.Sprintf("give up %s %d", c.Kind, c.ID), Subject: c.subject(), Reason: c.Reason}
		},
		Explain: a.explainFailPayout,
		Run: func(ctx context.Context, rehearse bool, c failPayout) (payoutrows.AdminPayout, error) {
			return a.payouts(rehearse, c.payoutID).Fail(ctx, c.ID, c.Reason)
		},
	})
}

func (a *Acts) payouts(rehearse bool, p payoutID) payoutservice.Kind {
	use := a.on(rehearse).Payouts
	if p.Kind == balance.Settlement {
		return use.Settlements()
	}
	return use.Withdrawals()
}

// stakeOf returns the amount that reaches the client's bank account, which never changes.
func (a *Acts) stakeOf(ctx context.Context, p payoutID) (approvalservice.Stake, error) {
	row, err := a.use.Payouts.Queries.Payout(ctx, p.Kind, p.ID)
	return approvalservice.Stake{Amount: row.Amount, ClientID: row.ClientID}, err
}

// ApprovePayout approves a payout of the kind balance.Withdrawal or balance.Settlement.
func (a *Acts) ApprovePayout(ctx context.Context, kind string, id int64, manual bool) (any, error) {
	return a.approvePayout.Do(ctx, approvePayout{payoutID{kind, id}, manual})
}

// CompletePayout records that a person made the transfer.
func (a *Acts) CompletePayout(ctx context.Context, kind string, id int64, transferredBy string) (any, error) {
	return a.completePayout.Do(ctx, completePayout{payoutID{kind, id}, transferredBy})
}

// FailPayout records that a person did not make the transfer.
func (a *Acts) FailPayout(ctx context.Context, kind string, id int64, reason string) (any, error) {
	return a.failPayout.Do(ctx, failPayout{payoutID{kind, id}, reason})
}

// AdoptPayout makes an order found at the provider the payout's own.
func (a *Acts) AdoptPayout(ctx context.Context, kind string, id int64, providerID string) (any, error) {
	return a.adoptPayout.Do(ctx, adoptPayout{payoutID{kind, id}, providerID})
}
