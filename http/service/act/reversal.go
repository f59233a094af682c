package act

import (
	"context"
	"fmt"

	"gateway/domain/payment"
	"gateway/http/service/approval"
	"gateway/projections/readmodel"
)

type assignReversal struct {
	ID string `json:"id"`
	// PaymentID is the provider's id of the money.
	PaymentID string `json:"payment_id"`
	Reason    string `json:"reason"`
}

func (a *Acts) registerReversals(approvals *approval.Approvals) {
	a.assignReversal = approval.Register(approvals, approval.Act[assignReversal, readmodel.ReversalRow]{
		Name: "reversal.assign", Ends: []string{payment.ReversalAssigned{}.EventType()},
		Stake: func(ctx context.Context, c assignReversal) (approval.Stake, error) {
			row, err := a.use.Reversals.Find(ctx, c.ID)
			return approval.Stake{Amount: row.Amount, ClientID: row.ClientID}, err
		},
		Describe: func(c assignReversal) approval.Description {
			return approval.Description{
				What:    fmt.Sprintf("decide that the reversal %q took back the money that the provider calls %q", c.ID, c.PaymentID),
				Subject: "reversals/" + c.ID, Reason: c.Reason,
			}
		},
		Run: func(ctx context.Context, c assignReversal) (readmodel.ReversalRow, error) {
			return a.use.Reversals.Assign(ctx, c.ID, c.PaymentID, c.Reason)
		},
	})
}

// AssignReversal decides which money of a payment was taken back.
func (a *Acts) AssignReversal(ctx context.Context, id, paymentID, reason string) (any, error) {
	return a.assignReversal.Do(ctx, assignReversal{ID: id, PaymentID: paymentID, Reason: reason})
}
