package merchant

import (
	"context"
	"net/http"

	"gateway/domain/account"
	"gateway/eventstore"
	"gateway/http/envelope"

	"github.com/gin-gonic/gin"
)

// guard gives what keeps out whoever may not call an operation, in the words of the
// description. It panics on a word that it does not know.
func (a *API) guard(scheme string, requires ...string) gin.HandlersChain {
	var chain gin.HandlersChain
	for _, word := range append([]string{scheme}, requires...) {
		switch word {
		case "": // everybody may
		case "ApiKey":
			chain = append(chain, a.requireKey)
		case "ClientToken":
			chain = append(chain, a.requireSession)
		case "approved":
			chain = append(chain, a.requireApproval)
		case "realtime":
			chain = append(chain, a.requireRealtime)
		case "sandbox": // comes first: production has no such paths, for anybody
			chain = append(gin.HandlersChain{a.requireSandbox}, chain...)
		default:
			panic("the description demands what nobody can check: " + word)
		}
	}
	return chain
}

// requireSession admits requests with a valid client token.
func (a *API) requireSession(c *gin.Context) {
	open, err := a.sessions().Session(c)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	identify(c, open.Subject)
}

// requireApproval keeps out who is not approved, or no longer: such an account can
// log in and look at itself, and nothing else.
func (a *API) requireApproval(c *gin.Context) {
	if err := MayAct(c.Request.Context(), a.Log, clientOf(c)); err != nil {
		envelope.Fail(c, err)
	}
}

// MayAct refuses a client that is not approved, or no longer, by the log as it is now:
// account.State.MayAct.
func MayAct(ctx context.Context, log *eventstore.Log, client int64) error {
	owner, _, err := eventstore.Load(ctx, log, account.Aggregate, account.Stream(client))
	if err != nil {
		return err
	}
	return owner.MayAct()
}

func (a *API) requireRealtime(c *gin.Context) {
	if a.config.Realtime == nil {
		envelope.Refuse(c, http.StatusServiceUnavailable, "realtime_not_configured", "realtime is not configured")
	}
}

// requireSandbox makes production know nothing of the sandbox's paths.
func (a *API) requireSandbox(c *gin.Context) {
	if a.sandbox == nil {
		envelope.NoSuchPath(c)
	}
}
