package merchant

import (
	"gateway/http/auth"
	"gateway/http/envelope"

	"github.com/gin-gonic/gin"
)

// GetWhy is GET /why/{id}: of the client's own things, without what is the gateway's own
// business.
func (a *API) GetWhy(c *gin.Context, id SubjectName) {
	answer, err := a.Stories.Why(c.Request.Context(), id, auth.ClientID(c))
	envelope.Respond(c, answer.ForMerchant().Show(a.Balances.Calendar), err)
}
