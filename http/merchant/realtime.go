package merchant

import (
	"context"

	"gateway/http/auth"
	"gateway/http/envelope"
	"gateway/http/realtime"

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

// IssueRealtimeToken is POST /realtime/token.
func (a *API) IssueRealtimeToken(c *gin.Context) { a.GetRealtimeToken(c) }

// IssueTicketChannelToken is POST /realtime/subscribe.
func (a *API) IssueTicketChannelToken(c *gin.Context) {
	envelope.Handle(c, envelope.Parse, func(ctx context.Context, r ChannelRequest) (realtime.Issued, error) {
		return a.Realtime.ForTicket(ctx, auth.ClientID(c), r.Channel)
	})
}

// IssueTransactionsChannelToken is POST /realtime/transactions/subscribe.
func (a *API) IssueTransactionsChannelToken(c *gin.Context) {
	envelope.Handle(c, envelope.Parse, func(_ context.Context, r ChannelRequest) (realtime.Issued, error) {
		return a.Realtime.ForTransactions(auth.ClientID(c), r.Channel)
	})
}
