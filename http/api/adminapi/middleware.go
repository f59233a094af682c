package adminapi

import (
	"strings"

	"gateway/domain"
	"gateway/domain/admin"
	"gateway/http/api/auth"
	"gateway/http/api/envelope"
	"gateway/http/server/strangers"

	"github.com/gin-gonic/gin"
)

var errRole = domain.Refuse(domain.Forbidden, "role_forbidden", "your role may not do this")

// middleware returns the checks that run before an operation. The login has none. All others check the session
// and the role: requires (x-requires in the description) names one group of auth.AdminRoles, and `fresh` after
// it asks for a fresh proof. It panics on anything else.
func (a *Admin) middleware(scheme string, requires ...string) gin.HandlersChain {
	if scheme == "" { // the login
		return nil
	}
	group, more := requires[0], requires[1:]
	if scheme != "AdminToken" || !auth.AdminRoles.Known(group) || len(more) > 1 || len(more) == 1 && more[0] != "fresh" {
		panic("the description demands what no middleware checks: " + scheme + " " + strings.Join(requires, ", "))
	}
	chain := gin.HandlersChain{a.requireRole(group)}
	if len(more) == 1 {
		chain = append(chain, a.own.RequireFresh)
	}
	return gin.HandlersChain{strangers.Admit(chain...)}
}

// requireRole admits requests with the bearer token of an administrator whose role may use the group.
func (a *Admin) requireRole(group string) gin.HandlerFunc {
	return func(c *gin.Context) {
		who, err := a.own.Authenticate(c)
		if err == nil && !auth.AdminRoles.May(who.Role, group) {
			err = errRole
		}
		if err != nil {
			envelope.Fail(c, err)
			return
		}
		auth.SetAdmin(c, who.ID)
		c.Request = c.Request.WithContext(withRole(c.Request.Context(), who.Role))
	}
}

// caller is the authenticated administrator.
func (a *Admin) caller(c *gin.Context) admin.Member { return a.own.Caller(c).Person.Member }
