package merchantapi

import (
	"context"

	"gateway/http/api/auth"
	"gateway/http/api/envelope"
	"gateway/http/outbound/realtimeserver"
	"gateway/http/service/realtimeservice"

	"github.com/gin-gonic/gin"
)

// listener is the caller of the request, as realtimeservice knows it.
func listener(c *gin.Context) realtimeservice.Listener {
	return realtimeservice.Listener{ClientID: auth.ClientID(c), PersonID: auth.PersonID(c)}
}

// GetRealtimeToken is GET /realtime/token.
func (a *API) GetRealtimeToken(c *gin.Context) {
	token, err := a.Realtime.ForConnection(listener(c))
	envelope.Respond(c, token, err)
}

// GetTicketChannelToken is GET /realtime/subscribe.
func (a *API) GetTicketChannelToken(c *gin.Context, params GetTicketChannelTokenParams) {
	token, err := a.Realtime.ForTicket(c.Request.Context(), listener(c), params.Channel)
	envelope.Respond(c, token, err)
}

// GetTransactionsChannelToken is GET /realtime/transactions/subscribe.
func (a *API) GetTransactionsChannelToken(c *gin.Context, params GetTransactionsChannelTokenParams) {
	token, err := a.Realtime.ForTransactions(listener(c), params.Channel)
	envelope.Respond(c, token, err)
}

// IssueRealtimeToken is POST /realtime/token.
func (a *API) IssueRealtimeToken(c *gin.Context) { a.GetRealtimeToken(c) }

// IssueTicketChannelToken is POST /realtime/subscribe.
func (a *API) IssueTicketChannelToken(c *gin.Context) {
	envelope.Handle(c, envelope.Parse, func(ctx context.Context, r ChannelRequest) (realtimeserver.Issued, error) {
		return a.Realtime.ForTicket(ctx, listener(c), r.Channel)
	})
}

// IssueTransactionsChannelToken is POST /realtime/transactions/subscribe.
func (a *API) IssueTransactionsChannelToken(c *gin.Context) {
	envelope.Handle(c, envelope.Parse, func(_ context.Context, r ChannelRequest) (realtimeserver.Issued, error) {
		return a.Realtime.ForTransactions(listener(c), r.Channel)
	})
}
