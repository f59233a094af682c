package adminapi

import (
	"gateway/http/api/auth"
	"gateway/http/api/envelope"
	"gateway/http/service/attentionservice"

	"github.com/gin-gonic/gin"
)

func (a *Admin) getAttention(c *gin.Context) {
	u := attentionservice.Attention{
		Core: a.Accounts.Core, Projections: a.Projections, Makes: a.Routing.Makes, BankDay: a.BankStatements.AttentionDay(),
	}
	for _, reactors := range a.reactors {
		u.Reactors = append(u.Reactors, reactors)
	}
	items, err := u.Items(c.Request.Context(), func(group string) bool {
		return auth.AdminRoles.May(a.caller(c).Role, group)
	})
	envelope.Respond(c, items, err)
}
