package feedrows

import (
	"context"
	"slices"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/balance"
	"gateway/domain/feed"
	"gateway/domain/payment"
	"gateway/domain/ticket"
	"gateway/domain/transaction"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/clientrows"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/payoutrows"
	"gateway/projections/readmodel/readtable"
	"gateway/projections/readmodel/ticketrows"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"
)

// Events projects the entries that clients see, each with its body. An entry shows an object in its state at
// the event, so the projector keeps the newest state of each object. It loads the objects that a batch
// touches, folds the batch event by event, and writes them back.
type Events struct{}

// Name implements engine.Model.
func (Events) Name() string { return "client_events" }

// Tables implements engine.Model.
func (Events) Tables() []string {
	return []string{"client_events", "client_event_heads", "client_event_objects"}
}

var (
	insertClientEvents = readtable.InsertionInto("client_events", "client_id bigint", "ordinal bigint", "position bigint", "event_id uuid",
		"type text", "resource text", "created_at timestamptz", "data text")
	putClientEventHeads = readtable.InsertStatement("client_event_heads", "client_id bigint", "ordinal bigint", "saldo numeric",
		"available numeric") +
		" ON CONFLICT (client_id) DO UPDATE SET ordinal = excluded.ordinal, saldo = excluded.saldo, available = excluded.available"
	putClientEventObjects = readtable.InsertStatement("client_event_objects", clientEventObjectColumns...) +
		" ON CONFLICT (kind, id) DO UPDATE SET state = excluded.state"
	putNewClientEventObjects = readtable.Insertion{
		Insert: putClientEventObjects, Copy: readtable.InsertionInto("client_event_objects", clientEventObjectColumns...).Copy,
	}
	clientEventObjectColumns = []string{"kind text", "id bigint", "state text"}
)

// Applies implements engine.Selective.
func (Events) Applies() []domain.Event {
	return slices.Concat(paymentrows.Transactions{}.Applies(), payoutrows.Payouts{}.Applies(), ticketrows.Tickets{}.Applies(), []domain.Event{
		account.Registered{},
		account.Approved{},
		account.Rejected{},
		account.Suspended{},
		account.Reactivated{},
		account.ProfileUpdated{},
		account.SettingsChanged{},
		account.AutoApprovalPaused{},
		account.ChangeUndone{},
		balance.Credited{},
		balance.Settled{},
		balance.SuspenseReceived{},
		balance.SuspenseReleased{},
		balance.SuspenseRefunded{},
		balance.PaymentReversed{},
		balance.HoldEnded{},
		balance.Adjusted{},
	})
}

// Apply implements engine.Model.
func (Events) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	f := newClientEventFold()
	for _, e := range events {
		f.need(e.Event)
	}
	if err := f.load(ctx, tx); err != nil {
		return err
	}
	entries := insertClientEvents.Batch(tx)
	for _, e := range events {
		if err := f.fold(e, &entries); err != nil {
			return err
		}
	}
	fresh, known := putNewClientEventObjects.Batch(tx), readtable.Batch{}
	if err := f.objectRows(&fresh, &known); err != nil {
		return err
	}
	var heads readtable.Batch
	for _, clientID := range f.clients {
		h := f.heads[clientID]
		heads.Add(clientID, h.ordinal, h.total, h.available)
	}
	return readtable.ExecAll(ctx, tx, insertClientEvents.Of(&entries), readtable.WriteBy(&heads, putClientEventHeads),
		putNewClientEventObjects.Of(&fresh), readtable.WriteBy(&known, putClientEventObjects))
}

// clientHead is what the fold knows about a client.
type clientHead struct {
	ordinal          int64
	total, available decimal.Decimal
}

// clientObject identifies an object whose state is kept.
type clientObject struct {
	Kind string
	ID   int64
}

// The kinds of objects other than payouts.
const (
	transactionObjects = "transaction"
	ticketObjects      = "ticket"
	accountObjects     = "account"
)

// clientEventFold folds a batch event by event. Its maps hold the objects and clients that the batch touches;
// its lists hold their order.
type clientEventFold struct {
	transactions paymentrows.TransactionFold
	payouts      payoutrows.Fold
	tickets      map[int64]*ticketThread
	accounts     map[int64]*clientrows.Client
	heads        map[int64]*clientHead
	// objects are all objects that the batch touches. needed are those that it does not create itself, and
	// stored are those of them that were loaded.
	objects []clientObject
	needed  map[clientObject]bool
	stored  map[clientObject]bool
	clients []int64
}

