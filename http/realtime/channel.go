package realtime

import (
	"encoding/json"
	"strconv"
	"strings"
)

// Message is something to tell everybody who is subscribed to a channel.
type Message struct {
	Channel string
	// Data is JSON.
	Data json.RawMessage
}

// The forms of the two kinds of channels (specification 6.2). An id follows.
const (
	ticketPrefix       = "chat:ticket."
	transactionsPrefix = "transactions:client."
)

// TicketChannel carries the replies to a ticket.
func TicketChannel(ticketID int64) string { return channel(ticketPrefix, ticketID) }

// TransactionsChannel carries what happens to a client's money.
func TransactionsChannel(clientID int64) string { return channel(transactionsPrefix, clientID) }

func channel(prefix string, id int64) string { return prefix + strconv.FormatInt(id, 10) }

// ParseTicketChannel gives the ticket's id. ok is false for any other name.
func ParseTicketChannel(name string) (ticketID int64, ok bool) {
	return parse(ticketPrefix, name)
}

// ParseTransactionsChannel gives the client's id. ok is false for any other name.
func ParseTransactionsChannel(name string) (clientID int64, ok bool) {
	return parse(transactionsPrefix, name)
}

// parse takes an id only as channel writes it: no two names are one channel.
func parse(prefix, name string) (int64, bool) {
	digits, ok := strings.CutPrefix(name, prefix)
	id, err := strconv.ParseInt(digits, 10, 64)
	if !ok || err != nil || id < 1 || channel(prefix, id) != name {
		return 0, false
	}
	return id, true
}

// isChannel reports whether there can be such a channel at all.
func isChannel(name string) bool {
	_, chat := ParseTicketChannel(name)
	_, transactions := ParseTransactionsChannel(name)
	return chat || transactions
}
