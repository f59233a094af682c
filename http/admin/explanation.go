package admin

import (
	"gateway/http/envelope"

	"github.com/gin-gonic/gin"
)

// GetWhyOfAny is GET /admin/why/{id}.
func (a *Admin) GetWhyOfAny(c *gin.Context, id SubjectName) {
	answer, err := a.Stories.Why(c.Request.Context(), id, 0)
	envelope.Respond(c, answer.Show(a.Balances.Calendar), err)
}