func newClientEventFold() *clientEventFold {
	return &clientEventFold{
		transactions: paymentrows.TransactionFold{Whole: true}, payouts: payoutrows.Fold{Whole: true}, tickets: map[int64]*ticketThread{},
		accounts: map[int64]*clientrows.Client{}, heads: map[int64]*clientHead{},
		needed: map[clientObject]bool{}, stored: map[clientObject]bool{},
	}
}

// need records which object and which client an event touches.
func (f *clientEventFold) need(event domain.Event) {
	if object, ok := objectOf(event); ok {
		f.needObject(object, makesObject(event))
	}
	if e, ok := event.(payment.Replaced); ok { // the newer payment records it, too
		f.needObject(clientObject{transactionObjects, e.NewerID}, false)
	}
	if mover, ok := event.(balance.Mover); ok {
		clientID, _ := mover.Moved()
		f.needClient(clientID)
	}
	if entry, ok := feed.Of(event); ok {
		f.needClient(entry.ClientID)
	}
}

func (f *clientEventFold) needClient(id int64) {
	if f.heads[id] == nil {
		f.heads[id] = &clientHead{}
		f.clients = append(f.clients, id)
	}
}

// fold applies an event to the objects and adds the resulting entry, if any.
func (f *clientEventFold) fold(env eventstore.Envelope, entries *readtable.Batch) error {
	e, err := f.foldOne(env)
	if err == nil && e != nil {
		entries.Add(e.ClientID, e.Ordinal, env.Position.Commit, e.EventID.String(), e.Type, e.Resource, e.CreatedAt, e.Data)
	}
	return err
}

// foldOne applies an event to the objects, and returns the resulting entry, or nil.
func (f *clientEventFold) foldOne(env eventstore.Envelope) (*ClientEvent, error) {
	object, _ := objectOf(env.Event)
	switch object.Kind {
	case transactionObjects:
		f.transactions.Fold(env)
	case ticketObjects:
		f.applyToTickets(env.Event)
	case accountObjects:
		f.applyToAccounts(env.Event)
	default:
		f.payouts.Fold(env)
	}
	if mover, ok := env.Event.(balance.Mover); ok {
		clientID, m := mover.Moved()
		f.heads[clientID].total, f.heads[clientID].available = m.After.Sum(), m.After.Available
	}
	entry, ok := feed.Of(env.Event)
	if !ok {
		return nil, nil
	}
	data, err := f.data(object, entry)
	if err != nil || data == nil {
		return nil, err
	}
	head := f.heads[entry.ClientID]
	head.ordinal++
	return &ClientEvent{
		ClientID: entry.ClientID, Ordinal: head.ordinal, EventID: uuid.UUID(env.ID), Type: entry.Type, Resource: entry.Resource,
		CreatedAt: entry.At, Data: data,
	}, nil
}

// needObject records an object that an event touches or creates.
func (f *clientEventFold) needObject(object clientObject, made bool) {
	if _, known := f.needed[object]; !known {
		f.needed[object] = !made
		f.objects = append(f.objects, object)
	}
}

// makesObject reports whether an event creates the object that it touches, so that no state of it is stored.
func makesObject(event domain.Event) bool {
	switch event.(type) {
	case payment.Requested, transaction.Recorded, ticket.Opened, account.Registered:
		return true
	}
	return false
}

// applyToTickets folds a ticket in the form that GET /tickets/{id} shows.
func (f *clientEventFold) applyToTickets(event domain.Event) {
	switch e := event.(type) {
	case ticket.Opened:
		f.tickets[e.TicketID] = &ticketThread{Ticket: ticketrows.Ticket{
			ID: e.TicketID, ClientID: e.ClientID, Subject: e.Subject, Description: e.Description, Category: e.Category,
			Priority: e.Priority, Status: ticket.StatusOpen, CreatedAt: e.At, UpdatedAt: e.At,
		}, Replies: []ticketrows.TicketReply{}}
	case ticket.Replied:
		if t := f.tickets[e.TicketID]; t != nil {
			t.Ticket.Status, t.Ticket.UpdatedAt = e.Status(), e.At
			t.Replies = append(t.Replies, ticketrows.TicketReply{
				ID: e.ReplyID, TicketID: e.TicketID, Message: e.Message,
				IsAdmin: e.IsAdmin, CreatedAt: e.At,
			})
		}
	case ticket.Closed:
		if t := f.tickets[e.TicketID]; t != nil {
			t.Ticket.Status, t.Ticket.UpdatedAt = ticket.StatusClosed, e.At
		}
	}
}
