package adminapi

import (
	"time"

	"gateway/http/api/envelope"
	"gateway/http/service/eventlogservice"

	"github.com/gin-gonic/gin"
)

func (a *Admin) listLog(c *gin.Context, params ListLogParams) {
	page, err := a.Log.Read(c.Request.Context(), eventlogservice.Query{
		After: ifGiven(c, "after", params.After), Before: ifGiven(c, "before", params.Before),
		Limit: params.Limit, Wait: time.Duration(params.Wait) * time.Second,
		Filter: eventlogservice.Filter{
			Stream: params.Stream, Category: params.Category, Type: params.Type, ClientID: params.ClientID, CorrelationID: params.CorrelationID,
		},
	})
	envelope.Respond(c, page, err)
}

// ifGiven returns nil if the request has no such parameter: position 0 is valid, the start of the log.
func ifGiven(c *gin.Context, name string, position int64) *int64 {
	if c.Query(name) == "" {
		return nil
	}
	return &position
}
