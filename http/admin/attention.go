package admin

import (
	"gateway/http/auth"
	"gateway/http/envelope"
	"gateway/http/service/attention"

	"github.com/gin-gonic/gin"
)

// GetAttention is GET /admin/attention.
func (a *Admin) GetAttention(c *gin.Context) {
	u := attention.Attention{Core: a.Accounts.Core, Projections: a.Projections}
	for _, reactors := range a.reactors {
		u.Reactors = append(u.Reactors, reactors)
	}
	items, err := u.Items(c.Request.Context(), auth.AdminRoles.May(a.caller(c).Role, "read_support"))
	envelope.Respond(c, items, err)
}
