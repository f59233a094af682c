// Package realtimeservice implements the use cases of realtime tokens: a client gets a token for the channels
// that it may listen to. Package http/outbound/realtimeserver issues them and serves the connections.
package realtimeservice

import (
	"context"

	"gateway/domain"
	"gateway/domain/realtime"
	"gateway/http/outbound/realtimeserver"
	"gateway/http/service/ticketservice"
)

var errForeignChannel = domain.Refuse(domain.Forbidden, "not_your_channel", "the channel belongs to another client")

// Tokens issues tokens to clients.
type Tokens struct {
	Issuer  *realtimeserver.Tokens
	Tickets ticketservice.Tickets
}

// Configured reports whether the gateway has realtime. The other methods require it.
func (t Tokens) Configured() bool { return t.Issuer != nil }

// Listener is the person of a client who asks for a token, or the client's API key if PersonID is 0. A
// person's token ends when the person is removed.
type Listener struct{ ClientID, PersonID int64 }

// ForConnection issues a token to connect with.
func (t Tokens) ForConnection(l Listener) (realtimeserver.Issued, error) {
	return t.Issuer.OfPerson(l.PersonID).ForConnection(l.ClientID)
}

// ForTicket issues a token for the channel of one of the client's tickets. Errors: invalid_field channel, and
// those of ticketservice.Tickets.Find.
func (t Tokens) ForTicket(ctx context.Context, l Listener, channel string) (realtimeserver.Issued, error) {
	id, ok := realtime.ParseTicketChannel(channel)
	if !ok {
		return realtimeserver.Issued{}, domain.InvalidField("channel", "must be of the form chat:ticket.<ticket_id>")
	}
	if _, err := t.Tickets.Find(ctx, l.ClientID, id); err != nil {
		return realtimeserver.Issued{}, err
	}
	return t.Issuer.OfPerson(l.PersonID).ForChannel(l.ClientID, channel)
}

// ForTransactions issues a token for the channel of the client's transactions. Errors:
// invalid_field channel, not_your_channel.
func (t Tokens) ForTransactions(_ context.Context, l Listener, channel string) (realtimeserver.Issued, error) {
	id, ok := realtime.ParseTransactionsChannel(channel)
	if !ok {
		return realtimeserver.Issued{}, domain.InvalidField("channel", "must be of the form transactions:client.<client_id>")
	}
	if id != l.ClientID {
		return realtimeserver.Issued{}, errForeignChannel
	}
	return t.Issuer.OfPerson(l.PersonID).ForChannel(l.ClientID, channel)
}
