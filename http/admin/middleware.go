package admin

import (
	"gateway/domain"
	"gateway/domain/admin"
	"gateway/http/auth"
	"gateway/http/envelope"

	"github.com/gin-gonic/gin"
)

// ranks orders the roles: an auditor reads; support also works on tickets, proposals and
// callbacks; an admin does everything.
var ranks = map[string]int{admin.RoleAuditor: 1, admin.RoleSupport: 2, admin.RoleAdmin: 3}

var errRole = domain.Refuse(domain.Forbidden, "role_forbidden", "your role may not do this")

// middleware gives what runs before an operation: nothing before the login, else the
// check of the session and of the one role in x-requires of the description. It panics
// on anything else.
func (a *Admin) middleware(scheme string, requires ...string) gin.HandlersChain {
	switch {
	case scheme == "": // the login
		return nil
	case scheme == "AdminToken" && len(requires) == 1 && ranks[requires[0]] > 0:
		return gin.HandlersChain{a.requireRole(requires[0])}
	}
	panic("the description demands what no middleware checks: " + scheme)
}

// requireRole admits requests with the bearer token of an administrator of this role or
// a higher one.
func (a *Admin) requireRole(lowest string) gin.HandlerFunc {
	return func(c *gin.Context) {
		who, err := a.Admins.Authenticate(c.Request.Context(), auth.BearerToken(c))
		if err == nil && ranks[who.Role] < ranks[lowest] {
			err = errRole
		}
		if err != nil {
			envelope.Fail(c, err)
			return
		}
		auth.SetAdmin(c, who.ID)
	}
}
