package actservice

import (
	"context"
	"fmt"

	"gateway/domain/payment"
	"gateway/http/service/approvalservice"
	"gateway/http/service/reversalservice"
	"gateway/projections/readmodel/paymentrows"
)

type assignReversal struct {
	ID string `json:"id"`
	// PaymentID is the provider's payment id of the money.
	PaymentID string `json:"payment_id"`
	// RefundID is payment.AssignCmd's. It is absent from acts that were asked for before it existed.
	RefundID *int64 `json:"refund_id,omitempty"`
	Reason   string `json:"reason"`
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
				What:    c.what(),
				Subject: "reversals/" + c.ID, Reason: c.Reason,
			}
		},
		Explain: a.explainReversal,
		Run: func(ctx context.Context, rehearse bool, c assignReversal) (paymentrows.ReversalRow, error) {
			return a.on(rehearse).Reversals.Assign(ctx, c.ID, reversalservice.Assignment{
				PaymentID: c.PaymentID, RefundID: c.RefundID, Reason: c.Reason,
			})
		},
	})
}

// what says in words what is decided.
func (c assignReversal) what() string {
	said := fmt.Sprintf("decide that the reversal %q took back the money that the provider calls %q", c.ID, c.PaymentID)
	switch {
	case c.RefundID == nil:
		return said
	case *c.RefundID == 0:
		return said + ", and is none of the refunds that the merchant asked for"
	}
	return fmt.Sprintf("%s, and is the outcome of refund %d", said, *c.RefundID)
}

// AssignReversal decides which of a payment's money was taken back, and whether that was a refund that the merchant asked for.
func (a *Acts) AssignReversal(ctx context.Context, id string, what reversalservice.Assignment) (any, error) {
	return a.assignReversal.Do(ctx, assignReversal{ID: id, PaymentID: what.PaymentID, RefundID: what.RefundID, Reason: what.Reason})
}
