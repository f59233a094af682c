package realtime

import (
	"encoding/json"
	"strconv"
	"strings"
)

// Message is published to all subscribers of a channel.
type Message struct {
	Channel string
	// Data is JSON.
	Data json.RawMessage
}

// The events of messages. TicketReply is not named by the API reference, which gives
// no name for it.
const (
	TransactionCreated = "transaction.created"
	InvoicePaid        = "invoice.paid"
	InvoiceExpired     = "invoice.expired"
	BalanceUpdated     = "balance.updated"
	WithdrawalUpdated  = "withdrawal.updated"
	TicketReply        = "ticket.reply"
)

// The prefixes of the two kinds of channels. An id follows the prefix.
const (
	ticketPrefix       = "chat:ticket."
	transactionsPrefix = "transactions:client."
)

// TicketChannel carries the replies to a ticket.
func TicketChannel(ticketID int64) string { return channel(ticketPrefix, ticketID) }

// TransactionsChannel carries the client's transactions, withdrawals and balance.
func TransactionsChannel(clientID int64) string { return channel(transactionsPrefix, clientID) }

func channel(prefix string, id int64) string { return prefix + strconv.FormatInt(id, 10) }

// ParseTicketChannel returns the ticket's id. ok is false for any other name.
func ParseTicketChannel(name string) (ticketID int64, ok bool) {
	return parse(ticketPrefix, name)
}

// ParseTransactionsChannel returns the client's id. ok is false for any other name.
func ParseTransactionsChannel(name string) (clientID int64, ok bool) {
	return parse(transactionsPrefix, name)
}

// parse accepts an id only in the form that channel writes, so that each channel has exactly one name.
func parse(prefix, name string) (int64, bool) {
	digits, ok := strings.CutPrefix(name, prefix)
	id, err := strconv.ParseInt(digits, 10, 64)
	if !ok || err != nil || id < 1 || channel(prefix, id) != name {
		return 0, false
	}
	return id, true
}

// IsChannel reports whether the name is the name of a channel.
func IsChannel(name string) bool {
	_, chat := ParseTicketChannel(name)
	_, transactions := ParseTransactionsChannel(name)
	return chat || transactions
}
