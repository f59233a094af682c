package api

import (
	"net/http"

	"gateway/domain"
	"gateway/domain/ticket"
	"gateway/http/envelope"
	"gateway/http/realtime"

	"github.com/gin-gonic/gin"
)

// errForeignChannel is the answer to who asks for what another client may hear.
var errForeignChannel = domain.Refuse(domain.Forbidden, "not_your_channel", "the channel belongs to another client")

// realtimeRoutes mounts what gives out realtime tokens (specification 4.6 and 5.8).
func (a *API) realtimeRoutes(approved gin.IRouter) {
	r := approved.Group("/realtime", a.requireRealtime)
	r.GET("/token", a.getConnectionToken)
	r.GET("/subscribe", a.getTicketToken)
	r.GET("/transactions/subscribe", a.getTransactionsToken)
}

func (a *API) requireRealtime(c *gin.Context) {
	if a.config.Realtime == nil {
		envelope.Refuse(c, http.StatusServiceUnavailable, "realtime_not_configured", "realtime is not configured")
	}
}

func (a *API) getConnectionToken(c *gin.Context) {
	token, err := a.config.Realtime.ForConnection(clientOf(c))
	answer(c, token, err)
}

func (a *API) getTicketToken(c *gin.Context) {
	id, err := channelParameter(c, realtime.ParseTicketChannel, "chat:ticket.<ticket_id>")
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	t, err := a.Queries.Ticket(c.Request.Context(), id)
	if err == nil && t.ClientID != clientOf(c) {
		err = ticket.ErrForeign
	}
	a.answerChannel(c, realtime.TicketChannel(id), err)
}

func (a *API) getTransactionsToken(c *gin.Context) {
	id, err := channelParameter(c, realtime.ParseTransactionsChannel, "transactions:client.<client_id>")
	if err == nil && id != clientOf(c) {
		err = errForeignChannel
	}
	a.answerChannel(c, realtime.TransactionsChannel(id), err)
}

// channelParameter reads the query's channel, which must be of the form, and gives
// the id in it.
func channelParameter(c *gin.Context, parse func(string) (int64, bool), form string) (int64, error) {
	id, ok := parse(c.Query("channel"))
	if !ok {
		return 0, domain.InvalidField("channel", "must be of the form %s", form)
	}
	return id, nil
}

func (a *API) answerChannel(c *gin.Context, channel string, err error) {
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	token, err := a.config.Realtime.ForChannel(clientOf(c), channel)
	answer(c, token, err)
}
