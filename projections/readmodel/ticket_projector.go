package readmodel

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/ticket"
	"gateway/eventstore"
	"gateway/projections/engine"
)

// tickets projects the tickets and their replies.
type tickets struct{}

func (tickets) Name() string     { return "tickets" }
func (tickets) Tables() []string { return []string{"tickets", "ticket_counts", "ticket_replies"} }

var (
	insertTickets = insertStatement("tickets", "id bigint", "position bigint", "client_id bigint", "subject text", "description text",
		"category text", "priority text", "created_at timestamptz", "status text", "updated_at timestamptz")
	updateTickets = updateStatement("tickets", []string{"id bigint"}, "status text", "updated_at timestamptz")
	countTickets  = addToCounters("ticket_counts", "client_id bigint")
	insertReplies = insertStatement("ticket_replies", "ticket_id bigint", "position bigint", "id bigint", "message text",
		"is_admin boolean", "created_at timestamptz")
)

// ticketChange is a batch's change to one ticket.
type ticketChange struct {
	id int64
	// created are the columns that never change; nil when the batch does not open the
	// ticket.
	created   []any
	status    string
	updatedAt time.Time
}

// ticketFold is the folded batch.
type ticketFold struct {
	changes changes[int64, ticketChange]
	replies batch
	counts  counterChanges
}

// Applies implements engine.Selective.
func (tickets) Applies() []domain.Event {
	return []domain.Event{ticket.Opened{}, ticket.Replied{}, ticket.Closed{}}
}

// Apply implements engine.Model.
func (tickets) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	f := ticketFold{counts: counterChanges{}}
	for _, e := range events {
		f.fold(e)
	}
	var inserts, updates batch
	for _, c := range f.changes.list {
		if c.created != nil {
			inserts.add(append(c.created, c.status, c.updatedAt)...)
		} else {
			updates.add(c.id, c.status, c.updatedAt)
		}
	}
	return execAll(ctx, tx, write{&inserts, insertTickets}, write{&updates, updateTickets},
		write{&f.replies, insertReplies}, write{f.counts.batch(), countTickets})
}

func (f *ticketFold) fold(env eventstore.Envelope) {
	position := env.Position.Commit
	switch e := env.Event.(type) {
	case ticket.Opened:
		c := f.changeStatus(e.TicketID, e.ClientID, "", ticket.StatusOpen, e.At)
		c.created = []any{e.TicketID, position, e.ClientID, e.Subject, e.Description, e.Category, e.Priority, e.At}
	case ticket.Replied:
		f.changeStatus(e.TicketID, e.ClientID, e.PreviousStatus, e.Status(), e.At)
		f.replies.add(e.TicketID, position, e.ReplyID, e.Message, e.IsAdmin, e.At)
	case ticket.Closed:
		f.changeStatus(e.TicketID, e.ClientID, e.PreviousStatus, ticket.StatusClosed, e.At)
	}
}

func (f *ticketFold) changeStatus(id, clientID int64, from, to string, at time.Time) *ticketChange {
	c := f.changes.forKey(id)
	c.id, c.status, c.updatedAt = id, to, at
	f.counts.move(clientID, from, to)
	return c
}
