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
	"gateway/projections/readmodel/disputerows"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/payoutrows"
	"gateway/projections/readmodel/readtable"
	"gateway/projections/readmodel/refundrows"
	"gateway/projections/readmodel/ticketrows"
	"gateway/projections/readmodel/withholdingrows"

	"github.com/google/uuid"
)

// Events projects the entries that clients see, each with its body. An entry shows an object in its state at
// the event. So the projector remembers of each object what its next event does not say again. It loads that of
// the objects that a batch touches, folds the batch event by event, and writes it back.
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
	putObjects       = readtable.Upsert("client_event_objects", (*keptObject).columns, "kind", "id")
	insertNewObjects = putObjects.OrCopy()
)

// Applies implements engine.Selective.
func (Events) Applies() []domain.Event {
	all := slices.Concat(
		paymentrows.Transactions{}.Applies(), payoutrows.Payouts{}.Applies(), refundsAlone(), ticketrows.Tickets{}.Applies(), disputeEvents,
		withholdingrows.Slips{}.Applies(),
	)
	all = append(all, []domain.Event{
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
		balance.ReversalReturned{},
		balance.RefundHeld{},
		balance.RefundReleased{},
		balance.HoldEnded{},
		balance.Adjusted{},
		balance.WrittenOff{},
		balance.WriteOffRecovered{},
		balance.WithholdingCorrected{},
	}...)
	return slices.DeleteFunc(all, isUnseen)
}

// refundsAlone lists the events of refunds in the payments' streams.
func refundsAlone() []domain.Event {
	return slices.DeleteFunc(refundrows.Refunds{}.Applies(), func(e domain.Event) bool {
		_, ofRefund := e.(interface{ RefundOf() int64 })
		return !ofRefund
	})
}

// isUnseen reports whether an event of a payment, a payout or a ticket changes nothing that the next entry shows.
func isUnseen(event domain.Event) bool {
	switch event.(type) {
	case payment.Closed, ticket.Closed:
		return true
	case interface{ PayoutID() (string, int64) }:
		_, seen := feed.Of(event)
		return !seen
	}
	return false
}

// applied has the types of the events in Applies.
var applied = func() map[string]bool {
	types := map[string]bool{}
	for _, e := range (Events{}).Applies() {
		types[e.EventType()] = true
	}
	return types
}()

// Apply implements engine.Model.
func (Events) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	f := newClientEventFold()
	for i := range events {
		f.need(&events[i])
	}
	if err := f.load(ctx, tx); err != nil {
		return err
	}
	var entries []*ClientEvent
	for _, s := range f.steps {
		e, err := f.fold(s)
		if err != nil {
			return err
		}
		if e != nil {
			entries = append(entries, e)
		}
	}
	fresh, known, err := f.changedObjects()
	if err != nil {
		return err
	}
	return readtable.Run(ctx, tx, insertEntries.Rows(entries...), putHeads.Rows(f.changedHeads()...), insertNewObjects.Rows(fresh...),
		putObjects.Rows(known...))
}

// The kinds of objects other than payouts.
const (
	transactionObjects = "transaction"
	ticketObjects      = "ticket"
	refundObjects      = "refund"
	disputeObjects     = "dispute"
	accountObjects     = "account"
	slipObjects        = "withholding_slip"
)

// clientEventFold folds a batch event by event. Its maps hold the objects and clients that the batch touches;
// its lists hold their order.
type clientEventFold struct {
	steps        []step
	transactions paymentrows.TransactionFold
	payouts      payoutrows.Fold
	refunds      refundrows.Fold
	disputes     disputerows.Fold
	slips        withholdingrows.Fold
	tickets      map[int64]*ticketThread
	accounts     map[int64]*storedClient
	objects      readtable.Changes[objectKey, keptObject]
	heads        readtable.Changes[int64, clientHead]
}

// step is an event that changes an object or a balance, or becomes an entry.
type step struct {
	env    *eventstore.Envelope
	object objectKey  // zero for none
	entry  feed.Entry // zero for none
}

// objectKey identifies an object.
type objectKey struct {
	kind string
	id   int64
}

