package merchantapi

import (
	"context"

	"gateway/domain/why"
	"gateway/http/api/auth"
	"gateway/http/api/envelope"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/searchrows"
	"gateway/projections/story"

	"github.com/gin-gonic/gin"
)

// why covers only what the client owns, and leaves out what concerns the gateway alone.
func (a *API) why(ctx context.Context, client int64, id SubjectName) (why.Shown, error) {
	answer, err := a.Stories.Why(ctx, id, client)
	return answer.ForMerchant().Show(a.Balances.Calendar), err
}

// getTimeline covers only what the client owns, and shows what the client may see.
func (a *API) getTimeline(c *gin.Context, id SubjectName, params GetTimelineParams) {
	part := story.Part{After: params.After, Limit: params.Limit, Merchant: true}
	timeline, err := a.Stories.Told(c.Request.Context(), id, auth.ClientID(c), part, a.Balances.Calendar)
	envelope.Respond(c, timeline, err)
}

func (a *API) search(ctx context.Context, client int64, params SearchParams) ([]searchrows.Hit, error) {
	hits, err := a.Queries.Search(ctx, params.Q, searchrows.SearchFilter{ClientID: client, Slips: true})
	if err != nil {
		return nil, err
	}
	return hits, paymentrows.NameOrders(ctx, a.Queries, hits, true, func(h *searchrows.Hit) (string, *paymentrows.Order) {
		return h.TransactionID, &h.Order
	})
}
