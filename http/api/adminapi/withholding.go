package adminapi

import (
	"context"

	"gateway/http/api/envelope"
	"gateway/http/api/filebody"
	"gateway/http/api/listing"
	"gateway/projections/readmodel/readtable"
	"gateway/projections/readmodel/withholdingrows"

	"github.com/gin-gonic/gin"
)

func (a *Admin) listAllWithholdingSlips(c *gin.Context, p ListAllWithholdingSlipsParams) {
	filter := withholdingrows.Filter{ClientID: p.ClientID, Status: p.Status}
	listing.Answer(c, a.Cursors, listing.Request{Name: "all withholding slips", Filter: filter, Page: p.Shown(), After: p.After},
		namedRows(a, slipOwner, func(ctx context.Context, page readtable.Page) ([]withholdingrows.AdminSlip, int64, error) {
			rows, total, err := a.Queries.WithholdingSlips(ctx, filter, page)
			shown := make([]withholdingrows.AdminSlip, len(rows))
			for i, row := range rows {
				shown[i] = row.ForAdmin()
			}
			return shown, total, err
		}))
}

func (a *Admin) withholdingSlip(ctx context.Context, number SlipNumber) (withholdingrows.AdminSlip, error) {
	row, err := a.Queries.WithholdingSlip(ctx, number)
	return row.ForAdmin(), err
}

func (a *Admin) approveWithholdingSlip(ctx context.Context, number SlipNumber) (any, error) {
	row, err := a.Queries.WithholdingSlip(ctx, number)
	if err != nil {
		return nil, err
	}
	answer, err := a.Acts.ApproveWithholdingSlip(ctx, row.ID)
	if approved, is := answer.(withholdingrows.AdminSlip); is {
		return nameClient(ctx, a, approved, slipOwner, err)
	}
	return answer, err
}

func (a *Admin) rejectWithholdingSlip(ctx context.Context, number SlipNumber, reason string) (withholdingrows.AdminSlip, error) {
	row, err := a.Slips.Reject(ctx, number, reason)
	return nameClient(ctx, a, row, slipOwner, err)
}

// getWithholdingSlipFile answers with the file of a slip.
func (a *Admin) getWithholdingSlipFile(c *gin.Context, number SlipNumber) {
	row, err := a.Queries.WithholdingSlip(c.Request.Context(), number)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	content, err := a.Slips.File(c.Request.Context(), row)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	filebody.Send(c, row.File, content)
}

func slipOwner(s *withholdingrows.AdminSlip) (int64, *string) { return s.ClientID, &s.ClientName }
