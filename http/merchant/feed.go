package merchant

import (
	"time"

	"gateway/http/auth"
	"gateway/http/envelope"
	"gateway/http/service/feed"

	"github.com/gin-gonic/gin"
)

// ListEvents is GET /events.
func (a *API) ListEvents(c *gin.Context, params ListEventsParams) {
	page, err := a.Feed.Read(c.Request.Context(), auth.ClientID(c), feed.Query{
		After: params.After, Types: params.Types, Limit: int(params.Limit), Wait: time.Duration(params.Wait) * time.Second,
	})
	envelope.Respond(c, page, err)
}
