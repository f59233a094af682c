package merchantapi

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/http/api/auth"
	"gateway/http/api/envelope"
	"gateway/http/server/origin"
	"gateway/http/server/strangers"
	"gateway/http/service"
	"gateway/http/service/credential"

	"github.com/gin-gonic/gin"
)

// middleware returns the checks that run before an operation: one for its security scheme, and one for each
// word of x-requires in the description. A caller with a long body is checked before and after the body is
// read. It panics on a word that is neither listed here nor a group of auth.PersonRoles, and on an operation
// for API keys without a scope.
//
// An operation for people that has a scope also takes an API key in place of their token. Then the key needs
// the scope, and the requirements for people do not apply.
func (a *API) middleware(scheme string, requires ...string) gin.HandlersChain {
	group, requires := prefixed(personPrefix, requires)
	scope, requires := prefixed(scopePrefix, requires)
	if scope != "" && !slices.Contains(account.Scopes, scope) || scope == "" && scheme == "ApiKey" {
		panic("the description has no scope of API keys here: " + scope)
	}
	var first, people, others gin.HandlersChain
	switch scheme {
	case "": // no authentication
	case "ApiKey":
		others = gin.HandlersChain{a.requireAPIKey(scope)}
		if a.portal && group != "" {
			others = gin.HandlersChain{a.requireSession, a.requireStanding, a.requireRole(group)}
		}
	case "ClientToken":
		people = gin.HandlersChain{a.requireSession}
	default:
		panic("the description demands what no middleware checks: " + scheme)
	}
	for _, word := range requires {
		switch word {
		case "approved":
			people = append(people, a.requireApproval)
		case "admitted":
			people = append(people, a.requireAdmission)
		case "realtime":
			others = append(others, a.requireRealtime)
		case "fresh":
			people = append(people, a.own.RequireFresh)
		case "mail":
			others = append(others, a.requireMail)
		case "sandbox": // runs first: production answers 404 to every caller
			first = gin.HandlersChain{a.requireSandbox}
		default:
			if !auth.PersonRoles.Known(word) {
				panic("the description demands what no middleware checks: " + word)
			}
			people = append(people, a.requireRole(word))
		}
	}
	switch {
	case scheme != "ClientToken" && len(people) > 0:
		panic("the description demands of people what it lets others call")
	case scope != "" && scheme == "ClientToken" && !a.portal:
		people = gin.HandlersChain{a.requireKeyOr(scope, people)}
	}
	chain := slices.Concat(first, people, others)
	if scheme == "" { // the operation needs no authentication
		return chain
	}
	return gin.HandlersChain{strangers.Admit(chain...)}
}

// Prefixes of words that come from other fields of the description than x-requires.
const (
	// personPrefix precedes the group of roles (x-person) that may use an operation for API keys in the portal.
	personPrefix = "person:"
	// scopePrefix precedes the scope that an API key needs (x-scope).
	scopePrefix = "scope:"
)

// prefixed splits off the first word if it has the prefix, and returns it without the prefix.
func prefixed(prefix string, words []string) (word string, rest []string) {
	if len(words) > 0 {
		if word, ok := strings.CutPrefix(words[0], prefix); ok {
			return word, words[1:]
		}
	}
	return "", words
}

// requireKeyOr checks as admitKey does if the request has an API key and no token, and otherwise runs the
// checks for people.
func (a *API) requireKeyOr(scope string, people gin.HandlersChain) gin.HandlerFunc {
	return func(c *gin.Context) {
		if c.GetHeader("X-API-Key") != "" && c.GetHeader("Authorization") == "" {
			a.admitKey(c, scope)
			return
		}
		for _, check := range people {
			if check(c); c.IsAborted() {
				return
			}
		}
	}
}

// requireAPIKey is admitKey as middleware.
func (a *API) requireAPIKey(scope string) gin.HandlerFunc {
	return func(c *gin.Context) { a.admitKey(c, scope) }
}

// admitKey admits requests with an active API key that has the scope, from the addresses that the key is bound to,
// and as often as the limit allows. A suspended client may only read.
func (a *API) admitKey(c *gin.Context, scope string) {
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
	if !slices.Contains(owner.Scopes, scope) {
		envelope.Fail(c, domain.Refuse(domain.Forbidden, "scope_missing", "this API key lacks the scope %s", scope))
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
	ctx := origin.WithVia(c.Request.Context(), "api_key:"+strconv.FormatInt(owner.KeyID, 10))
	c.Request = c.Request.WithContext(a.Accounts.WithKey(ctx, owner.ClientID, c.GetHeader("X-API-Key")))
	a.KeyUses.Note(owner.KeyID, c.ClientIP())
}

var errAddress = domain.Refuse(domain.Forbidden, "address_not_allowed", "this API key may not be used from this address")

// requireSession admits requests with the bearer token of a person's session.
func (a *API) requireSession(c *gin.Context) {
	who, err := a.own.Authenticate(c)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	auth.SetPerson(c, who.ClientID, who.ID)
	token := auth.BearerToken(c)
	ctx := service.WithSession(origin.WithVia(c.Request.Context(), "session"), service.Session{
		ClientID: who.ClientID, PersonID: who.ID, Generation: who.Generation,
		Still: func(ctx context.Context) error {
			_, err := a.own.Logins.Authenticate(ctx, token)
			return err
		},
	})
	c.Request = c.Request.WithContext(ctx)
}

var errRole = domain.Refuse(domain.Forbidden, "role_forbidden", "your role may not do this")

// requireRole admits people whose role may use the operations of the group.
func (a *API) requireRole(group string) gin.HandlerFunc {
	return func(c *gin.Context) {
		if !auth.PersonRoles.May(a.caller(c).Role, group) {
			envelope.Fail(c, errRole)
		}
	}
}

// requireMail answers 503 if the gateway sends no mail.
func (a *API) requireMail(c *gin.Context) {
	if !a.Accounts.Mails {
		envelope.Refuse(c, http.StatusServiceUnavailable, "mail_not_configured", "the gateway has no mail server")
	}
}

// requireAdmission refuses a client that is not approved. A suspended client passes.
func (a *API) requireAdmission(c *gin.Context) {
	if err := a.caller(c).Account.MayUsePortal(); err != nil {
		envelope.Fail(c, err)
	}
}

// requireStanding refuses a client that is not approved. A suspended client may only read.
func (a *API) requireStanding(c *gin.Context) {
	if c.Request.Method == http.MethodGet {
		a.requireAdmission(c)
		return
	}
	a.requireApproval(c)
}

// requireApproval refuses a client that is not approved or is suspended. Such a client can only log in and read
// its own account.
func (a *API) requireApproval(c *gin.Context) {
	if err := a.caller(c).Account.MayAct(); err != nil {
		envelope.Fail(c, err)
	}
}

// requireRealtime answers 503 if the gateway has no realtime.
func (a *API) requireRealtime(c *gin.Context) {
	if !a.Realtime.Configured() {
		envelope.Refuse(c, http.StatusServiceUnavailable, "realtime_not_configured", "realtime is not configured")
	}
}

// requireSandbox answers 404 in production, as for an unknown path.
func (a *API) requireSandbox(c *gin.Context) {
	if !a.Sandbox.Available() {
		envelope.NoSuchPath(c)
	}
}
