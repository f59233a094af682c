package actservice

import (
	"context"
	"fmt"

	"gateway/domain/payment"
	"gateway/http/service/approvalservice"
	"gateway/projections/readmodel/paymentrows"
)

type resolveSuspense struct {
	ID     int64  `json:"id"`
	Reason string `json:"reason"`
	// ByHand is true when a person paid the refund from our own bank account.
	ByHand bool `json:"by_hand"`
}

func (a *Acts) registerSuspense(approvals *approvalservice.Approvals) {
	a.releaseSuspense = approvalservice.Register(approvals, approvalservice.Act[resolveSuspense, paymentrows.SuspenseItem]{
		Name: "suspense.release", Ends: []string{payment.SuspenseReleased{}.EventType()}, Stake: a.stakeInSuspense,
		Describe: func(c resolveSuspense) approvalservice.Description {
			return c.describe("release money in suspense, item %d, to the client")
		},
		Explain: a.explainSuspense,
		Run: func(ctx context.Context, rehearse bool, c resolveSuspense) (paymentrows.SuspenseItem, error) {
			return a.on(rehearse).Suspense.Release(ctx, c.ID, c.Reason)
		},
	})
	a.refundSuspense = approvalservice.Register(approvals, approvalservice.Act[resolveSuspense, paymentrows.SuspenseItem]{
		Name: "suspense.refund", Ends: []string{payment.SuspenseRefunded{}.EventType()}, Stake: a.stakeInSuspense,
		Describe: func(c resolveSuspense) approvalservice.Description {
			if c.ByHand {
				return c.describe("record that a person refunded money in suspense, item %d, from our own bank account")
			}
			return c.describe("refund money in suspense, item %d, through the provider")
		},
		Explain: a.explainSuspense,
		Run: func(ctx context.Context, rehearse bool, c resolveSuspense) (paymentrows.SuspenseItem, error) {
			if c.ByHand {
				return a.on(rehearse).Suspense.RefundByHand(ctx, c.ID, c.Reason)
			}
			return a.on(rehearse).Suspense.Refund(ctx, c.ID, c.Reason)
		},
	})
	a.reopenSuspense = approvalservice.Register(approvals, approvalservice.Act[resolveSuspense, paymentrows.SuspenseItem]{
		Name: "suspense.reopen", Ends: []string{payment.SuspenseReopened{}.EventType()}, Stake: a.stakeInSuspense,
		Describe: func(c resolveSuspense) approvalservice.Description {
			return c.describe("give up the refund of money in suspense, item %d, through the provider, so that it can be decided on again")
		},
		Explain: a.explainSuspense,
		Run: func(ctx context.Context, rehearse bool, c resolveSuspense) (paymentrows.SuspenseItem, error) {
			return a.on(rehearse).Suspense.Reopen(ctx, c.ID, c.Reason)
		},
	})
}

func (c resolveSuspense) describe(what string) approvalservice.Description {
	return approvalservice.Description{What: fmt.Sprintf(what, c.ID), Subject: fmt.Sprintf("suspense/%d", c.ID), Reason: c.Reason}
}

// stakeInSuspense returns the amount that arrived and the provider did not take back.
func (a *Acts) stakeInSuspense(ctx context.Context, c resolveSuspense) (approvalservice.Stake, error) {
	item, err := a.use.Suspense.Find(ctx, c.ID)
	return approvalservice.Stake{Amount: item.PaidAmount.Sub(item.ReversedAmount), ClientID: item.ClientID}, err
}

// ReleaseSuspense credits money in suspense to the client.
func (a *Acts) ReleaseSuspense(ctx context.Context, id int64, reason string) (any, error) {
	return a.releaseSuspense.Do(ctx, resolveSuspense{ID: id, Reason: reason})
}

// ReopenSuspense cancels a refund through the provider that the provider has not listed.
func (a *Acts) ReopenSuspense(ctx context.Context, id int64, reason string) (any, error) {
	return a.reopenSuspense.Do(ctx, resolveSuspense{ID: id, Reason: reason})
}

// RefundSuspense records that money in suspense goes back to the customer, either through the provider or, by
// hand, from our own bank account.
func (a *Acts) RefundSuspense(ctx context.Context, id int64, reason string, byHand bool) (any, error) {
	return a.refundSuspense.Do(ctx, resolveSuspense{ID: id, Reason: reason, ByHand: byHand})
}
