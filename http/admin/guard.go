package admin

import (
	"gateway/domain"
	"gateway/domain/admin"
	"gateway/http/envelope"

	"github.com/gin-gonic/gin"
)

// Routes mounts the surface below /api/v2.
func (a *Admin) Routes(r gin.IRouter) { RegisterHandlers(r, a, a.guard) }

// guard gives what keeps out whoever may not call an operation: requires is the one
// role that is needed at least. It panics on a word of the description that it does
// not know.
func (a *Admin) guard(scheme string, requires ...string) gin.HandlersChain {
	switch {
	case scheme == "": // the login
		return nil
	case scheme == "AdminToken" && len(requires) == 1 && powers[requires[0]] > 0:
		return gin.HandlersChain{a.require(requires[0])}
	}
	panic("the description demands what nobody can check: " + scheme)
}

// powers orders the roles: an auditor reads, support also works on tickets,
// proposals and callbacks, an admin does everything.
var powers = map[string]int{admin.RoleAuditor: 1, admin.RoleSupport: 2, admin.RoleAdmin: 3}

var errRole = domain.Refuse(domain.Forbidden, "role_forbidden", "your role may not do this")

// require admits the session of an administrator whose role is least or above.
func (a *Admin) require(least string) gin.HandlerFunc {
	return func(c *gin.Context) {
		who, err := a.whoIs(c)
		if err == nil && powers[who.Role] < powers[least] {
			err = errRole
		}
		if err != nil {
			envelope.Fail(c, err)
			return
		}
		actAs(c, who)
	}
}