// keptObject is an object whose state is kept.
type keptObject struct {
	objectKey
	made   bool            // by the batch, so that no state of it is stored
	stored []byte          // its state before the batch, or nil
	state  json.RawMessage // its state after the batch
}

func (o *keptObject) columns(f *readtable.Fields) {
	f.At("kind", &o.kind).At("id", &o.id)
	f.Later("state text", &o.state)
}

func newClientEventFold() *clientEventFold {
	return &clientEventFold{
		transactions: paymentrows.TransactionFold{Whole: true}, payouts: payoutrows.Fold{Whole: true}, refunds: refundrows.Fold{Whole: true},
		disputes: disputerows.Fold{Whole: true}, slips: withholdingrows.Fold{Whole: true},
		tickets: map[int64]*ticketThread{}, accounts: map[int64]*storedClient{},
	}
}

// need records what an event needs: its object, its client, and a step.
func (f *clientEventFold) need(env *eventstore.Envelope) {
	if !applied[env.Event.EventType()] {
		return
	}
	entry, shown := feed.Of(env.Event)
	key := objectOf(env.Event, entry)
	if _, final := env.Event.(transaction.Recorded); key.kind != "" && !final {
		o := f.objects.ForKey(key)
		if o.objectKey != key {
			o.objectKey, o.made = key, makesObject(env.Event)
		}
	}
	if reversed, ok := env.Event.(payment.Reversed); ok && reversed.DisputeID != 0 { // shows in the dispute, too
		f.objects.ForKey(objectKey{disputeObjects, reversed.DisputeID}).objectKey = objectKey{disputeObjects, reversed.DisputeID}
	}
	if mover, ok := env.Event.(balance.Mover); ok {
		clientID, _ := mover.Moved()
		f.heads.ForKey(clientID).clientID = clientID
	}
	if shown {
		f.heads.ForKey(entry.ClientID).clientID = entry.ClientID
	}
	f.steps = append(f.steps, step{env, key, entry})
}

// fold applies an event to the objects, and returns the resulting entry, or nil.
func (f *clientEventFold) fold(s step) (*ClientEvent, error) {
	switch s.object.kind {
	case "":
	case transactionObjects:
		f.transactions.Fold(*s.env)
		f.disputes.Fold(*s.env)
	case disputeObjects:
		f.disputes.Fold(*s.env)
	case refundObjects:
		f.refunds.Fold(*s.env)
	case slipObjects:
		f.slips.Fold(*s.env)
	case ticketObjects:
		f.applyToTickets(s.env.Event)
	case accountObjects:
		f.applyToAccounts(s.env.Event)
	default:
		f.payouts.Fold(*s.env)
	}
	if mover, ok := s.env.Event.(balance.Mover); ok {
		clientID, m := mover.Moved()
		head := f.heads.ForKey(clientID)
		head.after, head.moved = m.After, true
	}
	if s.entry.Type == "" {
		return nil, nil
	}
	data, err := f.dataOf(s)
	if err != nil || data == nil {
		return nil, err
	}
	head := f.heads.ForKey(s.entry.ClientID)
	head.ordinal++
	return &ClientEvent{
		ClientID: s.entry.ClientID, Ordinal: head.ordinal, Position: s.env.Position.Commit, EventID: uuid.UUID(s.env.ID),
		Type: s.entry.Type, Resource: s.entry.Resource, CreatedAt: s.entry.At, Data: data,
	}, nil
}

// dataOf returns the body's data of a step that becomes an entry.
func (f *clientEventFold) dataOf(s step) (json.RawMessage, error) {
	if e, ok := s.env.Event.(balance.WithholdingCorrected); ok { // a month has no object
		return json.Marshal(withholdingrows.CorrectionOf(e))
	}
	return f.data(s.object, s.entry)
}

// makesObject reports whether an event creates the object that it touches.
func makesObject(event domain.Event) bool {
	switch event.(type) {
	case payment.Requested, payment.DisputeOpened, ticket.Opened, account.Registered, balance.WithdrawalRequested, balance.SettlementRequested,
		payment.RefundRequested, balance.WithholdingSubmitted:
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
	}
}
