package merchantapi

import (
	"gateway/http/api/auth"
	"gateway/http/api/envelope"
	"gateway/projections/readmodel/searchrows"
	"gateway/projections/story"

	"github.com/gin-gonic/gin"
)

// GetWhy is GET /why/{id}. It covers only what the client owns, and leaves out what concerns the gateway alone.
func (a *API) GetWhy(c *gin.Context, id SubjectName) {
	answer, err := a.Stories.Why(c.Request.Context(), id, auth.ClientID(c))
	envelope.Respond(c, answer.ForMerchant().Show(a.Balances.Calendar), err)
}

// GetTimeline is GET /timeline/{id}. It covers only what the client owns, and shows what the client may see.
func (a *API) GetTimeline(c *gin.Context, id SubjectName, params GetTimelineParams) {
	part := story.Part{After: params.After, Limit: params.Limit, Merchant: true}
	timeline, err := a.Stories.Told(c.Request.Context(), id, auth.ClientID(c), part, a.Balances.Calendar)
	envelope.Respond(c, timeline, err)
}

// Search is GET /search.
func (a *API) Search(c *gin.Context, params SearchParams) {
	hits, err := a.Queries.Search(c.Request.Context(), params.Q, searchrows.SearchFilter{ClientID: auth.ClientID(c)})
	envelope.Respond(c, hits, err)
}
