package merchant

import (
	"gateway/domain"
	"gateway/domain/realtime"
	"gateway/http/envelope"

	"github.com/gin-gonic/gin"
)

// errForeignChannel is the answer to who asks for what another client may hear.
var errForeignChannel = domain.Refuse(domain.Forbidden, "not_your_channel", "the channel belongs to another client")

// GetRealtimeToken is GET /realtime/token.
func (a *API) GetRealtimeToken(c *gin.Context) {
	token, err := a.config.Realtime.ForConnection(clientOf(c))
	answer(c, token, err)
}

// GetTicketChannelToken is GET /realtime/subscribe.
func (a *API) GetTicketChannelToken(c *gin.Context, params GetTicketChannelTokenParams) {
	id, err := channelID(params.Channel, realtime.ParseTicketChannel, "chat:ticket.<ticket_id>")
	if err == nil {
		_, err = a.ownTicket(c, id)
	}
	a.answerChannel(c, params.Channel, err)
}

// GetTransactionsChannelToken is GET /realtime/transactions/subscribe.
func (a *API) GetTransactionsChannelToken(c *gin.Context, params GetTransactionsChannelTokenParams) {
	id, err := channelID(params.Channel, realtime.ParseTransactionsChannel, "transactions:client.<client_id>")
	if err == nil && id != clientOf(c) {
		err = errForeignChannel
	}
	a.answerChannel(c, params.Channel, err)
}

// channelID gives the id in a channel's name, which must be of the form.
func channelID(name string, parse func(string) (int64, bool), form string) (int64, error) {
	id, ok := parse(name)
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
