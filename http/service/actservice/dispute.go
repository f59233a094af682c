package actservice

import (
	"context"

	"gateway/domain/payment"
	"gateway/http/service/approvalservice"
	"gateway/http/service/disputeservice"
)

func (a *Acts) registerDisputes(approvals *approvalservice.Approvals) {
	a.deductDisputes = approvalservice.Register(approvals, approvalservice.Act[disputeservice.DeductionCmd, disputeservice.Deduction]{
		Name: "dispute.deduct", Ends: []string{payment.Reversed{}.EventType()},
		Describe: func(c disputeservice.DeductionCmd) approvalservice.Description {
			return approvalservice.Description{What: c.Describe(), Subject: "disputes"}
		},
		Run: func(ctx context.Context, rehearse bool, c disputeservice.DeductionCmd) (disputeservice.Deduction, error) {
			return a.on(rehearse).Disputes.Deduct(ctx, c)
		},
	})
}

// DeductDisputes splits a deduction of the provider over disputes.
func (a *Acts) DeductDisputes(ctx context.Context, c disputeservice.DeductionCmd) (any, error) {
	return a.deductDisputes.Do(ctx, c)
}
