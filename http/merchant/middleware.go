package merchant

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/http/auth"
	"gateway/http/envelope"
	"gateway/http/origin"
	"gateway/http/service/credential"
	"gateway/http/strangers"

	"github.com/gin-gonic/gin"
)

// middleware gives what runs before an operation: the check of its security scheme, and
// one for each word of x-requires in the description. A caller with a long body is checked before and after it is
// read. It panics on a word that is neither
// listed here nor a group of auth.PersonRoles.
func (a *API) middleware(scheme string, requires ...string) gin.HandlersChain {
	var chain gin.HandlersChain
	if len(requires) > 0 && strings.HasPrefix(requires[0], personPrefix) {
		scheme, requires = requires[0], requires[1:]
	}
	for _, word := range append([]string{scheme}, requires...) {
		switch word {
		case "": // no authentication
		case "ApiKey":
			chain = append(chain, a.requireAPIKey)
		case "ClientToken":
			chain = append(chain, a.requireSession)
		case "approved":
			chain = append(chain, a.requireApproval)
		case "admitted":
			chain = append(chain, a.requireAdmission)
		case "realtime":
			chain = append(chain, a.requireRealtime)
		case "mail":
			chain = append(chain, a.requireMail)
		case "sandbox": // runs first: production answers 404 to everybody
			chain = append(gin.HandlersChain{a.requireSandbox}, chain...)
		default:
			if group, ok := strings.CutPrefix(word, personPrefix); ok && auth.PersonRoles.Known(group) {
				chain = append(chain, a.requireAPIKeyOrPerson(group))
				continue
			}
			if auth.PersonRoles.Known(word) {
				chain = append(chain, requireRole(word))
				continue
			}
			panic("the description demands what no middleware checks: " + word)
		}
	}
	if scheme == "" { // the caller stays a stranger
		return chain
	}
	return gin.HandlersChain{strangers.Admit(chain...)}
}

// personPrefix precedes the group of people's roles (x-person in the description) that may use an
// operation for API keys in the portal.
const personPrefix = "person:"

// requireAPIKeyOrPerson admits what requireAPIKey admits and, of the requests that the portal
// makes, those of a person whose role may use the group. A suspended client may only read.
func (a *API) requireAPIKeyOrPerson(group string) gin.HandlerFunc {
	return func(c *gin.Context) {
		if !auth.IsFromPortal(c.Request.Context()) {
			a.requireAPIKey(c)
			return
		}
		admission := a.requireApproval
		if c.Request.Method == http.MethodGet {
			admission = a.requireAdmission
		}
		for _, check := range []gin.HandlerFunc{a.requireSession, admission, requireRole(group)} {
			if check(c); c.IsAborted() {
				return
			}
		}
	}
}

// requireAPIKey admits requests with an active API key, from the addresses that it is bound to, as
// often as the limit allows. A suspended client may only read.
func (a *API) requireAPIKey(c *gin.Context) {
	owner, err := a.Accounts.Keys.Owner(c.Request.Context(), c.GetHeader("X-API-Key"))
	if errors.Is(err, credential.ErrInvalidKey) {
		err = auth.NoKey(c)
	}
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	if !account.AllowedFrom(owner.Allow, c.ClientIP()) {
		envelope.Fail(c, errAddress)
		return
	}
	if owner.ClientStatus == account.StatusSuspended && c.Request.Method != http.MethodGet {
		envelope.Fail(c, domain.Refuse(domain.Forbidden, "account_suspended", "the account is suspended: it can be read, not used"))
		return
	}
	if !strangers.IsSecondCheck(c) {
		if _, err := a.limits.Requests.Take(auth.ClientActor(owner.ClientID)); err != nil {
			envelope.Fail(c, err)
			return
		}
	}
	auth.SetClient(c, owner.ClientID)
	c.Request = c.Request.WithContext(origin.WithVia(c.Request.Context(), "api_key:"+strconv.FormatInt(owner.KeyID, 10)))
	a.KeyUses.Note(owner.KeyID, c.ClientIP())
}

var errAddress = domain.Refuse(domain.Forbidden, "address_not_allowed", "this API key may not be used from this address")

// requireSession admits requests with the bearer token of a person's session.
func (a *API) requireSession(c *gin.Context) {
	who, err := a.Accounts.Authenticate(c.Request.Context(), auth.BearerToken(c))
	if errors.Is(err, credential.ErrNoSession) {
		err = auth.NoToken(c, "/auth/login")
	}
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	c.Set(callerKey, who)
	auth.SetPerson(c, who.ClientID, who.ID)
	c.Request = c.Request.WithContext(origin.WithVia(c.Request.Context(), "session"))
}

var errRole = domain.Refuse(domain.Forbidden, "role_forbidden", "your role may not do this")

// requireRole admits people whose role may use the operations of the group.
func requireRole(group string) gin.HandlerFunc {
	return func(c *gin.Context) {
		if !auth.PersonRoles.May(caller(c).Role, group) {
			envelope.Fail(c, errRole)
		}
	}
}

// requireMail answers 503 where the gateway sends no mail.
func (a *API) requireMail(c *gin.Context) {
	if !a.Accounts.Mails {
		envelope.Refuse(c, http.StatusServiceUnavailable, "mail_not_configured", "the gateway has no mail server")
	}
}

// requireAdmission refuses a client that is not approved. A suspended one may pass.
func (a *API) requireAdmission(c *gin.Context) {
	if err := caller(c).Account.MayUsePortal(); err != nil {
		envelope.Fail(c, err)
	}
}

// requireApproval refuses a client that is not approved, or is suspended. Such a client
// can log in and read its own account, and nothing else.
func (a *API) requireApproval(c *gin.Context) {
	if err := caller(c).Account.MayAct(); err != nil {
		envelope.Fail(c, err)
	}
}

// requireRealtime answers 503 where the gateway has no realtime.
func (a *API) requireRealtime(c *gin.Context) {
	if !a.Realtime.Configured() {
		envelope.Refuse(c, http.StatusServiceUnavailable, "realtime_not_configured", "realtime is not configured")
	}
}

// requireSandbox answers 404 in production, as to any unknown path.
func (a *API) requireSandbox(c *gin.Context) {
	if !a.Sandbox.Available() {
		envelope.NoSuchPath(c)
	}
}
