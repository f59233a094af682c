package merchantapi

import (
	"context"

	"gateway/http/api/auth"
	"gateway/http/api/envelope"
	"gateway/http/api/filebody"
	"gateway/http/api/listing"
	"gateway/http/service/disputeservice"
	"gateway/projections/readmodel/disputerows"
	"gateway/projections/readmodel/readtable"

	"github.com/gin-gonic/gin"
)

func (a *API) listDisputes(c *gin.Context, p ListDisputesParams) {
	filter := disputerows.Filter{
		ClientID: auth.ClientID(c), Status: p.Status, TransactionID: p.TransactionID, Due: p.Order == disputerows.OrderDue,
	}
	request := listing.Request{Name: "disputes", Filter: filter, Page: p.Shown(), After: p.After}
	listing.Answer(c, a.Cursors, request, func(ctx context.Context, page readtable.Page) ([]disputerows.Dispute, int64, error) {
		rows, total, err := a.Queries.Disputes(ctx, filter, page)
		return rows, total, nameOrders(ctx, a, rows, true, disputeOrder, err)
	})
}

func parseEvidence(body []byte) (disputeservice.Answer, error) {
	r, err := envelope.Parse[EvidenceRequest](body)
	if err != nil {
		return disputeservice.Answer{}, err
	}
	answer := disputeservice.Answer{Text: r.Text}
	for _, f := range r.Files {
		answer.Files = append(answer.Files, disputeservice.Upload{Name: f.Name, Type: f.Type})
	}
	return answer, filebody.Decode(answer.Files, func(i int) string { return r.Files[i].Content })
}

// getDisputeFile answers with a file of an answer to the client's dispute.
func (a *API) getDisputeFile(c *gin.Context, id ID, hash FileHash) {
	row, err := a.Disputes.Find(c.Request.Context(), auth.ClientID(c), id)
	filebody.Answer(c, a.Disputes, row, hash, err)
}
