package merchantapi

import (
	"time"

	"gateway/http/api/auth"
	"gateway/http/api/envelope"
	"gateway/http/service/feedservice"

	"github.com/gin-gonic/gin"
)

// ListEvents is GET /events.
func (a *API) ListEvents(c *gin.Context, params ListEventsParams) {
	page, err := a.Feed.Read(c.Request.Context(), auth.ClientID(c), feedservice.Query{
		After: params.After, Types: params.Types, Limit: int(params.Limit), Wait: time.Duration(params.Wait) * time.Second,
	})
	envelope.Respond(c, page, err)
}
