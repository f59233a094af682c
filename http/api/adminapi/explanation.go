package adminapi

import (
	"context"

	"gateway/domain/why"
	"gateway/http/api/auth"
	"gateway/http/api/envelope"
	"gateway/projections/readmodel/searchrows"
	"gateway/projections/story"

	"github.com/gin-gonic/gin"
)

func (a *Admin) why(ctx context.Context, id SubjectName) (why.Shown, error) {
	answer, err := a.Stories.Why(ctx, id, 0)
	return answer.Show(a.Balances.Calendar), err
}

func (a *Admin) getTimelineOfAny(c *gin.Context, id SubjectName, params GetTimelineOfAnyParams) {
	a.timeline(c, id, 0, story.Part{After: params.After, Limit: params.Limit})
}

// timeline answers with a part of a subject's timeline and with what the subject waits for. clientID is the
// client that must own the subject; 0 admits any.
func (a *Admin) timeline(c *gin.Context, name string, clientID int64, part story.Part) {
	timeline, err := a.Stories.Told(c.Request.Context(), name, clientID, part, a.Balances.Calendar)
	envelope.Respond(c, timeline, err)
}

func (a *Admin) searchAll(c *gin.Context, params SearchAllParams) {
	role := a.caller(c).Role
	f := searchrows.SearchFilter{Tickets: auth.AdminRoles.May(role, "read_support"), Slips: auth.AdminRoles.May(role, "read_tax")}
	hits, err := a.Queries.Search(c.Request.Context(), params.Q, f)
	envelope.Respond(c, hits, nameClients(c.Request.Context(), a, hits, hitOwner, err))
}
