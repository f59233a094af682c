// Package realtime has the use cases of realtime tokens: a client gets one for what it
// may hear. Package http/realtime issues them and serves the connections.
package realtime

import (
	"context"

	"gateway/domain"
	channels "gateway/domain/realtime"
	"gateway/http/realtime"
	"gateway/http/service/ticket"
)

var errForeignChannel = domain.Refuse(domain.Forbidden, "not_your_channel", "the channel belongs to another client")

// Tokens issues tokens to clients.
type Tokens struct {
	Issuer  *realtime.Tokens
	Tickets ticket.Tickets
}

// Configured says whether the gateway has realtime. The other methods need that.
func (t Tokens) Configured() bool { return t.Issuer != nil }

// ForConnection issues a token to connect with.
func (t Tokens) ForConnection(clientID int64) (realtime.Issued, error) {
	return t.Issuer.ForConnection(clientID)
}

// ForTicket issues a token for the channel of one of the client's tickets. Errors:
// invalid_field channel, and those of ticket.Tickets.Find.
func (t Tokens) ForTicket(ctx context.Context, clientID int64, channel string) (realtime.Issued, error) {
	id, ok := channels.ParseTicketChannel(channel)
	if !ok {
		return realtime.Issued{}, domain.InvalidField("channel", "must be of the form chat:ticket.<ticket_id>")
	}
	if _, err := t.Tickets.Find(ctx, clientID, id); err != nil {
		return realtime.Issued{}, err
	}
	return t.Issuer.ForChannel(clientID, channel)
}

// ForTransactions issues a token for the channel of the client's transactions. Errors:
// invalid_field channel, not_your_channel.
func (t Tokens) ForTransactions(clientID int64, channel string) (realtime.Issued, error) {
	id, ok := channels.ParseTransactionsChannel(channel)
	if !ok {
		return realtime.Issued{}, domain.InvalidField("channel", "must be of the form transactions:client.<client_id>")
	}
	if id != clientID {
		return realtime.Issued{}, errForeignChannel
	}
	return t.Issuer.ForChannel(clientID, channel)
}
