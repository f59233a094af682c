package actservice

import (
	"context"
	"fmt"

	"gateway/domain/payment"
	"gateway/http/service/approvalservice"
	"gateway/http/service/disputeservice"
	"gateway/projections/readmodel/disputerows"
)

type decideDispute struct {
	ID      int64  `json:"id"`
	Outcome string `json:"outcome"`
}

func (a *Acts) registerDisputes(approvals *approvalservice.Approvals) {
	a.deductDisputes = approvalservice.Register(approvals, approvalservice.Act[disputeservice.DeductionCmd, disputeservice.Deduction]{
		Name: "dispute.deduct", Ends: []string{payment.Reversed{}.EventType()},
		Describe: func(c disputeservice.DeductionCmd) approvalservice.Description {
			return approvalservice.Description{What: c.Describe(), Subject: "disputes"}
		},
		Explain: a.explainDeduction,
		Run: func(ctx context.Context, rehearse bool, c disputeservice.DeductionCmd) (disputeservice.Deduction, error) {
			return a.on(rehearse).Disputes.Deduct(ctx, c)
		},
	})
	a.decideDispute = approvalservice.Register(approvals, approvalservice.Act[decideDispute, disputerows.AdminDispute]{
		Name: "dispute.decide", Ends: []string{payment.DisputeDecided{}.EventType()},
		Stake: func(ctx context.Context, c decideDispute) (approvalservice.Stake, error) {
			row, err := a.use.Disputes.Queries.Dispute(ctx, c.ID)
			if c.Outcome != payment.DisputeStatusWon { // the money stays where it is
				return approvalservice.Stake{ClientID: row.ClientID}, err
			}
			return approvalservice.Stake{Amount: row.Amount, ClientID: row.ClientID}, err
		},
		Describe: func(c decideDispute) approvalservice.Description {
			return approvalservice.Description{
				What: fmt.Sprintf("record that dispute %d is %s", c.ID, c.Outcome), Subject: fmt.Sprintf("disputes/%d", c.ID),
			}
		},
		Explain: a.explainDispute,
		Run: func(ctx context.Context, rehearse bool, c decideDispute) (disputerows.AdminDispute, error) {
			return a.on(rehearse).Disputes.Decide(ctx, c.ID, c.Outcome)
		},
	})
}

// DecideDispute says how the network decided. A dispute that was won gives its money to the client, also what a chargeback had
// taken.
func (a *Acts) DecideDispute(ctx context.Context, id int64, outcome string) (any, error) {
	return a.decideDispute.Do(ctx, decideDispute{ID: id, Outcome: outcome})
}

// DeductDisputes splits a deduction of the provider over disputes.
func (a *Acts) DeductDisputes(ctx context.Context, c disputeservice.DeductionCmd) (any, error) {
	return a.deductDisputes.Do(ctx, c)
}
