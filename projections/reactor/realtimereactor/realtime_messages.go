package realtimereactor

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/balance"
	"gateway/domain/payment"
	"gateway/domain/person"
	"gateway/domain/realtime"
	"gateway/domain/ticket"
	"gateway/domain/transaction"
)

// objectKey names the object of the API that a message carries.
type objectKey struct {
	kind objectKind
	id   int64
}

type objectKind int

const (
	transactionObject objectKind = iota
	withdrawalObject
	balanceObject // the id is the client's
	replyObject
)

// announcement is a message whose object has not been read yet.
type announcement struct {
	channel, event string
	object         objectKey
}

// message is the JSON form of every message.
type message struct {
	Event string `json:"event"`
	Data  any    `json:"data"`
}

// announcements collects what to publish for a batch of events.
type announcements struct {
	hasListeners func(channel string) bool
	list         []announcement
	// moved holds each client whose balance changed, once. Its balance is published once, at the end of
	// the batch.
	moved []int64
	// ended holds the clients to disconnect.
	ended []int64
	// left holds the clients from which people were removed.
	left []int64
}

// isEmpty reports whether there is nothing to publish.
func (n *announcements) isEmpty() bool { return len(n.list)+len(n.moved) == 0 }

// channelOf returns the channel to which the events of a stream are published. published is false for
// streams whose events are not published. The channel is empty if the stream's name does not tell it, so
// that the event must be decoded.
func channelOf(stream string) (channel string, published bool) {
	category, rest, _ := strings.Cut(stream, "-")
	if category == payment.Aggregate.Category || category == account.Aggregate.Category {
		return "", true
	}
	digits, _, _ := strings.Cut(rest, "-")
	id, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return "", false
	}
	switch category {
	case balance.Aggregate.Category, transaction.Aggregate.Category:
		return realtime.TransactionsChannel(id), true
	case ticket.Aggregate.Category:
		return realtime.TicketChannel(id), true
	}
	return "", false
}

func (n *announcements) add(event domain.Event) {
	switch e := event.(type) {
	case account.Suspended:
		n.ended = append(n.ended, e.ClientID)
	case account.AccessEnded:
		n.ended = append(n.ended, e.ClientID)
	case account.ChangeUndone:
		n.ended = append(n.ended, e.ClientID)
	case person.Removed:
		n.left = append(n.left, e.ClientID)
	case payment.Requested:
		n.announceToClient(e.ClientID, realtime.TransactionCreated, objectKey{transactionObject, e.ID})
	case transaction.Recorded:
		n.announceToClient(e.ClientID, realtime.TransactionCreated, objectKey{transactionObject, e.ID})
	case payment.Paid:
		n.announceToClient(e.ClientID, realtime.InvoicePaid, objectKey{transactionObject, e.ID})
	case payment.Settled:
		n.announceToClient(e.ClientID, realtime.InvoicePaid, objectKey{transactionObject, e.ID})
	case payment.Expired:
		n.announceToClient(e.ClientID, realtime.InvoiceExpired, objectKey{transactionObject, e.ID})
	case ticket.Replied:
		n.announce(realtime.TicketChannel(e.TicketID), realtime.TicketReply, objectKey{replyObject, e.ReplyID})
	}
	if o, ok := changedPayout(event); ok && o.Kind == balance.Withdrawal {
		n.announceToClient(o.ClientID, realtime.WithdrawalUpdated, objectKey{withdrawalObject, o.ID})
	}
	if mover, ok := event.(balance.Mover); ok {
		clientID, _ := mover.Moved()
		n.announceBalance(clientID)
	}
}

// changedPayout returns the payout whose status the event changed, if any.
func changedPayout(event domain.Event) (balance.Order, bool) {
	switch e := event.(type) {
	case balance.WithdrawalRequested:
		return e.Order, true
	case balance.PayoutApproved:
		return e.Order, true
	case balance.PayoutRejected:
		return e.Order, true
	case balance.PayoutCancelled:
		return e.Order, true
	case balance.PayoutCompleted:
		return e.Order, true
	case balance.PayoutFailed:
		return e.Order, true
	case balance.PayoutReversed:
		return e.Order, true
	}
	return balance.Order{}, false
}

func (n *announcements) announceToClient(id int64, event string, object objectKey) {
	n.announce(realtime.TransactionsChannel(id), event, object)
}

func (n *announcements) announce(channel, event string, object objectKey) {
	if n.hasListeners(channel) {
		n.list = append(n.list, announcement{channel, event, object})
	}
}

func (n *announcements) announceBalance(clientID int64) {
	if !slices.Contains(n.moved, clientID) && n.hasListeners(realtime.TransactionsChannel(clientID)) {
		n.moved = append(n.moved, clientID)
	}
}

// messages reads the objects and encodes the messages in the order of the log, with the balances last. It
// omits messages whose object the read models do not have.
func (n *announcements) messages(ctx context.Context, rows RealtimeRows) ([]realtime.Message, error) {
	list := n.list
	for _, clientID := range n.moved {
		list = append(list, announcement{realtime.TransactionsChannel(clientID), realtime.BalanceUpdated, objectKey{balanceObject, clientID}})
	}
	objects, err := readObjects(ctx, rows, list)
	if err != nil {
		return nil, err
	}
	messages := make([]realtime.Message, 0, len(list))
	for _, a := range list {
		object, found := objects[a.object]
		if !found {
			continue
		}
		data, err := json.Marshal(message{Event: a.event, Data: object})
		if err != nil {
			return nil, fmt.Errorf("encode %s: %w", a.event, err)
		}
		messages = append(messages, realtime.Message{Channel: a.channel, Data: data})
	}
	return messages, nil
}
