package api

import (
	"gateway/domain/account"
	"gateway/eventstore"
	"gateway/http/envelope"

	"github.com/gin-gonic/gin"
)

// portalRoutes mounts what a person uses (specification 4.6): a session comes from
// the password, not from an API key.
func (a *API) portalRoutes(r gin.IRouter) {
	r.POST("/auth/register", a.register)
	r.POST("/auth/login", a.login)
	r.POST("/client/auth/login", a.login)

	session := r.Group("", a.requireSession)
	session.GET("/auth/me", a.getAccount)
	session.POST("/auth/logout", a.logout)

	approved := session.Group("", a.requireApproval)
	approved.GET("/api-keys", a.getAPIKey)
	approved.POST("/api-keys", a.createAPIKey)
	approved.DELETE("/api-keys/:id", a.revokeAPIKey)
	approved.GET("/webhook-secret", a.getWebhookSecret)
	approved.POST("/webhook-secret", a.rotateWebhookSecret)
	approved.GET("/me/transactions", a.listOwnByStatus)
	approved.GET("/me/transactions/:id", a.getTransaction)
	approved.GET("/tickets", a.listTickets)
	approved.POST("/tickets", a.openTicket)
	approved.GET("/tickets/:id", a.getTicket)
	approved.POST("/tickets/:id/reply", a.replyToTicket)
	approved.POST("/proposals", a.submitProposal)
	a.realtimeRoutes(approved)
}

// requireSession admits requests with a valid client token.
func (a *API) requireSession(c *gin.Context) {
	client, err := a.sessions().Person(c)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	identify(c, client)
}

// requireApproval keeps out who is not approved, or no longer: such an account can
// log in and look at itself, and nothing else.
func (a *API) requireApproval(c *gin.Context) {
	owner, _, err := eventstore.Load(c.Request.Context(), a.Log, account.Aggregate, account.Stream(clientOf(c)))
	if err == nil {
		err = owner.MayAct()
	}
	if err != nil {
		envelope.Fail(c, err)
	}
}
