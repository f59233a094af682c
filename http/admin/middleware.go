package admin

import (
	"errors"

	"gateway/domain"
	"gateway/domain/admin"
	"gateway/http/auth"
	"gateway/http/envelope"
	"gateway/http/service/credential"
	"gateway/http/strangers"

	"github.com/gin-gonic/gin"
)

var errRole = domain.Refuse(domain.Forbidden, "role_forbidden", "your role may not do this")

// callerKey is where the middleware leaves the authenticated administrator.
const callerKey = "admin"

// middleware gives what runs before an operation: nothing before the login, else the
// check of the session and of the one group of auth.AdminRoles in x-requires of the
// description. It panics on anything else.
func (a *Admin) middleware(scheme string, requires ...string) gin.HandlersChain {
	switch {
	case scheme == "": // the login
		return nil
	case scheme == "AdminToken" && len(requires) == 1 && auth.AdminRoles.Known(requires[0]):
		return gin.HandlersChain{strangers.Admit(a.requireRole(requires[0]))}
	}
	panic("the description demands what no middleware checks: " + scheme)
}

// requireRole admits requests with the bearer token of an administrator whose role may use
// the group.
func (a *Admin) requireRole(group string) gin.HandlerFunc {
	return func(c *gin.Context) {
		who, err := a.Admins.Authenticate(c.Request.Context(), auth.BearerToken(c))
		if errors.Is(err, credential.ErrNoSession) {
			err = auth.NoToken(c, "/admin/auth/login")
		}
		if err == nil && !auth.AdminRoles.May(who.Role, group) {
			err = errRole
		}
		if err != nil {
			envelope.Fail(c, err)
			return
		}
		auth.SetAdmin(c, who.ID)
		c.Set(callerKey, who)
	}
}

// caller is the authenticated administrator.
func caller(c *gin.Context) admin.Member {
	who, _ := c.Get(callerKey)
	return who.(admin.Member) // the middleware of every operation but the login set it
}
