package adminapi

import (
	"context"

	"gateway/http/api/envelope"
	"gateway/http/api/filebody"
	"gateway/http/api/listing"
	"gateway/http/service/disputeservice"
	"gateway/projections/readmodel/disputerows"
	"gateway/projections/readmodel/readtable"

	"github.com/gin-gonic/gin"
)

func (a *Admin) listAllDisputes(c *gin.Context, p ListAllDisputesParams) {
	filter := disputerows.Filter{ClientID: p.ClientID, Status: p.Status, TransactionID: p.TransactionID, Due: p.Order == disputerows.OrderDue}
	listing.Answer(c, a.Cursors, listing.Request{Name: "all disputes", Filter: filter, Page: p.Shown(), After: p.After},
		ordered(a, seesCustomers, disputeOrder, namedRows(a, disputeOwner, func(ctx context.Context,
			page readtable.Page,
		) ([]disputerows.AdminDispute, int64, error) {
			rows, total, err := a.Queries.Disputes(ctx, filter, page)
			shown := make([]disputerows.AdminDispute, len(rows))
			for i, row := range rows {
				shown[i] = row.ForAdmin()
			}
			return shown, total, err
		})))
}

func (a *Admin) dispute(ctx context.Context, id ID) (disputerows.AdminDispute, error) {
	row, err := a.Queries.Dispute(ctx, id)
	return row.ForAdmin(), err
}

func parseDispute(body []byte) (disputeservice.Opening, error) {
	r, err := envelope.Parse[OpenDisputeRequest](body)
	return disputeservice.Opening{
		TransactionID: r.TransactionID, PaymentID: r.PaymentID, ProviderDisputeID: r.ProviderDisputeID, Amount: r.Amount.Value,
		Reason: r.Reason, DueBy: r.DueBy,
	}, err
}

func (a *Admin) decideDispute(ctx context.Context, id ID, r DecisionRequest) (any, error) {
	answer, err := a.Acts.DecideDispute(ctx, id, r.Outcome)
	if row, is := answer.(disputerows.AdminDispute); is {
		return nameClient(ctx, a, row, disputeOwner, err)
	}
	return answer, err
}

func parseDeduction(body []byte) (disputeservice.DeductionCmd, error) {
	r, err := envelope.Parse[DeductionRequest](body)
	if err != nil {
		return disputeservice.DeductionCmd{}, err
	}
	cmd := disputeservice.DeductionCmd{Reference: r.Reference, Amount: r.Amount.Value}
	for _, part := range r.Disputes {
		cmd.Disputes = append(cmd.Disputes, disputeservice.DeductionPart{DisputeID: part.DisputeID, Amount: part.Amount.Value})
	}
	return cmd, cmd.Check()
}

func (a *Admin) deductDisputes(ctx context.Context, cmd disputeservice.DeductionCmd) (any, error) {
	answer, err := a.Acts.DeductDisputes(ctx, cmd)
	if done, is := answer.(disputeservice.Deduction); is && err == nil {
		return done, nameClients(ctx, a, done.Disputes, disputeOwner, nil)
	}
	return answer, err
}

// getDisputeFile answers with a file of an answer to a dispute.
func (a *Admin) getDisputeFile(c *gin.Context, id ID, hash FileHash) {
	row, err := a.Queries.Dispute(c.Request.Context(), id)
	filebody.Answer(c, a.Disputes, row, hash, err)
}

func disputeOwner(d *disputerows.AdminDispute) (int64, *string) { return d.ClientID, &d.ClientName }
