package reactor

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
	"gateway/domain/ticket"
	"gateway/domain/transaction"
	"gateway/http/realtime"
)

// The names of the messages (specification 6.2). ticketReply is that of replies, for
// which none is given.
const (
	transactionCreated = "transaction.created"
	invoicePaid        = "invoice.paid"
	invoiceExpired     = "invoice.expired"
	balanceUpdated     = "balance.updated"
	withdrawalUpdated  = "withdrawal.updated"
	ticketReply        = "ticket.reply"
)

// subject names an object of the API, as it is when the message leaves.
type subject struct {
	kind subjectKind
	id   int64
}

type subjectKind int

const (
	aTransaction subjectKind = iota
	aWithdrawal
	aBalance // the id is the client's
	aReply
)

type announcement struct {
	channel, event string
	about          subject
}

// told is the form of every message.
type told struct {
	Event string `json:"event"`
	Data  any    `json:"data"`
}

// news is what a batch of events gives to tell.
type news struct {
	listened func(channel string) bool
	list     []announcement
	// moved are the clients whose balance moved, each once: a balance is told when
	// the batch is over.
	moved []int64
	// cut are the clients that may listen no more.
	cut []int64
}

// empty reports whether there is nothing to tell.
func (n *news) empty() bool { return len(n.list)+len(n.moved) == 0 }

// channelOf says who is told of what happens in a stream, as far as the stream's name
// says it. The channel is empty where only the event knows.
func channelOf(stream string) (channel string, told bool) {
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

func (n *news) fold(event domain.Event) {
	switch e := event.(type) {
	case account.Suspended:
		n.cut = append(n.cut, e.ClientID)
	case payment.Requested:
		n.client(e.ClientID, transactionCreated, subject{aTransaction, e.ID})
	case transaction.Recorded:
		n.client(e.ClientID, transactionCreated, subject{aTransaction, e.ID})
	case payment.Paid:
		n.client(e.ClientID, invoicePaid, subject{aTransaction, e.ID})
	case payment.Settled:
		n.client(e.ClientID, invoicePaid, subject{aTransaction, e.ID})
	case payment.Expired:
		n.client(e.ClientID, invoiceExpired, subject{aTransaction, e.ID})
	case ticket.Replied:
		n.add(realtime.TicketChannel(e.TicketID), ticketReply, subject{aReply, e.ReplyID})
	}
	if o, ok := changedOrder(event); ok && o.Kind == balance.Withdrawal {
		n.client(o.ClientID, withdrawalUpdated, subject{aWithdrawal, o.ID})
	}
	if mover, ok := event.(balance.Mover); ok {
		clientID, _ := mover.Moved()
		n.move(clientID)
	}
}

// changedOrder gives the payout whose status the event changed.
func changedOrder(event domain.Event) (balance.Order, bool) {
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

func (n *news) client(id int64, event string, about subject) {
	n.add(realtime.TransactionsChannel(id), event, about)
}

func (n *news) add(channel, event string, about subject) {
	if n.listened(channel) {
		n.list = append(n.list, announcement{channel, event, about})
	}
}

func (n *news) move(clientID int64) {
	if !slices.Contains(n.moved, clientID) && n.listened(realtime.TransactionsChannel(clientID)) {
		n.moved = append(n.moved, clientID)
	}
}

// messages reads what is told and writes it down, in the order of the log. What the
// read models do not have is left out.
func (n *news) messages(ctx context.Context, rows RealtimeRows) ([]realtime.Message, error) {
	list := n.list
	for _, clientID := range n.moved {
		list = append(list, announcement{realtime.TransactionsChannel(clientID), balanceUpdated, subject{aBalance, clientID}})
	}
	objects, err := read(ctx, rows, list)
	if err != nil {
		return nil, err
	}
	messages := make([]realtime.Message, 0, len(list))
	for _, a := range list {
		object, there := objects[a.about]
		if !there {
			continue
		}
		data, err := json.Marshal(told{Event: a.event, Data: object})
		if err != nil {
			return nil, fmt.Errorf("encode %s: %w", a.event, err)
		}
		messages = append(messages, realtime.Message{Channel: a.channel, Data: data})
	}
	return messages, nil
}
