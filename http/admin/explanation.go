package admin

import (
	"gateway/http/envelope"
	"gateway/projections/story"

	"github.com/gin-gonic/gin"
)

// GetWhyOfAny is GET /admin/why/{id}.
func (a *Admin) GetWhyOfAny(c *gin.Context, id SubjectName) {
	answer, err := a.Stories.Why(c.Request.Context(), id, 0)
	envelope.Respond(c, answer.Show(a.Balances.Calendar), err)
}

// GetTimelineOfAny is GET /admin/timeline/{id}.
func (a *Admin) GetTimelineOfAny(c *gin.Context, id SubjectName, params GetTimelineOfAnyParams) {
	part := story.Part{After: params.After, Limit: params.Limit}
	timeline, err := a.Stories.Timeline(c.Request.Context(), id, 0, part)
	envelope.Respond(c, timeline, err)
}
