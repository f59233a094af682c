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

func (a *API) realtimeToken(c *gin.Context) {
	token, err := a.Realtime.ForConnection(listener(c))
	envelope.Respond(c, token, err)
}

// issuer issues the token of a channel.
type issuer func(ctx context.Context, l realtimeservice.Listener, channel string) (realtimeserver.Issued, error)

// channelInQuery makes the operation that reads the name of the channel in the query, and channelInBody the one
// that reads it in the body.
func channelInQuery[P GetTicketChannelTokenParams | GetTransactionsChannelTokenParams](issue issuer) func(*gin.Context, P) {
	return func(c *gin.Context, p P) {
		token, err := issue(c.Request.Context(), listener(c), GetTicketChannelTokenParams(p).Channel)
		envelope.Respond(c, token, err)
	}
}

func channelInBody(issue issuer) func(*gin.Context) {
	return func(c *gin.Context) {
		envelope.Handle(c, envelope.Parse, func(ctx context.Context, r ChannelRequest) (realtimeserver.Issued, error) {
			return issue(ctx, listener(c), r.Channel)
		})
	}
}
