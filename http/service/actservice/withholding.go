package actservice

import (
	"context"
	"fmt"

	"gateway/domain/balance"
	"gateway/http/service/approvalservice"
	"gateway/projections/readmodel/withholdingrows"
)

type approveSlip struct {
	// ID is that of the submission, so that a slip that was submitted again is not the one that was looked at.
	ID     int64  `json:"id"`
	Number string `json:"number"`
	Tax    string `json:"tax"`
}

func (a *Acts) registerWithholding(approvals *approvalservice.Approvals) {
	a.approveSlip = approvalservice.Register(approvals, approvalservice.Act[approveSlip, withholdingrows.AdminSlip]{
		Name: "withholding_slip.approve", Ends: []string{balance.WithholdingApproved{}.EventType()},
		Stake: func(ctx context.Context, c approveSlip) (approvalservice.Stake, error) {
			row, err := a.use.Slips.Queries.WithholdingSlipByID(ctx, c.ID)
			return approvalservice.Stake{Amount: row.Tax, ClientID: row.ClientID}, err
		},
		Describe: func(c approveSlip) approvalservice.Description {
			return approvalservice.Description{
				What:    fmt.Sprintf("approve the withholding slip %s, which credits %s rupiah", c.Number, c.Tax),
				Subject: "withholding-slips/" + c.Number,
			}
		},
		Explain: a.explainSlip,
		Run: func(ctx context.Context, rehearse bool, c approveSlip) (withholdingrows.AdminSlip, error) {
			return a.on(rehearse).Slips.Approve(ctx, c.ID)
		},
	})
}

// ApproveWithholdingSlip credits the tax of a slip, by the id of its submission. Error: readtable.ErrNotFound, and those of the use case.
func (a *Acts) ApproveWithholdingSlip(ctx context.Context, id int64) (any, error) {
	row, err := a.use.Slips.Queries.WithholdingSlipByID(ctx, id)
	if err != nil {
		return nil, err
	}
	return a.approveSlip.Do(ctx, approveSlip{ID: id, Number: row.Number, Tax: row.Tax.String()})
}
