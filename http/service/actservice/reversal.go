package actservice

import (
	"context"
	"fmt"

	"gateway/domain/payment"
	"gateway/http/service/approvalservice"
	"gateway/projections/readmodel/paymentrows"
)

type assignReversal struct {
	ID string `json:"id"`
	// PaymentID is the provider's payment id of the money.
	PaymentID string `json:"payment_id"`
	Reason    string `json:"reason"`
}

func (a *Acts) registerReversals(approvals *approvalservice.Approvals) {
	a.assignReversal = approvalservice.Register(approvals, approvalservice.Act[assignReversal, paymentrows.ReversalRow]{
		Name: "reversal.assign", Ends: []string{payment.ReversalAssigned{}.EventType()},
		Stake: func(ctx context.Context, c assignReversal) (approvalservice.Stake, error) {
			row, err := a.use.Reversals.Find(ctx, c.ID)
			return approvalservice.Stake{Amount: row.Amount, ClientID: row.ClientID}, err
		},
		Describe: func(c assignReversal) approvalservice.Description {
			return approvalservice.Description{
				What:    fmt.Sprintf("decide that the reversal %q took back the money that the provider calls %q", c.ID, c.PaymentID),
				Subject: "reversals/" + c.ID, Reason: c.Reason,
			}
		},
		Run: func(ctx context.Context, rehearse bool, c assignReversal) (paymentrows.ReversalRow, error) {
			return a.on(rehearse).Reversals.Assign(ctx, c.ID, c.PaymentID, c.Reason)
		},
	})
}

// AssignReversal decides which of a payment's money was taken back.
func (a *Acts) AssignReversal(ctx context.Context, id, paymentID, reason string) (any, error) {
	return a.assignReversal.Do(ctx, assignReversal{ID: id, PaymentID: paymentID, Reason: reason})
}
