package feedrows

import (
	"context"
	"encoding/json"
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
	insertEntries    = readtable.Insert("client_events", (*ClientEvent).columns).OrCopy()
	putHeads         = readtable.Upsert("client_event_heads", (*clientHead).columns, "client_id")
	putObjects       = readtable.Upsert("client_event_objects", (*objectRow).columns, "kind", "id")
	insertNewObjects = putObjects.OrCopy()
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
	var entries []*ClientEvent
	for _, e := range events {
		entry, err := f.foldOne(e)
		if err != nil {
			return err
		}
		if entry != nil {
			entries = append(entries, entry)
		}
	}
	fresh, known, err := f.objectRows()
	if err != nil {
		return err
	}
	heads := make([]*clientHead, len(f.clients))
	for i, clientID := range f.clients {
		heads[i] = f.heads[clientID]
	}
	return readtable.Run(ctx, tx, insertEntries.Rows(entries...), putHeads.Rows(heads...), insertNewObjects.Rows(fresh...),
		putObjects.Rows(known...))
}

// clientHead is what the fold knows about a client.
type clientHead struct {
	clientID, ordinal int64
	total, available  decimal.Decimal
}

func (h *clientHead) columns(f *readtable.Fields) {
	f.At("client_id", &h.clientID)
	f.Later("ordinal", &h.ordinal).Later("saldo", &h.total).Later("available", &h.available)
}

// clientObject identifies an object whose state is kept.
type clientObject struct {
	Kind string
	ID   int64
}

// objectRow is an object with its state.
type objectRow struct {
	clientObject
	state json.RawMessage
}

func (r *objectRow) columns(f *readtable.Fields) {
	f.At("kind", &r.Kind).At("id", &r.ID)
	f.Later("state text", &r.state)
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
		f.heads[id] = &clientHead{clientID: id}
		f.clients = append(f.clients, id)
	}
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
		ClientID: entry.ClientID, Ordinal: head.ordinal, Position: env.Position.Commit, EventID: uuid.UUID(env.ID),
		Type: entry.Type, Resource: entry.Resource, CreatedAt: entry.At, Data: data,
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
