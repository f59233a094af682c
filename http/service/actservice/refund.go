package actservice

import (
	"context"
	"fmt"

	"gateway/domain/payment"
	"gateway/http/service/approvalservice"
	"gateway/projections/readmodel/refundrows"
)

// reviewRefund identifies a refund; Reason is why an administrator ends it by hand.
type reviewRefund struct {
	ID     int64  `json:"id"`
	Reason string `json:"reason,omitempty"`
}

func (r reviewRefund) description(what string) approvalservice.Description {
	return approvalservice.Description{What: fmt.Sprintf(what, r.ID), Subject: fmt.Sprintf("refunds/%d", r.ID), Reason: r.Reason}
}

func (a *Acts) registerRefunds(approvals *approvalservice.Approvals) {
	stake := func(ctx context.Context, c reviewRefund) (approvalservice.Stake, error) {
		row, err := a.use.Refunds.Queries.Refund(ctx, c.ID)
		return approvalservice.Stake{Amount: row.Amount, ClientID: row.ClientID}, err
	}
	a.approveRefund = approvalservice.Register(approvals, approvalservice.Act[reviewRefund, refundrows.AdminRefund]{
		Name: "refund.approve", Ends: []string{payment.RefundApproved{}.EventType()}, Stake: stake,
		Single: true, // as the approval of a payout: the client's own money
		Describe: func(c reviewRefund) approvalservice.Description {
			return c.description("approve refund %d, by transfer")
		},
		Explain: a.explainRefund,
		Run: func(ctx context.Context, rehearse bool, c reviewRefund) (refundrows.AdminRefund, error) {
			return a.on(rehearse).Refunds.ApproveAsAdmin(ctx, c.ID)
		},
	})
	a.completeRefund = approvalservice.Register(approvals, approvalservice.Act[reviewRefund, refundrows.AdminRefund]{
		Name: "refund.complete", Ends: []string{payment.Reversed{}.EventType()}, Stake: stake,
		Describe: func(c reviewRefund) approvalservice.Description {
			return c.description("record that refund %d was paid by hand")
		},
		Explain: a.explainRefund,
		Run: func(ctx context.Context, rehearse bool, c reviewRefund) (refundrows.AdminRefund, error) {
			return a.on(rehearse).Refunds.CompleteByHand(ctx, c.ID, c.Reason)
		},
	})
	a.failRefund = approvalservice.Register(approvals, approvalservice.Act[reviewRefund, refundrows.AdminRefund]{
		Name: "refund.fail", Ends: []string{payment.RefundFailed{}.EventType()}, Stake: stake,
		Describe: func(c reviewRefund) approvalservice.Description { return c.description("give up refund %d") },
		Explain:  a.explainRefund,
		Run: func(ctx context.Context, rehearse bool, c reviewRefund) (refundrows.AdminRefund, error) {
			return a.on(rehearse).Refunds.FailByHand(ctx, c.ID, c.Reason)
		},
	})
}

// ApproveRefund approves a refund by transfer.
func (a *Acts) ApproveRefund(ctx context.Context, id int64) (any, error) {
	return a.approveRefund.Do(ctx, reviewRefund{ID: id})
}

// CompleteRefund records that a person paid a refund by hand.
func (a *Acts) CompleteRefund(ctx context.Context, id int64, reason string) (any, error) {
	return a.completeRefund.Do(ctx, reviewRefund{id, reason})
}

// FailRefund gives a refund up.
func (a *Acts) FailRefund(ctx context.Context, id int64, reason string) (any, error) {
	return a.failRefund.Do(ctx, reviewRefund{id, reason})
}
