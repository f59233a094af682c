package merchant

import (
	"gateway/http/auth"
	"gateway/http/envelope"

	"github.com/gin-gonic/gin"
)

// GetRealtimeToken is GET /realtime/token.
func (a *API) GetRealtimeToken(c *gin.Context) {
	token, err := a.Realtime.ForConnection(auth.ClientID(c))
	envelope.Respond(c, token, err)
}

// GetTicketChannelToken is GET /realtime/subscribe.
func (a *API) GetTicketChannelToken(c *gin.Context, params GetTicketChannelTokenParams) {
	token, err := a.Realtime.ForTicket(c.Request.Context(), auth.ClientID(c), params.Channel)
	envelope.Respond(c, token, err)
}

// GetTransactionsChannelToken is GET /realtime/transactions/subscribe.
func (a *API) GetTransactionsChannelToken(c *gin.Context, params GetTransactionsChannelTokenParams) {
	token, err := a.Realtime.ForTransactions(auth.ClientID(c), params.Channel)
	envelope.Respond(c, token, err)
}
